/** The type `Visible`, and the only cast to it. Only src/lib may import this file; a test checks that. */

declare const visibleMark: unique symbol;

/** No character can move the cursor, hide, reorder or recolour other text. */
export type Visible = string & { readonly [visibleMark]: true };

/** The caller has already made the text safe. */
export const markVisible = (text: string): Visible => text as Visible;
