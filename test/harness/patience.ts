// How long a test waits for an event. A busy machine is late, and a wait that ends early proves nothing.

/** Options for `vi.waitFor`, in milliseconds. */
export const patience = { timeout: 15_000, interval: 10 };
