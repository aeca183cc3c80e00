// How long a test waits for what comes by itself: on a busy machine it comes late, and a wait that ends early says nothing.

/** For `vi.waitFor`. */
export const patience = { timeout: 15_000, interval: 10 };
