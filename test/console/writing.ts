// Opens the dialogs of writes without their screens, and presses the keys that confirm them.

import { expect, vi } from 'vitest';
import type { OutcomeWord } from '../../src/api/client/outcome.ts';
import { Odd } from '../../src/api/contract/odd.ts';
import { isWrite, type OperationId } from '../../src/api/contract/operations.ts';
import { type AuditLine, lineOf } from '../../src/journal/audit.ts';
import type { Row } from '../../src/journal/intent.ts';
import { readAudit } from '../../src/journal/sqlite/audit-check.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { t, unsafeText, visible } from '../../src/lib/visible.ts';
import { type Question, rereadOf } from '../../src/sending/question.ts';
import { confirmProblem, type Dialog } from '../../src/store/dialog.ts';
import { isAllRead, isAtEnd } from '../../src/store/dialog-reading.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

/** The question for cancelling a payout, which Purser can't read before sending. */
export const cancelPayout = (id: string): Question<'payout.cancel'> => ({
  operation: 'payout.cancel',
  input: { params: { version: 'v1' }, body: { id } },
  title: t`Cancel payout`,
  button: t`Cancel payout`,
  lines: [{ label: t`Payout ID`, value: visible(id) }],
  warnings: [t`This payout can't be read first.`],
  token: { text: id.slice(-4), name: t`the last four of the ID` },
});

/** The question for cancelling a direct debit, which Purser reads again before sending. */
export const cancelDebit = (id: string, status = 'PENDING'): Question<'directDebit.cancel'> => ({
  operation: 'directDebit.cancel',
  input: { params: { transaction_id: id } },
  title: t`Cancel direct debit`,
  button: t`Cancel direct debit`,
  lines: [{ label: t`Status`, value: visible(status) }],
  warnings: [],
  token: { text: id.slice(-4), name: t`the last four of the ID` },
  reread: [
    rereadOf({
      operation: 'directDebit.get',
      input: { params: { transaction_id: id } },
      found: debit => debit,
      lines: ({ status: now }) => [
        {
          label: t`Status`,
          value:
            now === undefined || now instanceof Odd
              ? t`–`
              : visible(typeof now === 'string' ? now : unsafeText(now)),
        },
      ],
    }),
  ],
});

/** The question for paying a beneficiary of the simulator. */
export const pay = (beneficiaryId: string, amount: string, currency: string): Question<'payout.create'> => ({
  operation: 'payout.create',
  input: {
    body: { beneficiary_id: beneficiaryId, amount: amount as Decimal, currency, reference: 'Invoice 7' },
  },
  title: t`Pay`,
  button: t`Send the payout`,
  lines: [
    { label: t`Beneficiary`, value: visible(beneficiaryId) },
    { label: t`Amount`, value: t`${visible(amount)} ${visible(currency)}` },
  ],
  warnings: [],
  token: { text: amount, name: t`the amount` },
});

/** The open dialog. Throws if there is none. */
export function dialogOf(console: TestConsole): Dialog {
  const { overlay } = console.state();
  if (overlay?.kind !== 'dialog') throw new Error('no dialog is open');
  return overlay.dialog;
}

/** At least the time that a person needs to read the end of a dialog, and the silence before Enter, in ms. */
const READING = 400;

/** Waits until the whole dialog was on the screen. The time for reading its end passes at once. */
export const isReady = (console: TestConsole): Promise<void> =>
  vi.waitFor(() => {
    const { ready, reading } = dialogOf(console);
    if (!ready && isAllRead(reading) && isAtEnd(reading)) console.passes(READING);
    expect(dialogOf(console).ready).toBe(true);
  }, patience);

/** Reads a dialog that is longer than the screen to its end. */
export async function readsOn(console: TestConsole): Promise<void> {
  await vi.waitFor(() => expect(dialogOf(console).reading.drawn).toBeDefined(), patience);
  for (let pages = 0; pages < 20 && !isAtEnd(dialogOf(console).reading); pages++) {
    const { top } = dialogOf(console).reading;
    console.press('pgdn');
    await vi.waitFor(() => expect(dialogOf(console).reading.drawn?.top ?? 0).toBeGreaterThan(top), patience);
  }
}

/** Types the token and moves to the button without pressing it. */
export async function typeToken(console: TestConsole, token: string): Promise<void> {
  await isReady(console);
  console.type(token);
  await vi.waitFor(() => expect(dialogOf(console).typed).toBe(token), patience);
  console.press('enter');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
}

/** Waits until the focus is on the button and Enter would confirm. The silence after the last key passes at once. */
export const isArmed = (console: TestConsole): Promise<void> =>
  vi.waitFor(() => {
    const dialog = dialogOf(console);
    expect(dialog.focus).toBe('go');
    if (!dialog.silent) console.passes(READING);
    expect(confirmProblem(dialog, console.app.clock.monotonic())).toBeUndefined();
  }, patience);

/** Types the token, and waits until Enter on the button would confirm. */
export async function mayConfirm(console: TestConsole, token: string): Promise<void> {
  await typeToken(console, token);
  await isArmed(console);
}

