// Future events of a world. They run in order at the next use of the world, once the clock has passed them.

export interface Agenda {
  /** `run` receives the due time in epoch milliseconds, even if the agenda calls `run` later. */
  add(at: number, run: (at: number) => void): void;
  /** Runs all events due at `now`, oldest first, and the due events that they add. */
  advance(now: number): void;
}

export function agenda(): Agenda {
  let entries: { at: number; run: (at: number) => void }[] = [];
  return {
    add: (at, run) => {
      entries = [...entries, { at, run }].sort((a, b) => a.at - b.at);
    },
    advance: now => {
      for (let [next] = entries; next !== undefined && next.at <= now; [next] = entries) {
        entries = entries.slice(1);
        next.run(next.at);
      }
    },
  };
}
