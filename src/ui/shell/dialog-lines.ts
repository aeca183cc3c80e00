// The dialog's text as lines. Both the drawing and the rule that every line must be read use these lines.

import type { Entry, Tone } from '../../format/entry.ts';
import { mixedScripts } from '../../lib/mixed-scripts.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, wrap } from '../../lib/width.ts';
import {
  afterVote,
  approvedText,
  digestLine,
  ONLINE,
  waitingLines,
} from '../../money/approval/approval-words.ts';
import { AMOUNT, BENEFICIARY, DEBTOR, isKnown, LABELS, moneyIn } from '../../money/shown-lines.ts';
import { WHOSE } from '../../sending/question.ts';
import { changedText, NOT_GIVEN, type ShownLine } from '../../sending/shown-line.ts';
import { expiryOf, type Waiting, waitingOf } from '../../store/approval-view.ts';
import { type Dialog, type DialogApproval, isAsking, isOver, type Phase } from '../../store/dialog.ts';
import { journalRows } from '../../store/journal-view.ts';
import { urgencyOf } from '../../store/live-quote.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { largeMoney } from '../kit/large.ts';
import type { Painted, Theme } from '../kit/theme.ts';

const sentText = (ms: number): Visible =>
  t`Sent once. Waiting for the response: ${showDuration(Math.max(0, ms))} of at most 30 seconds. Esc hides this dialog; the request goes on.`;
/** No line of the confirmed data is cut. */
const WHOLE = { valueLines: Number.POSITIVE_INFINITY } as const;

const OUTCOME_TONES: Readonly<Record<Extract<Phase, { kind: 'ended' }>['word'], Tone>> = {
  DONE: 'good',
  'NOT SENT': 'bad',
  REFUSED: 'bad',
  UNKNOWN: 'bad',
};

interface At {
  /** Monotonic ms. */
  readonly tick: number;
  readonly sent: boolean;
  /** `until`: monotonic ms. */
  readonly waiting?: { readonly its: Waiting; readonly until: number } | undefined;
}

export const atNow = (state: State, dialog: Dialog): At => {
  const its = waitingOf(state, dialog.requestId);
  return {
    tick: state.tick,
    sent: isSent(state, dialog),
    ...(its && { waiting: { its, until: expiryOf(state, its) } }),
  };
};

const plain = (note: Visible): Entry => ({ note, tone: 'plain' });

export function dialogEntries(dialog: Dialog, at: At, mark: Visible): readonly Entry[] {
  const { phase, approval } = dialog;
  const id = visible(dialog.requestId);
  const shown = byWeight(dialog.lines);
  if (phase.kind === 'ended' || phase.kind === 'voted') {
    const happened = phase.kind === 'ended' ? phase.happened : undefined;
    return [
      ...(happened === undefined ? [] : [{ note: happened, tone: 'good' as const }]),
      ...[...phase.sentences, ...afterVote(phase, at.waiting?.its)].map(plain),
      { label: t`Request ID`, cell: { text: id } },
      phase.kind === 'ended' && phase.word === 'DONE' ? { heading: t`You confirmed` } : { note: t`` },
      ...shown,
    ];
  }
  if (phase.kind === 'waiting') {
    return [
      plain(t`Nothing was sent. Purser tells you when a colleague answers.`),
      ...waitingEntries(at),
      ...(approval
        ? approval.lines.filter(({ label }) => label === ONLINE).flatMap(line => shownEntries(line))
        : []),
      { label: t`Request ID`, cell: { text: id } },
      { heading: t`You asked for` },
      ...shown,
    ];
  }
  return [
    // The reason why the write isn't done must be visible even if not everything fits.
    ...reaskEntries(phase, approval?.part),
    ...shown,
    { label: t`Request ID`, cell: { text: id, tone: 'dim' } },
    ...approvalLines(dialog, at).flatMap(line => shownEntries(line)),
    ...deadlineEntries(dialog, at.tick),
    ...(dialog.warnings.length + (approval?.warnings.length ?? 0) > 0 ? [{ note: t`` }] : []),
    ...(approval?.warnings ?? []).map(note => ({ note, mark, tone: 'bad' as const })),
    // The warnings are right above the question, so that nobody answers before reading them.
    ...dialog.warnings
      .filter(note => !saysAgain(note, phase))
      .map(note => ({ note, mark, tone: 'warn' as const })),
    ...progressEntries(phase, at),
  ];
}

