// Lends the terminal to others: an editor may have it, and the shell may take it from the editor and give it back.

export interface Lending {
  leave(): void;
  enter(): void;
}

/** The first borrower takes it from Purser, and the last one gives it back. */
export function createLending(give: () => void, takeBack: () => void): Lending {
  let others = 0;
  return {
    leave() {
      others += 1;
      if (others === 1) give();
    },
    enter() {
      others = Math.max(0, others - 1);
      if (others === 0) takeBack();
    },
  };
}
