/** request-id.ts: how long a request ID can be used again. */

/**
 * Milliseconds. INTERFACE.md gives no time. After 24 hours a service may have forgotten a request ID, and would
 * treat a repeat as a new request (FAULTS E19).
 */
export const repeatableForMs = 24 * 60 * 60 * 1000;
