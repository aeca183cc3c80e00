// The events of a timeline: a record and one of its times. Pure.

import type { Timestamp } from '../../api/contract/fields.ts';
import type { Odd } from '../../api/contract/odd.ts';
import type { Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { RecordWords } from '../../format/record-words.ts';
import { DAY } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { epochOf, type MovedMoney } from '../../records/facts.ts';
import { KINDS, type RecordKind } from '../../records/kinds.ts';
import type { Item } from '../../store/paging.ts';
import type { PlaceId } from '../../store/places.ts';
import type { View } from '../../store/view.ts';

/** In the order of equal times. */
export const EVENT_TITLES = {
  history: KINDS.history.one,
  transaction: KINDS.transaction.one,
  'card-transaction': KINDS['card-transaction'].one,
  'direct-debit': KINDS['direct-debit'].one,
  conversion: KINDS.conversion.one,
  mandate: KINDS.mandate.one,
  beneficiary: KINDS.beneficiary.one,
  card: KINDS.card.one,
  rfi: KINDS.rfi.one,
  journal: t`Journal`,
  'status-change': t`Status change`,
  note: t`Note`,
} as const satisfies Readonly<Record<TimedKind | 'journal' | 'status-change' | 'note', Visible>>;

/** The others have no time, or no list. */
type TimedKind = Exclude<RecordKind, 'account' | 'balance' | 'global-account' | 'quote'>;

export type EventKind = keyof typeof EVENT_TITLES;

/** In a list and in counts. */
export const SHORT_KINDS: Readonly<Record<EventKind, Visible>> = {
  ...EVENT_TITLES,
  history: t`History`,
  transaction: t`Account`,
  'card-transaction': t`Card use`,
  'direct-debit': t`Debit`,
  conversion: t`FX`,
  beneficiary: t`Payee`,
  'status-change': t`Status`,
};

export const RANK: Readonly<Record<string, number>> = Object.fromEntries(
  Object.keys(EVENT_TITLES).map((kind, at) => [kind, at]),
);

/** What all events of one list share. */
export interface EventSource {
  readonly kind: EventKind;
  /** The account or the card, if there is a list for each. */
  readonly of?: Visible | undefined;
  /** The ID of that account or card. */
  readonly under?: string | undefined;
  says(event: TimelineEvent): RecordWords;
  /** The screen with the record. Undefined if there is none. */
  view(event: TimelineEvent): View | undefined;
  /** At the end of the details. */
  more?(event: TimelineEvent, moment: Moment): readonly Entry[];
  /** For a comparison of amounts. */
  moved?(row: unknown): MovedMoney | undefined;
}

export interface TimelineEvent extends Pick<Item<unknown>, 'key' | 'raw'> {
  readonly source: EventSource;
  /** The key in its list. */
  readonly id: string;
  readonly row: unknown;
  /** Epoch ms. Undefined if the time is missing or impossible. */
  readonly at: number | undefined;
  readonly time: Timestamp | Odd | undefined;
  /** What happened, if the record has several times: "created". */
  readonly word: Visible | undefined;
  /** The ID of the record at the service. */
  readonly own: string | undefined;
  /** The system references and IDs that its record names. */
  readonly references: readonly string[];
  /** A payment is named by its reference, amount and currency: see same.ts. */
  readonly names: readonly string[];
  readonly under: string | undefined;
  /** As in its list, if that is searched. */
  readonly text: string | undefined;
  readonly marks: number | undefined;
}

export const NO_NAMES: readonly string[] = [];

/** Of an event that is in no list of the service. */
export const UNLISTED = {
  own: undefined,
  references: NO_NAMES,
  names: NO_NAMES,
  word: undefined,
  under: undefined,
  text: undefined,
  marks: undefined,
} as const;

/** A place shows the same record once, so its list and the record's key name the event. */
export const eventKey = (place: PlaceId, subject: string | undefined, id: string, word = ''): string =>
  `${subject === undefined ? place : `${place}/${subject}`} ${id}${word === '' ? '' : ` ${word}`}`;

const EARLIEST = Date.UTC(2000, 0, 1);

/** The service has two clocks, so a time may be ahead. More than a day ahead, or before 2000, it is wrong. */
export function usableTime(time: Timestamp | Odd | undefined, now: number): number | undefined {
  const at = epochOf(time);
  return at === undefined || !Number.isFinite(at) || at < EARLIEST || at > now + DAY ? undefined : at;
}
