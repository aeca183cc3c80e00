/** The one place where a string is declared fit for a screen; only src/lib may import it (a test holds that). */

declare const visibleMark: unique symbol;

/** Text that a terminal shows as it stands: no character of it moves, hides, reorders or recolours anything. */
export type Visible = string & { readonly [visibleMark]: true };

/** Declares `text` fit for a screen. The caller has made it so. */
export function markVisible(text: string): Visible {
  return text as Visible;
}
