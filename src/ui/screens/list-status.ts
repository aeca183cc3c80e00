// The line under a list: how much of it is here, what is under way, what went wrong, how old it is.

import type { Failure } from '../../api/client/failure.ts';
import { groupDigits, parseDecimal } from '../../lib/decimal.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { Tone } from '../kit/theme.ts';

/** What a row is called, and several of them. */
export interface Nouns {
  readonly one: Visible;
  readonly many: Visible;
}

interface Status {
  readonly text: Visible;
  readonly tone: Tone;
}

export const countText = (n: number): Visible => {
  const digits = parseDecimal(String(n));
  return digits ? groupDigits(digits) : t`${n}`;
};

/** Epoch ms to "12 s old"; an answer is told apart from a fresh one from the first second on. */
export function ageText(asOf: number | undefined, now: number): Visible | undefined {
  if (asOf === undefined) return undefined;
  const seconds = Math.max(0, Math.floor((now - asOf) / 1000));
  if (seconds < 60) return t`${seconds} s old`;
  return seconds < 3600 ? t`${Math.floor(seconds / 60)} min old` : t`${Math.floor(seconds / 3600)} h old`;
}

export function listStatus(
  list: List<unknown>,
  shown: number,
  view: View,
  state: State,
  nouns: Nouns,
): Status {
  const { pages, loading, failure } = list;
  const noun = pages.items.length === 1 ? nouns.one : nouns.many;
  const filtered = Object.keys(view.server).length > 0;
  const count = pages.items.length;
  const parts: Visible[] = [];
  const some = pages.end === undefined ? t` so far; G goes on` : t``;
  if (view.filter !== '') parts.push(t`${countText(shown)} match of ${countText(count)} loaded${some}`);
  else if (pages.end === 'repeated-page') parts.push(t`${countText(count)} ${noun}, perhaps more`);
  else if (pages.end !== undefined)
    parts.push(t`${countText(count)} ${noun}, ${filtered ? t`all that the server’s filter leaves` : t`all`}`);
  else if (count > 0) parts.push(t`${countText(count)} ${noun} loaded so far; G goes on`);
  if (pages.end === 'repeated-page') parts.push(t`the server repeats a page: stopped there`);
  if (pages.shifted > 0) parts.push(t`list changed while paging: ${pages.shifted} seen twice`);
  if (pages.sameId > 0) parts.push(t`${pages.sameId} with an ID already used`);
  if (list.drift.length > 0) parts.push(t`${list.drift.length} unlike the interface: @`);
  if (loading) {
    const doing = loading.purpose === 'again' ? t`reloading` : t`loading page ${pages.taken + 1}`;
    const seconds = Math.floor(Math.max(0, state.tick - loading.since) / 1000);
    return { text: join([t`${doing}, ${seconds} s, Esc stops`, ...parts], ' · '), tone: 'accent' };
  }
  const age = ageText(list.asOf, state.now);
  if (failure) {
    const failed = failureText(failure, count, pages.end === undefined);
    // Rows that can't be read again look like any others: how old they are comes first.
    const first = age && failure.kind !== 'abandoned' ? [age, failed] : [failed];
    return { text: join([...first, ...parts], ' · '), tone: 'warn' };
  }
  return { text: join(age ? [...parts, age] : parts, ' · '), tone: 'dim' };
}

/** The whole sentence stands where rows would, or on the message line; here it is only said that it went wrong. */
function failureText(failure: Failure, count: number, more: boolean): Visible {
  if (failure.kind === 'abandoned') return count > 0 && more ? t`stopped` : t`stopped; r loads again`;
  return t`failed; r tries again`;
}
