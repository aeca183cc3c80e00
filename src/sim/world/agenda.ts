// Future events. They run in order when somebody uses a world whose clock has passed them.

export interface Agenda {
  /** `run` gets the moment when it was due, in epoch milliseconds, even if it runs later. */
  add(at: number, run: (at: number) => void): void;
  /** Runs every event due at `now`, oldest first, and the events that those add. */
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