/** Confirms a dialog without a token: Tab to the button, then Enter. */
export async function confirms(console: TestConsole): Promise<void> {
  await isReady(console);
  console.press('tab');
  await isArmed(console);
  console.press('enter');
}

/** Types the token and presses the button as soon as the dialog allows it. */
export async function confirm(console: TestConsole, token: string): Promise<void> {
  await mayConfirm(console, token);
  console.press('enter');
}

/** Longer than an outcome must be on the screen before Enter closes its dialog, in ms. */
const REST = 1000;

/** Waits until the dialog shows this outcome. The time for reading it passes at once. */
export async function endsIn(console: TestConsole, word: OutcomeWord): Promise<void> {
  await console.sees(new RegExp(`^${word}`, 'm'));
  await isOver(console, word);
}

/** Waits until the write has this outcome and Enter would close its dialog. */
export async function isOver(console: TestConsole, word: OutcomeWord): Promise<void> {
  await endedAs(console, { kind: 'ended', word });
}

/** Waits until the write waits for approval and Enter would act on its dialog. */
export const isWaiting = (console: TestConsole): Promise<void> => endedAs(console, { kind: 'waiting' });

async function endedAs(console: TestConsole, ended: Partial<Dialog['phase']>): Promise<void> {
  await vi.waitFor(() => {
    const { phase, reading } = dialogOf(console);
    expect(phase).toMatchObject(ended);
    expect(reading.drawn).toBeDefined();
  }, patience);
  console.passes(REST);
}

/** The journal's row of the newest write, read from its file. */
export async function newestRow(console: TestConsole): Promise<Row> {
  const port = await console.app.journal.open();
  const listed = await port?.journal.list({ limit: 1 });
  const row = listed?.ok ? listed.value[0] : undefined;
  if (!row) throw new Error('the journal is empty');
  return row;
}

/** The lines of the console's audit log, read from its file, without the first line of every log. */
export function auditOf({ journalFile }: TestConsole): readonly AuditLine[] {
  const found = readAudit({ file: journalFile });
  if (!found.ok) throw new Error(found.unreadable);
  return found.lines.flatMap(line => lineOf(line) ?? []).slice(1);
}

/** The requests that change something, as `METHOD path`. */
export const writesOf = (console: TestConsole): readonly string[] =>
  console.simulator.wire
    .filter(({ operation }) => operation !== undefined && isWrite(operation as OperationId))
    .map(({ method, target }) => `${method} ${target}`);

/** The last body sent for the operation. */
export function bodyOf({ simulator }: TestConsole, operation: OperationId): unknown {
  const sent = simulator.wire.findLast(one => one.operation === operation);
  return sent && JSON.parse(sent.body);
}

/** The simulator's record of the open customer, or of the first customer if none is open. */
export function openCustomer(console: TestConsole) {
  const { customers } = console.simulator.world;
  const shown = console.state().customer?.userId;
  const customer = customers.find(({ userId }) => userId === shown) ?? customers[0];
  if (!customer) throw new Error('the world is empty');
  return customer;
}

/** The ID of a beneficiary of the customer that can be paid in GBP. */
export function payee(console: TestConsole): string {
  const { beneficiaries } = openCustomer(console);
  for (let n = 0; n < beneficiaries.count; n++) {
    const { id, status, currency } = beneficiaries.row(n);
    if (status === 'VERIFIED' && currency === 'GBP') return id;
  }
  throw new Error('there is nobody to pay');
}

/** The ID of a direct debit of the customer that can be cancelled now. */
export function pendingDebit(console: TestConsole): string {
  const at = console.simulator.wire.at(-1)?.at ?? 0;
  const plan = openCustomer(console).directDebits.plan(at);
  for (let n = 0; n < plan.count; n++) {
    const { transaction_id, status, currency } = plan.row(n);
    if (status === 'PENDING' && currency === 'GBP') return transaction_id;
  }
  throw new Error('no direct debit is pending');
}

/** Adds fault rules, in the syntax of `--fault`. */
export async function breaks({ simulator }: TestConsole, ...rules: readonly string[]): Promise<void> {
  const answer = await fetch(`${simulator.url}/__sim/faults`, {
    method: 'POST',
    body: JSON.stringify(rules),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

export async function mends({ simulator }: TestConsole): Promise<void> {
  await fetch(`${simulator.url}/__sim/faults`, { method: 'DELETE' });
}

/** Opens the dialog of a payout and confirms it. */
export async function pays(console: TestConsole, amount = '12.50'): Promise<void> {
  void console.app.dialog.ask(pay(payee(console), amount, 'GBP'));
  await console.sees('Send the payout');
  await confirm(console, amount);
}

/** Opens a customer that the simulator does not know. */
export async function opensSomebodyElse(console: TestConsole): Promise<void> {
  console.press('u');
  await console.sees('Großhandel');
  console.type('acct_somebody_else');
  console.press('enter', 'enter', 'enter');
  await console.sees(/DEMO +acct_somebody_else/);
}

/** Closes the dialog and waits until it is gone. */
export async function closes(console: TestConsole): Promise<void> {
  console.press('esc');
  await vi.waitFor(() => expect(console.state().overlay).toBeUndefined(), patience);
}
