// All sources of a customer's timeline, from what is loaded. Pure.

import type { Failure } from '../../api/client/failure.ts';
import type { Result } from '../../api/contract/operations.ts';
import { type AskedQuestion, askedQuestions, inLanguage, type Rfi } from '../../format/asked-questions.ts';
import { amountCell, textCell } from '../../format/cells.ts';
import type { CustomerList } from '../../format/customer-lists.ts';
import { cellText } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import type { Note } from '../../journal/together.ts';
import type { Json } from '../../lib/json.ts';
import { present } from '../../lib/present.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { idText, timeOf, writtenOn } from '../../records/facts.ts';
import { namesIn } from '../../records/record-names.ts';
import { isNotFound } from '../../store/list.ts';
import type { StatusChange } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import type { SourceReading } from './axis.ts';
import { type EventSource, eventKey, type TimelineEvent, UNLISTED, usableTime } from './event.ts';
import { changesReading, journalReading, notesReading } from './own-records.ts';
import { debitsReading, failedRead, type LoadedList, listReading, unnamedReading } from './timeline-lists.ts';

interface ReadRecord<Value> {
  readonly value?: Value | undefined;
  readonly raw?: Json | undefined;
  readonly failure?: Failure | undefined;
}

type ReadConversion = Result<'conversion.get'>;

export interface TimelineData {
  readonly lists: readonly { readonly list: CustomerList; readonly loaded: LoadedList }[];
  /** Undefined if the timeline has no RFI. */
  readonly rfi: ReadRecord<Rfi> | undefined;
  readonly conversions: readonly { readonly id: string; readonly read: ReadRecord<ReadConversion> }[];
  /** Newest first. */
  readonly writes: readonly Row[];
  readonly writesLoaded: SourceReading['loaded'];
  readonly changes: readonly StatusChange[];
  readonly notes: readonly Note[];
  readonly notesLoaded: SourceReading['loaded'];
  /** The ID of the only account or card. */
  readonly under: string | undefined;
  /** The operator's, for texts in several languages. */
  readonly language: string;
  /** Epoch ms by the service's clock. */
  readonly now: number;
}

export function readingsOf(data: TimelineData): readonly SourceReading[] {
  const { lists, now, writes, writesLoaded, changes, notes, notesLoaded, rfi, under } = data;
  const debits = lists.filter(({ list }) => list.kind === 'direct-debit');
  const all = [
    ...lists.flatMap(one => (debits.includes(one) ? [] : (listReading(one.list, one.loaded, now) ?? []))),
    ...present(debitsReading(debits, now)),
    ...present(unnamedReading(lists, under)),
    ...(rfi ? [rfiReading(rfi, data)] : []),
    ...conversionReadings(data),
    journalReading(writes, writesLoaded),
    changesReading(changes),
    notesReading(notes, notesLoaded),
  ];
  return under === undefined ? all : all.map(reading => onlyUnder(reading, under));
}

/** Lists of all records have those of other accounts and cards too. */
function onlyUnder(reading: SourceReading, under: string): SourceReading {
  const { id, source, events } = reading;
  if (!UNDER.has(source.kind)) return reading;
  return {
    ...reading,
    id: `${id} ${under}`,
    events: item => events(item).filter(event => event.under === under),
  };
}

const UNDER: ReadonlySet<string> = new Set(['direct-debit', 'card']);

const QUESTIONS: EventSource = {
  kind: 'rfi',
  says({ row, word }) {
    const { title, open, language } = row as AskedQuestion & { readonly language: string };
    const said = inLanguage(title, language);
    return {
      words: t`${word ?? t`Asked`}: ${said ? textCell(said.text).text : t`question`}`,
      status: open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'good' },
    };
  },
  view: ({ id }) => ({ ...openView('rfi'), cursorKey: id }),
};

/** A customer without an RFI has none. */
function rfiReading(rfi: ReadRecord<Rfi>, { language, now }: TimelineData): SourceReading {
  const { value, raw, failure } = rfi;
  const absent = isNotFound(failure);
  const items = value === undefined ? [] : [value];
  return {
    id: 'rfi',
    source: QUESTIONS,
    items,
    events: (read: Rfi) =>
      askedQuestions(read, raw ?? null).flatMap(({ question, raw: own }, nth) => {
        const { request } = question.of;
        const id = idText(question.id) ?? `#${nth + 1}`;
        const event = (time: TimelineEvent['time'], word: Visible): TimelineEvent => ({
          key: eventKey('rfi', undefined, `${id} ${nth}`, word),
          source: QUESTIONS,
          id,
          row: { ...question, language },
          raw: own,
          at: usableTime(time, now),
          time,
          ...UNLISTED,
          word,
        });
        const asked = event(request?.created_at, t`Asked`);
        return question.open ? [asked] : [asked, event(request?.updated_at, t`Answered`)];
      }),
    loaded: value !== undefined || absent ? 'all' : 'none',
    ...(value === undefined && !absent && failedRead(failure, t`RFI`)),
  };
}

const CONVERSIONS: EventSource = {
  kind: 'conversion',
  says({ row }) {
    const read = row as ReadConversion;
    const legs = [
      cellText(amountCell(read.sourceAmount, read.sourceCurrencycode)),
      cellText(amountCell(read.destinationAmount, read.destinationCurrencycode)),
    ];
    return {
      words: t`${legs[0] ?? t``} → ${legs[1] ?? t``}`,
      status: textCell(read.status instanceof Object ? undefined : read.status),
    };
  },
  view: ({ id }) => openView('conversion', id),
};

const conversionReadings = ({ conversions, now }: TimelineData): readonly SourceReading[] =>
  conversions.map(({ id, read }): SourceReading => {
    const { value, raw } = read;
    return {
      id: `conversion ${id}`,
      source: CONVERSIONS,
      items: value === undefined ? [] : [value],
      events: (one: ReadConversion) => [
        {
          key: eventKey('conversion', undefined, id),
          source: CONVERSIONS,
          id,
          row: one,
          raw: raw ?? null,
          at: usableTime(timeOf('conversion', one), now),
          time: timeOf('conversion', one),
          ...UNLISTED,
          own: id,
          references: namesIn(writtenOn('conversion', one)),
        },
      ],
      loaded: value === undefined ? 'none' : 'all',
      ...(value === undefined && failedRead(read.failure, t`Conversion`)),
    };
  });
