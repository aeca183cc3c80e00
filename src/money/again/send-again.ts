// Sends a journal entry again, with its own request ID and bytes, or says why that is barred.

import { repeatableForMs } from '../../api/contract/operation.ts';
import type { Input, WriteId } from '../../api/contract/operations.ts';
import { momentOf } from '../../format/cells.ts';
import { evidencesIn } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { isFor, PRUNED, UNAPPROVED, whyNotRepeat } from '../../journal/possible-duplicates.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { shownAccount } from '../../lib/bank-codes.ts';
import { asGiven, type Json, JsonNumber, writeJson } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { waitingFor } from '../../store/approval-view.ts';
import type { ConfirmToken } from '../../store/confirm-token.ts';
import { isHere, isOfOtherProfile, journalRows } from '../../store/journal-view.ts';
import { info, warn, withoutNotice } from '../../store/notices.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { App } from '../app.ts';
import { approvalEndOf } from '../approval/approval-words.ts';
import { type Definitions, definitionOf, type WriteDefinition } from '../definition.ts';
import { equalTo } from '../duplicates.ts';
import { sendsRequestId } from '../in-path.ts';
import { isStillThere, withCurrentJournal } from '../journal-effects.ts';
import { entryOf } from '../journal-entry.ts';
import { member } from '../same-thing.ts';
import { confirmedLines } from '../shown-lines.ts';
import { endInTitle } from '../write-tokens.ts';
import { hasUsableId } from './again-rule.ts';

/** A line for each value that `lines` don't show, without the request ID. */
export function unshownMembers(
  body: Json | undefined,
  lines: readonly ShownLine[],
  requestId: string,
): readonly ShownLine[] {
  if (body === undefined) return [];
  const said = plain(lines.map(({ label, value }) => `${label} ${value}`).join('\n'));
  return leavesOf(body, '')
    .filter(({ value }) => value !== requestId && !wordsOf(value).some(word => says(said, plain(word))))
    .map(({ path, value }) => ({ label: visible(path, 60), value: t`${visible(writeJson(value))}` }));
}

interface BodyLeaf {
  readonly path: string;
  readonly value: Json;
}

function leavesOf(json: Json, path: string): readonly BodyLeaf[] {
  if (json === null || typeof json !== 'object' || json instanceof JsonNumber) return [{ path, value: json }];
  return Array.isArray(json)
    ? json.flatMap((item: Json, i) => leavesOf(item, `${path}[${i}]`))
    : Object.entries(json).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}

function wordsOf(value: Json): readonly string[] {
  if (typeof value === 'boolean') return value ? ['true', 'yes'] : ['false', 'no'];
  if (typeof value === 'string') return [visible(value), visible(shownAccount('iban', value))];
  return [writeJson(value)];
}

