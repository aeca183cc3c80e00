// Lends the terminal to other programs. Loans may overlap: an editor has the terminal, and then Ctrl+Z gives the
// terminal to the shell.

export interface Lending {
  leave(): void;
  enter(): void;
}

/** The first `leave` gives the terminal away. The last `enter` takes it back. */
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
