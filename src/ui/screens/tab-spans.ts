// The titles of a panel's tabs, for its top edge.

import { t, type Visible } from '../../lib/visible.ts';
import type { Span } from '../kit/edges.ts';

/** The titles with a blank between them; the chosen one is marked in words of no colour too, by its weight. */
export const tabSpans = (titles: readonly Visible[], chosen: number): readonly Span[] =>
  titles.flatMap((text, i): readonly Span[] => [
    ...(i === 0 ? [] : [{ text: t` ─ `, tone: 'frame' as const }]),
    { text, tone: i === chosen ? 'heading' : 'dim' },
  ]);
