/** request-id.ts: how long a request may be sent again with the same request ID. */

/**
 * In ms. INTERFACE.md does not say how long the service remembers a request ID. After 24 hours the service may have
 * forgotten the request ID, and would treat the repeat as a new request (FAULTS E19).
 */
export const repeatableForMs = 24 * 60 * 60 * 1000;
