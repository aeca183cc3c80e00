// What Purser itself recorded, as sources of a timeline: the journal, status changes that it saw, and notes. Pure.

import type { Timestamp } from '../../api/contract/fields.ts';
import { signedCell, timeCell } from '../../format/cells.ts';
import type { Cell } from '../../format/entry.ts';
import type { Row, Transition } from '../../journal/intent.ts';
import { jsonOf } from '../../journal/request-body.ts';
import type { Note } from '../../journal/together.ts';
import { negate } from '../../lib/decimal.ts';
import { isSystemReference } from '../../lib/identifier.ts';
import { memberOf } from '../../lib/json.ts';
import { fromServer, t, visible } from '../../lib/visible.ts';
import { isoOf, rawOf, subjectText, wordCell, writeStatuses } from '../../money/journal-entry.ts';
import { payoutMoney } from '../../money/related-money.ts';
import type { MovedMoney } from '../../records/facts.ts';
import { namesIn } from '../../records/record-names.ts';
import type { StatusChange } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';
import { openView } from '../../store/view.ts';
import type { SourceReading } from './axis.ts';
import { type EventSource, eventKey, NO_NAMES, type TimelineEvent, UNLISTED } from './event.ts';
import { paymentName } from './timeline-lists.ts';

const timeOf = (at: number): Timestamp => ({ text: fromServer(isoOf(at)), epochMs: at });

/** In ms. A later step is another event. */
const LATER = 60_000;

interface WriteStep {
  readonly row: Row;
  /** Undefined for the write itself, with its state now. */
  readonly step: Transition | undefined;
}

const stepsOf = (row: Row): readonly WriteStep[] => {
  let last = row.intent.createdAt;
  const later = row.transitions.filter(({ at }) => {
    const isLater = at - last > LATER;
    last = at;
    return isLater;
  });
  return [{ row, step: undefined }, ...later.map(step => ({ row, step }))];
};

function paid(row: Row): MovedMoney | undefined {
  const money = payoutMoney(row);
  return money && { ...money, amount: negate(money.amount), signed: true };
}

const stepCell = ({ to }: Transition): Cell => ({ text: visible(to), tone: writeStatuses[to].tone });

const WRITES: EventSource = {
  kind: 'journal',
  // The journal's events have steps as rows.
  says({ row }) {
    const { row: write, step } = row as WriteStep;
    const money = paid(write);
    return {
      words: t`${visible(write.intent.title, 40)} · ${subjectText(write)}`,
      status: step ? stepCell(step) : wordCell(write),
      ...(money && step === undefined && { amount: signedCell(money.amount, fromServer(money.currency)) }),
    };
  },
  view: ({ id }) => ({ ...openView('journal'), cursorKey: id }),
  more: ({ row }, moment) => [
    { heading: t`Steps` },
    ...(row as WriteStep).row.transitions.map(({ to, at }) => ({
      label: visible(to),
      cell: timeCell(timeOf(at), moment),
    })),
  ],
  moved: row => ((row as WriteStep).step === undefined ? paid((row as WriteStep).row) : undefined),
};

/** A write that made a record names it in its response. A cancellation names its payout in the request. */
function namedBy(row: Row): Pick<TimelineEvent, 'own' | 'references' | 'names'> {
  const { operation, body, target } = row.intent;
  const texts = row.transitions.flatMap(({ answer }) => answer?.text ?? []);
  const answer = jsonOf(texts.at(-1));
  const id = memberOf(Array.isArray(answer) ? answer[0] : answer, 'id');
  const isMade = typeof id === 'string' && id !== '' && operation.endsWith('.create');
  const references = [...new Set([...texts, body, target].flatMap(namesIn).filter(isSystemReference))];
  const money = paid(row);
  return {
    own: isMade ? id : undefined,
    references,
    names: money ? references.map(reference => paymentName(reference, money)) : NO_NAMES,
  };
}

function writeEvents(row: Row): readonly TimelineEvent[] {
  const { requestId, createdAt } = row.intent;
  const raw = rawOf(row);
  return stepsOf(row).map(one => {
    const at = one.step?.at ?? createdAt;
    return {
      key: eventKey('journal', undefined, requestId, one.step === undefined ? '' : String(one.step.number)),
      source: WRITES,
      id: requestId,
      row: one,
      raw,
      at: Number.isFinite(at) ? at : undefined,
      time: timeOf(at),
      ...UNLISTED,
      ...(one.step === undefined && namedBy(row)),
    };
  });
}

export const journalReading = (writes: readonly Row[], loaded: SourceReading['loaded']): SourceReading => ({
  id: 'journal',
  source: WRITES,
  items: writes,
  events: writeEvents,
  loaded,
  ...(loaded !== 'all' && {
    why: loaded === 'none' ? t`the journal was not read` : t`the journal has older entries`,
  }),
});

const CHANGES: EventSource = {
  kind: 'status-change',
  says({ row }) {
    const { name, status } = row as StatusChange;
    return { words: name, status: { text: status } };
  },
  // A key begins with the kind of its record, then has its ID.
  view: ({ id }) => (id.includes(' ') ? openView('find', id.slice(id.indexOf(' ') + 1)) : undefined),
};

/** Only the changes that this console saw. */
export const changesReading = (changes: readonly StatusChange[]): SourceReading => ({
  id: 'status-change',
  source: CHANGES,
  items: changes,
  events: (change: StatusChange) => [
    {
      key: `status-change ${change.key} ${change.at}`,
      source: CHANGES,
      id: change.key,
      row: change,
      raw: { record: change.key, status: change.status, seenAt: isoOf(change.at) },
      at: change.at,
      time: timeOf(change.at),
      ...UNLISTED,
    },
  ],
  loaded: 'all',
});

const NOTES: EventSource = {
  kind: 'note',
  says({ row }) {
    const { text, author, pruned } = row as Note;
    const words = pruned ? t`text pruned` : visible(text, 120);
    return { words: author === '' ? words : t`${personText(author)}: ${words}` };
  },
  view({ row }) {
    const { record } = row as Note;
    return record === undefined ? undefined : openView('find', record);
  },
};

export const notesReading = (notes: readonly Note[], loaded: SourceReading['loaded']): SourceReading => ({
  id: 'note',
  source: NOTES,
  items: notes,
  events: (note: Note) => [
    {
      key: `note ${note.number} ${note.at}`,
      source: NOTES,
      id: String(note.number),
      row: note,
      raw: {
        author: note.author,
        at: isoOf(note.at),
        text: note.text,
        ...(note.pruned && { pruned: true }),
        ...(note.record !== undefined && { record: note.record }),
      },
      at: note.at,
      time: timeOf(note.at),
      ...UNLISTED,
    },
  ],
  loaded,
  ...(loaded !== 'all' && { why: loaded === 'none' ? t`not loaded yet` : t`the journal has older notes` }),
});
