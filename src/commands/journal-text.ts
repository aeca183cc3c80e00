// A journal entry as plain text: one line for a list, or all its facts.

import type { Row, Shown, Transition } from '../journal/intent.ts';
import { maskBody } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isoOf, requestLabel, subjectText } from '../money/journal-entry.ts';

const shown = (text: string): Visible => visible(maskBody(text));

/** The entry's state, with the verdict of a resolved entry. */
function stateOf({ state, transitions }: Row): Visible {
  const verdict = transitions.at(-1)?.resolution?.verdict;
  return verdict === undefined ? visible(state) : t`${visible(state)}: ${visible(verdict)}`;
}

export const SENDING = t`being sent by another console`;

/** The entry as one line. All columns but the last are aligned. `sending`: a console is sending the write now. */
export function rowLine(row: Row, sending: boolean): string {
  const { createdAt, requestId, title, customer } = row.intent;
  const state = visible(stateOf(row).padEnd(18));
  return `${isoOf(createdAt)}  ${state}  ${visible(requestId)}  ${visible(customer.userId, 40)}  ${visible(title, 60)}: ${subjectText(row)}${sending ? ` (${SENDING})` : ''}\n`;
}

export function rowText(row: Row, sending: boolean): string {
  const { intent, transitions, duplicateOf } = row;
  const { customer } = intent;
  const facts: readonly (readonly [string, Visible])[] = [
    ['State', sending ? t`${stateOf(row)}, ${SENDING}` : stateOf(row)],
    ['Operation', t`${visible(intent.title)} (${visible(intent.operation)})`],
    ['Request ID', visible(intent.requestId)],
    ['Asked', visible(isoOf(intent.createdAt))],
    ['Confirmed', visible(isoOf(transitions[0]?.at ?? intent.createdAt))],
    [
      'Customer',
      customer.onBehalfOf === undefined
        ? visible(customer.userId)
        : t`${visible(customer.userId)} · ${visible(customer.onBehalfOf)}`,
    ],
    ...(duplicateOf === undefined ? [] : ([['Duplicate of', visible(duplicateOf)]] as const)),
    ['Profile', t`${visible(intent.profile)} (${visible(intent.environment)})`],
    ['Service', visible(intent.baseUrl)],
    [requestLabel(row), t`${visible(intent.method)} ${visible(intent.target)}`],
    ...(intent.body === undefined ? [] : ([['Body', shown(intent.body)]] as const)),
  ];
  const lines = [
    ...facts.map(([label, value]) => `${label.padEnd(11)} ${value}`),
    'Confirmed as',
    ...whatLines(intent.what),
    ...transitions.flatMap(happened),
  ];
  return `${lines.join('\n')}\n`;
}

const whatLines = (what: readonly Shown[]): readonly string[] =>
  what.map(({ label, value }) => `  ${visible(label, 80)}: ${value === '' ? '–' : shown(value)}`);

function happened({ to, at, process, answer, resolution, what }: Transition): readonly string[] {
  return [
    `${visible(isoOf(at))} ${visible(to)} (process ${process.pid})`,
    ...(what ? ['  Confirmed this time as', ...whatLines(what).map(line => `  ${line}`)] : []),
    ...(answer?.status === undefined ? [] : [`  HTTP status: ${answer.status}`]),
    ...(answer?.message === undefined ? [] : [`  Message: ${shown(answer.message)}`]),
    ...(answer?.text === undefined ? [] : [`  Answer: ${shown(answer.text)}`]),
    ...(resolution
      ? [
          `  Verdict: ${visible(resolution.verdict)}, by ${shown(resolution.by)}`,
          `  Evidence: ${shown(resolution.evidence)}`,
          ...(resolution.note === '' ? [] : [`  Note: ${shown(resolution.note)}`]),
        ]
      : []),
  ];
}