/** First the money and the payee. Then what the write changes and the other facts, the customer, the identifiers. */
function byWeight(lines: readonly ShownLine[]): readonly Entry[] {
  const headline = headlineOf(lines);
  const others = lines.filter(line => !headline?.lines.includes(line));
  const changes = headline ? [] : others.filter(isChange);
  const identifiers = headline || changes.length > 0 ? others.filter(isIdentifier) : [];
  const customer = others.filter(({ label }) => WHOSE.includes(label));
  const rest = others.filter(line => ![...identifiers, ...customer].includes(line));
  return [
    ...(headline
      ? [
          { note: headline.text, tone: 'strong' as const },
          ...headline.lines.flatMap(scriptNotes),
          { note: t`` },
        ]
      : []),
    ...rest.flatMap(line => shownEntries(line, changes.includes(line) ? 'strong' : undefined)),
    ...customer.flatMap(line => shownEntries(line)),
    ...identifiers.flatMap(line => shownEntries(line, 'dim')),
  ];
}

/** "New status", or "10.00 → 20.00". */
const isChange = ({ label, value }: ShownLine): boolean => label.startsWith('New ') || value.includes(' → ');

/** One long word with a digit, such as a UUID. */
const isIdentifier = ({ label, value }: ShownLine): boolean =>
  !WHOSE.includes(label) && /^(?=\S*\d)[\w:-]{12,}$/.test(value);

/** While the request waits, its lines follow the team journal: a colleague may approve the request meanwhile. */
const approvalLines = ({ approval }: Dialog, { waiting }: At): readonly ShownLine[] =>
  approval?.part === 'vote' && waiting
    ? waitingLines({ ...waiting.its, digest: approval.digest ?? '' })
    : (approval?.lines ?? []);

/** `short`: the terminal has few rows, so no line is blank, and the question for the token is the last line. */
export function dialogLines(
  dialog: Dialog,
  at: At,
  width: number,
  theme: Theme,
  short: boolean,
): readonly Painted[] {
  const { phase, token } = dialog;
  const entries = dialogEntries(dialog, at, t`▲`);
  const asks: readonly Entry[] =
    short && token && isAsking(dialog) ? [{ note: tokenText(token), tone: 'strong' }] : [];
  const its = headOf(phase);
  const head = its ? [theme.paint(its.tone, its.word)] : [];
  const room = width - (short ? PLACE : EDGE);
  const shown = short ? entries.filter(entry => !('note' in entry && entry.note === '')) : entries;
  return [
    ...(short && head.length > 0 ? head : [...longTitle(dialog.title, room, width, theme), ...head]),
    ...composeDetails([...shown, ...asks], width, theme, WHOLE),
  ];
}

/** The money of a done write in large digits. None if the answer differs from what was confirmed. */
export function outcomeFigures(dialog: Dialog, width: number, theme: Theme): readonly Painted[] {
  const { phase, lines } = dialog;
  if (phase.kind !== 'ended' || phase.happened === undefined) return [];
  const money = headlineOf(lines)
    ?.lines.map(({ value }) => moneyIn(value)?.cell)
    .filter(cell => cell !== undefined);
  const row = money && largeMoney(money, width);
  return row ? [...row.map(line => theme.paint('good', line)), theme.paint('plain', t``)] : [];
}

const VOTED = {
  yes: { word: t`APPROVED`, tone: 'good' },
  no: { word: t`NOT APPROVED`, tone: 'bad' },
  unknown: { word: t`APPROVAL UNKNOWN`, tone: 'warn' },
} as const;

export function headOf(phase: Phase): { readonly word: Visible; readonly tone: Tone } | undefined {
  switch (phase.kind) {
    case 'ended':
      return { word: visible(phase.word), tone: OUTCOME_TONES[phase.word] };
    case 'waiting':
      return { word: t`WAITING FOR APPROVAL`, tone: 'warn' };
    case 'voted':
      return VOTED[phase.approved];
    default:
      return undefined;
  }
}

function waitingEntries({ waiting, tick }: At): readonly Entry[] {
  if (!waiting) return [];
  const { its, until } = waiting;
  return [
    { label: t`Approval`, cell: { text: approvedText(its) } },
    { label: t`Expires in`, cell: { text: showDuration(Math.max(0, until - tick)), tone: 'strong' } },
    ...shownEntries(digestLine(its)),
  ];
}

