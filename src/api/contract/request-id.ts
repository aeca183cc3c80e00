/** request-id.ts: for how long the ID of a request may be used again. */

/**
 * Milliseconds. INTERFACE.md gives no time; after 24 hours a service may have forgotten a request ID, and would take a
 * repeat for a new request (FAULTS E19).
 */
export const repeatableForMs = 24 * 60 * 60 * 1000;
