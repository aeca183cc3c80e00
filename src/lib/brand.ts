/** The one place that declares a string fit for a screen. Only src/lib may import it, and a test checks that. */

declare const visibleMark: unique symbol;

/** Text that is safe on a terminal: no character moves, hides, reorders or recolours anything. */
export type Visible = string & { readonly [visibleMark]: true };

/** Declares `text` fit for a screen. The caller has already made it safe. */
export function markVisible(text: string): Visible {
  return text as Visible;
}
