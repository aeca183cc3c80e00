// What will happen by itself, and when: done, in order, as soon as somebody looks at a world whose clock is past it.

export interface Agenda {
  /** `run` gets the moment it was due, epoch milliseconds, however much later it is done. */
  add(at: number, run: (at: number) => void): void;
  /** Does everything that is due at `now`, oldest first, and what that adds. */
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
