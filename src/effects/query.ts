// Temporary.
export * from '../records/query.ts';
