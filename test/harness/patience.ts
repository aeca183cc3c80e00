// How long a test waits for an event: a busy machine is late, and a wait that ends early proves nothing.

/** For `vi.waitFor`. */
export const patience = { timeout: 15_000, interval: 10 };