/** The cells of the frame's top edge that the title can't use: the corners, and the environment or the place. */
const EDGE = 20;
const PLACE = 26;

const longTitle = (title: Visible, room: number, width: number, theme: Theme): readonly Painted[] =>
  cellWidth(title) <= room
    ? []
    : wrap(title, width, WHOLE.valueLines).map(line => theme.paint('heading', line));

/** A name that mixes scripts may only look like a known name (FAULTS F14). */
const shownEntries = (line: ShownLine, tone?: Tone): readonly Entry[] => [
  { label: line.label, cell: { text: line.value === '' ? NOT_GIVEN : line.value, ...(tone && { tone }) } },
  ...scriptNotes(line),
];

function scriptNotes({ label, value }: ShownLine): readonly Entry[] {
  const scripts = mixedScripts(value).map(name => visible(name));
  if (scripts.length === 0) return [];
  return [
    {
      note: t`${label} mixes ${join(scripts, ' and ')} letters. Check the name: it may only look like a known name.`,
      tone: 'warn',
    },
  ];
}

function deadlineEntries(dialog: Dialog, tick: number): readonly Entry[] {
  const { deadline } = dialog;
  if (!deadline) return [];
  if (isOver(dialog, tick)) return [{ note: deadline.over, tone: 'bad' }];
  const left = deadline.at - tick;
  return [{ label: deadline.label, cell: { text: showDuration(left), tone: urgencyOf(left) ?? 'strong' } }];
}

function progressEntries(phase: Phase, { tick, sent }: At): readonly Entry[] {
  if (phase.kind === 'reading') return [{ note: phase.doing ?? t`Checking the record before sending …` }];
  if (phase.kind !== 'sending') return [];
  return [
    { note: sent ? sentText(tick - phase.since) : t`Signing in and connecting. Nothing was sent yet …` },
  ];
}

/** The sentences above name these duplicates already. */
const saysAgain = (note: Visible, phase: Dialog['phase']): boolean =>
  phase.kind === 'equal' && phase.requestIds.some(id => note.includes(id));

const NOT_DONE = { ask: t`Not asked.`, send: t`Not sent.`, vote: t`Not approved.`, unread: t`Not sent.` };

function reaskEntries(phase: Phase, part: DialogApproval['part'] = 'send'): readonly Entry[] {
  const bad = (note: Visible): Entry => ({ note, tone: 'bad' });
  if (phase.kind === 'equal') return phase.sentences.map(bad);
  if (phase.kind !== 'asking') return [];
  const { changes, trouble, earlier } = phase;
  const since = earlier
    ? t`The record changed since the last confirmation:`
    : t`${NOT_DONE[part]} The record changed. Check the changes:`;
  return [
    ...(changes.length === 0 ? [] : [bad(since)]),
    ...changes.map(change => bad(changedText(change))),
    ...(trouble ? [bad(trouble)] : []),
  ];
}

export const tokenText = ({ name, text }: NonNullable<Dialog['token']>): Visible =>
  t`Type ${name}, ${visible(text)}, to confirm:`;

// An approved write stays WAITING, or NOT SENT after an earlier attempt, until the journal records the new attempt.
const UNSENT: readonly string[] = ['WAITING', 'PREPARED', 'NOT SENT'];

const isSent = (state: State, { requestId }: Dialog): boolean =>
  journalRows(state).some(row => row.intent.requestId === requestId && !UNSENT.includes(row.state));

interface Headline {
  readonly text: Visible;
  /** An amount, and its payee, its payer or the other amount. */
  readonly lines: readonly [ShownLine, ShownLine];
}

/** "587.58 GBP to Zoë Ltd". */
function headlineOf(lines: readonly ShownLine[]): Headline | undefined {
  const known = (label: Visible): ShownLine | undefined =>
    lines.find(line => line.label === label && isKnown(line.value));
  const [amount, payee, payer] = [known(AMOUNT), known(BENEFICIARY), known(DEBTOR)];
  const [sold, bought] = [known(LABELS.sold), known(LABELS.bought)];
  if (amount && payee) return { text: t`${amount.value} to ${payee.value}`, lines: [amount, payee] };
  if (amount && payer) return { text: t`${amount.value} from ${payer.value}`, lines: [amount, payer] };
  return sold && bought
    ? { text: t`${sold.label} ${sold.value}, buys ${bought.value}`, lines: [sold, bought] }
    : undefined;
}
