// What a screen reader says for a screen, a dialog or a menu, as data from the same declarations as the drawing.

import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import type { Deadline } from '../../lib/clock.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { chartText } from './figures.ts';

/** When `key` changes, `text` is said; when only the value changes, `brief` is said. */
export interface Selected {
  readonly key: string;
  readonly text: Visible;
  readonly brief?: Visible;
}

export interface Typing {
  readonly key: string;
  readonly name: Visible;
  readonly value: string;
  readonly secret?: boolean;
  /** Typing replaces the value. */
  readonly kept?: boolean;
  change(value: string): void;
  keep?(): void;
}

export interface Spoken {
  /** When it changes, such as in the next step of a flow, all content is said as new. */
  readonly part?: string;
  /** A screen is named by its place. */
  readonly title?: Visible;
  /** Such as the number of rows, a running load, or the outcome of a write. */
  readonly status?: Visible;
  readonly entries?: readonly Entry[];
  /** The record of `entries`, because an aside may have said its lines already. */
  readonly of?: string;
  /** The selected row's details, said once when `key` changes. */
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

/** A sign becomes a word, because screen readers skip signs. */
export function spokenValue({ text, short, sign, unit }: Cell): Visible {
  const [, own] = SIGNED.exec(text) ?? [];
  const mark = sign ?? own;
  const digits = own === undefined ? (short ?? text) : visible(text.slice(1));
  const word = mark === undefined ? t`` : mark === '+' ? t`plus ` : t`minus `;
  return unit ? t`${word}${digits} ${unit}` : t`${word}${digits}`;
}

export const isDash = ({ text }: Cell): boolean => text === DASH.text;

/** As details show it. */
const wholeValue = ({ short: _, ...cell }: Cell): Visible => (isDash(cell) ? t`none` : spokenValue(cell));

export interface SpokenLine {
  readonly text: Visible;
  readonly heading?: true;
}

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
  if ('chart' in entry) return [{ text: chartText(entry.chart) }];
  if ('gauge' in entry) return [{ text: t`${entry.label}: ${entry.gauge.text}` }];
  if ('heading' in entry) return [{ text: entry.heading, heading: true }];
  if ('note' in entry)
    return [{ text: entry.mark === undefined ? entry.note : t`${entry.mark} ${entry.note}` }];
  return [labelled(entry)];
}

/** With its position. */
export function choiceSpoken(at: number, texts: readonly Visible[]): { readonly selected?: Selected } {
  const text = texts[at];
  return text === undefined
    ? {}
    : { selected: { key: `${at} ${text}`, text: t`${at + 1} of ${texts.length}: ${text}` } };
}

/** For a secret, only its length. */
export function typedText({ value, secret }: Pick<Typing, 'value' | 'secret'>): Visible {
  if (!secret) return visible(value);
  return counted([...value].length, t`character`);
}

export const buttonText = (label: Visible, at: number, count: number): Visible =>
  count > 1 ? t`${label}, button ${at} of ${count}` : t`${label}, button`;
