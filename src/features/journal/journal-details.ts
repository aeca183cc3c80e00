// One write in full: what was confirmed, the request as it was sent, and everything that happened to it since.

import { notSent, wasRefused } from '../../api/contract/write-meaning.ts';
import type { Row, Shown, Transition } from '../../journal/intent.ts';
import { maskBody } from '../../lib/redact.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type JournalEntry, stateText } from '../../records/journal-entry.ts';
import { journalTones } from '../../records/journal-tones.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { meaningOfWrite } from '../../writes/meaning.ts';

const shown = (text: string): Visible => visible(maskBody(text));

/** The lines of the dialog, as they were confirmed. */
export const confirmedEntries = ({ intent }: Row): readonly Entry[] => [
  { label: t`Request ID`, cell: { text: visible(intent.requestId) } },
  ...shownEntries(intent.what),
];

const shownEntries = (what: readonly Shown[]): readonly Entry[] =>
  what.map(({ label, value }) => ({
    label: visible(label, 40),
    cell: { text: value === '' ? t`–` : visible(value) },
  }));

export function whatEntries(entry: JournalEntry, moment: Moment): readonly Entry[] {
  const { row } = entry;
  const { intent } = row;
  return [
    {
      lead: { text: visible(intent.title), tone: 'strong' },
      status: { text: stateText(entry), tone: journalTones[row.state] },
    },
    { note: meaningOf(entry), tone: 'plain' },
    ...(entry.here
      ? []
      : [
          {
            note: t`It was made at another service than this one, ${visible(intent.baseUrl, 60)}: sign in there to find out about it.`,
            tone: 'warn' as const,
          },
        ]),
    { label: t`Asked`, cell: { text: timeText(intent.createdAt, moment) } },
    // The row is made by the button, never by the question.
    { label: t`Confirmed`, cell: { text: timeText(row.transitions[0]?.at ?? intent.createdAt, moment) } },
    ...confirmedEntries(row),
    ...(row.besides === undefined
      ? []
      : [{ label: t`A second one to`, cell: { text: visible(row.besides) } }]),
    { heading: t`The request` },
    { label: t`Profile`, cell: { text: t`${visible(intent.profile)} (${visible(intent.environment)})` } },
    { label: t`Service`, cell: { text: visible(intent.baseUrl) } },
    { label: t`Sent as`, cell: { text: t`${visible(intent.method)} ${visible(intent.target)}` } },
    { label: t`Fingerprint`, cell: { text: visible(intent.fingerprint, 17), tone: 'dim' } },
    ...(intent.body === undefined
      ? [{ note: t`It has no body.` }]
      : [{ note: t`Body, exactly as it was sent:` }, { note: shown(intent.body), tone: 'plain' as const }]),
  ];
}

const timeText = (epochMs: number, { mode, now, zone }: Moment): Visible =>
  showTime(epochMs, mode === 'relative' ? 'local' : mode, now, zone);

/** What its state means for the money, and what to do. */
function meaningOf({ row, own }: JournalEntry): Visible {
  const meaning = meaningOfWrite(row.intent.operation, row.intent.class);
  switch (row.state) {
    case 'PREPARED':
    case 'SENT':
      return own
        ? t`It is on its way from this console. If it stays so, r asks what became of it.`
        : t`It is on its way from another console on this machine, which still runs.`;
    case 'UNKNOWN':
      return t`${unknownBecause(row)}: ${meaning.may}. Read back what the service shows, then resolve it (v).`;
    case 'DONE':
      return t`The service did it.`;
    case 'REFUSED':
      return wasRefused(meaning);
    case 'NOT SENT':
      return notSent(meaning);
    case 'RESOLVED':
      return t`A person found out what became of it. That is final.`;
  }
}

/** What is known of how it came to be UNKNOWN; the sentence goes on with what that means. */
function unknownBecause({ transitions }: Row): Visible {
  const last = transitions.at(-1);
  const left = transitions.at(-2)?.process;
  const recovered = last && left && left.started !== last.process.started;
  if (recovered && last.from === 'PREPARED')
    return t`The console that made it ended just before it would have been sent, and whether it was sent is not known`;
  if (recovered)
    return t`The console that sent it ended before the answer was recorded, and whether it was done is not known`;
  return t`It was sent, and what came back does not say whether it was done`;
}

export function happenedEntries({ row }: JournalEntry, moment: Moment): readonly Entry[] {
  return row.transitions.flatMap(transition => transitionEntries(transition, moment));
}

function transitionEntries(transition: Transition, moment: Moment): readonly Entry[] {
  const { from, to, at, process, answer, resolution, what } = transition;
  return [
    { heading: t`${from === 'NEW' ? t`` : t`${visible(from)} → `}${visible(to)}` },
    { label: t`Time`, cell: { text: timeText(at, moment) } },
    { label: t`Process`, cell: { text: t`${process.pid}`, tone: 'dim' } },
    ...(what ? [{ note: t`What was confirmed this time:` }, ...shownEntries(what)] : []),
    ...(answer?.status === undefined ? [] : [{ label: t`HTTP status`, cell: { text: t`${answer.status}` } }]),
    ...(answer?.message === undefined ? [] : [{ label: t`Message`, cell: { text: shown(answer.message) } }]),
    ...(answer?.text === undefined ? [] : [{ label: t`Answer`, cell: { text: shown(answer.text) } }]),
    ...(resolution
      ? [
          {
            label: t`Verdict`,
            cell: { text: resolution.verdict === 'DONE' ? t`it was done` : t`it was not done` },
          },
          { label: t`Evidence`, cell: { text: shown(resolution.evidence) } },
          ...(resolution.note === '' ? [] : [{ label: t`Note`, cell: { text: shown(resolution.note) } }]),
          { label: t`By`, cell: { text: shown(resolution.by) } },
        ]
      : []),
  ];
}
