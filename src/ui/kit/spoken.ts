// The words of a place, a dialog or a menu for a screen reader: data, from the same declarations as its drawing.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { type Cell, DASH } from './cell.ts';
import type { Entry } from './details.ts';

/** The focused part: said whole when `key` changes, `brief` when only the value does. */
export interface Selected {
  readonly key: string;
  readonly text: Visible;
  readonly brief?: Visible;
}

/** The field that typing goes into. */
export interface Typing {
  readonly key: string;
  readonly name: Visible;
  readonly value: string;
  readonly secret?: boolean;
  change(value: string): void;
}

/** The moment from which the subject can't be used, such as a quote's expiry. */
export interface Deadline {
  /** Monotonic ms. */
  readonly at: number;
  /** The deadline counts as passed this many ms earlier. */
  readonly margin: number;
  /** "Quote expires in". */
  readonly label: Visible;
  /** A sentence for a deadline that has passed. */
  readonly over: Visible;
}

export interface Spoken {
  /** Names another content of the same place, such as a step of a flow: then all of it is new. */
  readonly part?: string;
  /** The title of a menu or a dialog; a screen is named by its place. */
  readonly title?: Visible;
  /** How many rows, what is loading, how a write ended. */
  readonly status?: Visible;
  readonly entries?: readonly Entry[];
  /** What the entries are of, where an aside may have said them already. */
  readonly of?: string;
  /** Read once when `key` changes: the details of the selected row. `of` is as above. */
  readonly aside?: {
    readonly key: string;
    readonly of: string;
    readonly title: Visible;
    entries(): readonly Entry[];
  };
  readonly selected?: Selected;
  readonly typing?: Typing;
  readonly deadline?: Deadline;
}

const SIGNED = /^([+−-])(?=[\d.,]*\d)/;

/** A value in words: a sign is a word, because screen readers drop it. */
export function spokenValue({ text, short, sign, unit }: Cell): Visible {
  const [, own] = SIGNED.exec(text) ?? [];
  const mark = sign ?? own;
  const digits = own === undefined ? (short ?? text) : visible(text.slice(1));
  const word = mark === undefined ? t`` : mark === '+' ? t`plus ` : t`minus `;
  return unit ? t`${word}${digits} ${unit}` : t`${word}${digits}`;
}

export const isDash = ({ text }: Cell): boolean => text === DASH.text;

/** A value in full, as details show it. */
const wholeValue = ({ short: _, ...cell }: Cell): Visible => (isDash(cell) ? t`none` : spokenValue(cell));

/** One spoken line; `heading` marks a heading. */
export interface SpokenLine {
  readonly text: Visible;
  readonly heading?: true;
}

/** The lines of entries, from top to bottom. A chart has none: its figures are in the rows. */
export const entryLines = (entries: readonly Entry[]): readonly SpokenLine[] =>
  entries.flatMap(linesOf).filter(({ text }) => text !== '');

const labelled = ({ label, cell }: { readonly label: Visible; readonly cell: Cell }): SpokenLine => ({
  text: t`${label}: ${wholeValue(cell)}`,
});

function linesOf(entry: Entry): readonly SpokenLine[] {
  if ('lead' in entry) {
    const status = entry.status ? t`, ${wholeValue(entry.status)}` : t``;
    return [{ text: t`${wholeValue(entry.lead)}${status}` }];
  }
  if ('about' in entry) return [{ text: wholeValue(entry.about) }];
  if ('pair' in entry) return [entry.pair.left, entry.pair.right, entry.pair.between].map(labelled);
  if ('bar' in entry) return [{ text: entry.bar.text }];
  if ('chart' in entry) return [];
  if ('gauge' in entry) return [{ text: t`${entry.label}: ${entry.gauge.text}` }];
  if ('heading' in entry) return [{ text: entry.heading, heading: true }];
  if ('note' in entry)
    return [{ text: entry.mark === undefined ? entry.note : t`${entry.mark} ${entry.note}` }];
  return [labelled(entry)];
}

/** The selected choice of a menu, with its position. */
export function choiceSpoken(at: number, texts: readonly Visible[]): { readonly selected?: Selected } {
  const text = texts[at];
  return text === undefined
    ? {}
    : { selected: { key: `${at} ${text}`, text: t`${at + 1} of ${texts.length}: ${text}` } };
}

/** The focused button. */
export const buttonText = (label: Visible, at: number, count: number): Visible =>
  count > 1 ? t`${label}, button ${at} of ${count}` : t`${label}, button`;