/** Whether the text contains the whole word: neither 15 nor 5.50 contains 5. */
function says(text: string, word: string): boolean {
  const literal = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d\\.)${literal}(?![\\p{L}\\p{N}]|\\.\\d)`, 'u').test(text);
}

/** 1,500 equals 1500, and PER_TRANSACTION equals Per transaction. */
const plain = (text: string): string => text.toLowerCase().replaceAll(',', '').replaceAll('_', ' ');

interface SendAgainWay {
  read(app: App): Promise<void>;
  ask(app: App): Visible | undefined;
}

export function whyNoWay(operation: string, definitions: Definitions): Visible | undefined {
  const again = definitionOf(definitions, operation)?.again;
  return again && 'never' in again ? again.never : undefined;
}

/** What the last check found and may be this write. */
function candidatesOf(row: Row, { reconcile }: WriteDefinition, state: State): readonly Visible[] {
  const { outcomeCheck, all } = entryOf(row, state);
  if (row.state !== 'UNKNOWN' || !reconcile || !outcomeCheck) return [];
  const found = evidencesIn(reconcile.entries({ row, outcomeCheck, moment: momentOf(state), all }));
  return found
    .slice(0, MOST)
    .map(
      (one, at) =>
        t`The check found candidate ${at + 1} of ${found.length}, which may be this request: ${one}.`,
    );
}

const MOST = 3;

function wayOf(row: Row, definitions: Definitions): SendAgainWay | undefined {
  const { requestId } = row.intent;
  const definition = definitionOf(definitions, row.intent.operation);
  if (!definition || 'never' in definition.again) return undefined;
  const { operation, again } = definition;
  const { title, button } = again;
  const named = again.named === undefined ? {} : again.named(row.intent);
  const { hasToken = hasUsableId(member('id')) } = again;
  const reading = hasToken(row.intent) ? again.reading(row) : undefined;
  if (!reading || !named) return undefined;
  return {
    read: app => reading.load(app),
    ask(app) {
      const found = reading.found(app);
      if ('barred' in found) return found.barred;
      const lines = found.lines ?? confirmedLines(row);
      void app.dialog.askAgain(row, {
        operation,
        title,
        button,
        lines,
        candidates: candidatesOf(row, definition, app.store.getState()),
        unshown: unshownMembers(bodyOf(row.intent), lines, requestId),
        warnings:
          row.state === 'REFUSED' && sendsRequestId(row.intent)
            ? [...found.warnings, REPEATS]
            : found.warnings,
        token: tokenAgain(definition, row.intent, named),
        ...(found.reread && { reread: found.reread }),
      });
      return undefined;
    },
  };
}

/** INTERFACE.md, Published elsewhere: an idempotent service may keep its answer, refusals too. */
const REPEATS = t`The service may only repeat its refusal. Then make a new request.`;

function tokenAgain({ token }: WriteDefinition, intent: Intent, named: object): ConfirmToken {
  const body = bodyOf(intent);
  const input: object = { ...named, ...(body !== undefined && { body: asGiven(body) }) };
  // The body was made from this operation's own input, so the token's parts are in it.
  const { customer } = intent;
  return token.of(input as Input<WriteId>, { customer, cardEnd: endInTitle(intent.title) });
}

/** In ms: journal and store read the clock at different moments. */
const TICK = 2000;
const FINAL_STATUSES: ReadonlySet<number> = new Set([409, 410, 422]);
const CHECK = t`Check the entry against the service, then resolve it (v).`;

export function whyNotAgain(row: Row, state: State, definitions: Definitions): Visible | undefined {
  return whyNotWrite(state) ?? whyNeverAgain(row, state, definitions) ?? whyNotHere(row, state);
}

function whyNeverAgain(row: Row, state: State, definitions: Definitions): Visible | undefined {
  const title = visible(row.intent.title, 40);
  switch (row.state) {
    case 'WAITING':
      return t`This request waits for approval.`;
    case 'PREPARED':
    case 'SENT':
      return t`This request is on its way.`;
    case 'DONE':
      return t`This request is DONE. To repeat the write, make a new request.`;
    case 'RESOLVED':
      return t`This entry is RESOLVED, and that is final.`;
    case 'UNKNOWN':
      if (row.intent.repeatable !== true) return t`${title}: sending again could do it twice. ${CHECK}`;
      // They are about the content or the request ID, which stay the same (FAULTS B7, B8).
      if (FINAL_STATUSES.has(row.transitions.at(-1)?.answer?.status ?? 0))
        return t`The service answered HTTP ${row.transitions.at(-1)?.answer?.status ?? 0} to this request. Sending it again changes nothing. ${CHECK}`;
  }
  if (row.prunedAt !== undefined) return PRUNED;
  if (isApproved(row)) {
    const next = row.state === 'UNKNOWN' ? CHECK : t`Make a new request.`;
    return isToSend(row, state) ? undefined : t`${UNAPPROVED} ${next}`;
  }
  const never = whyNoWay(row.intent.operation, definitions);
  if (never !== undefined) return never;
  return wayOf(row, definitions) === undefined
    ? t`${title}: this version of Purser can't send it again.`
    : undefined;
}

const isApproved = (row: Row): boolean => approvalEndOf(row) !== undefined;

const isToSend = ({ intent }: Row, state: State): boolean =>
  waitingFor(state, 'send').some(({ row }) => row.intent.requestId === intent.requestId);

function whyNotHere(row: Row, state: State): Visible | undefined {
  const { intent } = row;
  if (!isHere(row, state)) return t`This request belongs to another service. Sign in there first.`;
  if (isOfOtherProfile(row, state))
    return t`This request belongs to the profile ${visible(intent.profile, 30)}. The current service may not know its request ID.`;
  if (state.customer === undefined || !isFor(intent, state.customer))
    return t`This request belongs to another customer, ${visible(intent.customer.userId, 60)}. Switch to that customer with u first.`;
  const age = state.now - intent.createdAt;
  if (!(age > -TICK && age < repeatableForMs))
    return t`This request is more than 24 hours old, or a clock was put back. The service may have forgotten its request ID. ${CHECK}`;
  return whyNotRepeat(row, equalTo(intent, journalRows(state)));
}

export const sendAgain = (app: App, row: Row): Promise<void> =>
  withCurrentJournal(app, () => readAndAsk(app, row));

function readAndAsk(app: App, row: Row): void {
  const before = app.store.getState();
  const { definitions } = app.rules;
  const { requestId } = row.intent;
  const now = journalRows(before).find(one => one.intent.requestId === requestId) ?? row;
  const why = whyNotAgain(now, before, definitions);
  // The dialog for approved writes compares the record with what was approved.
  if (why === undefined && isApproved(now)) return void app.dialog.openWaiting(requestId);
  const way = wayOf(now, definitions);
  if (why !== undefined) warn(app.store, why);
  if (why !== undefined || !way) return;
  const reading = info(t`Reading the record first …`);
  app.store.setState({ notice: reading });
  void way.read(app).then(() => {
    const after = app.store.getState();
    app.store.setState(now => withoutNotice(now, notice => notice === reading));
    if (!isStillThere(before, after)) return;
    const trouble = way.ask(app);
    if (trouble !== undefined) warn(app.store, trouble);
  });
}
