// Writes that no screen need offer: the questions themselves, and the keys that answer them.

import { expect, vi } from 'vitest';
import type { OutcomeWord } from '../../src/api/client/outcome.ts';
import { Odd } from '../../src/api/contract/odd.ts';
import { isWrite, type OperationId } from '../../src/api/contract/operations.ts';
import type { Question } from '../../src/effects/question.ts';
import { reread } from '../../src/effects/question.ts';
import { type AuditLine, lineOf } from '../../src/journal/audit.ts';
import type { Row } from '../../src/journal/intent.ts';
import { readAudit } from '../../src/journal/sqlite/audit-check.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { t, unsafeText, visible } from '../../src/lib/visible.ts';
import { type Dialog, whyNotConfirm } from '../../src/store/dialog.ts';
import { isAtEnd } from '../../src/store/dialog-reading.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

/** Cancels a payout that can't be read first. */
export const cancelPayout = (id: string): Question<'payout.cancel'> => ({
  operation: 'payout.cancel',
  input: { params: { version: 'v1' }, body: { id } },
  title: t`Cancel payout`,
  button: t`Cancel payout`,
  lines: [{ label: t`Payout ID`, value: visible(id) }],
  warnings: [t`This payout can't be read first.`],
  token: { text: id.slice(-4), name: t`the last four of the ID` },
});

/** Cancels a direct debit, which is read again first. */
export const cancelDebit = (id: string, status = 'PENDING'): Question<'directDebit.cancel'> => ({
  operation: 'directDebit.cancel',
  input: { params: { transaction_id: id } },
  title: t`Cancel direct debit`,
  button: t`Cancel direct debit`,
  lines: [{ label: t`Status`, value: visible(status) }],
  warnings: [],
  token: { text: id.slice(-4), name: t`the last four of the ID` },
  reread: reread({
    operation: 'directDebit.get',
    input: { params: { transaction_id: id } },
    check: ({ status: now }) => ({
      lines: [
        {
          label: t`Status`,
          value:
            now === undefined || now instanceof Odd
              ? t`–`
              : visible(typeof now === 'string' ? now : unsafeText(now)),
        },
      ],
    }),
  }),
});

/** Pays one of the simulator's beneficiaries. */
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

/** The dialog that is open. */
export function dialogOf(console: TestConsole): Dialog {
  const { overlay } = console.state();
  if (overlay?.kind !== 'dialog') throw new Error('no dialog is open');
  return overlay.dialog;
}

export { patience };

/** Waits until all of the dialog has been on the screen, and its end for long enough. */
export const isReady = (console: TestConsole): Promise<void> =>
  vi.waitFor(() => expect(dialogOf(console).ready).toBe(true), patience);

/** Reads a dialog that is longer than the screen, to its end. */
export async function readsOn(console: TestConsole): Promise<void> {
  await vi.waitFor(() => expect(dialogOf(console).reading.drawn).toBeDefined(), patience);
  for (let pages = 0; pages < 20 && !isAtEnd(dialogOf(console).reading); pages++) {
    const { top } = dialogOf(console).reading;
    console.press('pgdn');
    await vi.waitFor(() => expect(dialogOf(console).reading.drawn?.top ?? 0).toBeGreaterThan(top), patience);
  }
}

/** Types the token and goes to the button, without pressing it. */
export async function typeToken(console: TestConsole, token: string): Promise<void> {
  await isReady(console);
  console.type(token);
  await vi.waitFor(() => expect(dialogOf(console).typed).toBe(token), patience);
  console.press('enter');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
}

/** Waits until Enter on the button would confirm. */
export const isArmed = (console: TestConsole): Promise<void> =>
  vi.waitFor(
    () => expect(whyNotConfirm(dialogOf(console), console.app.clock.monotonic())).toBeUndefined(),
    patience,
  );

/** Types the token, and waits until Enter on the button would confirm. */
export async function mayConfirm(console: TestConsole, token: string): Promise<void> {
  await typeToken(console, token);
  await isArmed(console);
}

/** Types the token and presses the button, as soon as the dialog lets it. */
export async function confirm(console: TestConsole, token: string): Promise<void> {
  await mayConfirm(console, token);
  console.press('enter');
}

/** Waits for the word that the write ended in, as the dialog says it. */
export async function endsIn(console: TestConsole, word: OutcomeWord): Promise<void> {
  await console.sees(new RegExp(`^${word}`, 'm'));
  await vi.waitFor(() => expect(dialogOf(console).phase).toMatchObject({ kind: 'ended', word }), patience);
}

/** The journal's row of the newest write, read from its file. */
export async function newestRow(console: TestConsole): Promise<Row> {
  const port = await console.app.journal.open();
  const listed = await port?.journal.list({ limit: 1 });
  const row = listed?.ok ? listed.value[0] : undefined;
  if (!row) throw new Error('the journal is empty');
  return row;
}

/** The lines of the console's audit log, read from its file; without the line that every log begins with. */
export function auditOf({ journalFile }: TestConsole): readonly AuditLine[] {
  const found = readAudit({ file: journalFile });
  if (!found.ok) throw new Error(found.unreadable);
  return found.lines.flatMap(line => lineOf(line) ?? []).slice(1);
}

/** What was sent to change anything, as `METHOD path`. */
export const writesOf = (console: TestConsole): readonly string[] =>
  console.simulator.wire
    .filter(({ operation }) => operation !== undefined && isWrite(operation as OperationId))
    .map(({ method, target }) => `${method} ${target}`);

/** The simulator's own customer that the console shows; the first one, while it shows none. */
export function inFront(console: TestConsole) {
  const { customers } = console.simulator.world;
  const shown = console.state().customer?.userId;
  const customer = customers.find(({ userId }) => userId === shown) ?? customers[0];
  if (!customer) throw new Error('the world is empty');
  return customer;
}

/** The customer's beneficiary that may be paid in GBP. */
export function payee(console: TestConsole): string {
  const { beneficiaries } = inFront(console);
  for (let n = 0; n < beneficiaries.count; n++) {
    const { id, status, currency } = beneficiaries.row(n);
    if (status === 'VERIFIED' && currency === 'GBP') return id;
  }
  throw new Error('there is nobody to pay');
}

/** A direct debit of the customer that can be cancelled now. */
export function pendingDebit(console: TestConsole): string {
  const at = console.simulator.wire.at(-1)?.at ?? 0;
  const plan = inFront(console).directDebits.plan(at);
  for (let n = 0; n < plan.count; n++) {
    const { transaction_id, status, currency } = plan.row(n);
    if (status === 'PENDING' && currency === 'GBP') return transaction_id;
  }
  throw new Error('no direct debit is pending');
}

/** Puts faults in force, as `--fault` takes them. */
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

/** Asks, and confirms by hand. */
export async function pays(console: TestConsole, amount = '12.50'): Promise<void> {
  void console.app.writes.ask(pay(payee(console), amount, 'GBP'));
  await console.sees('Send the payout');
  await confirm(console, amount);
}

/** Leaves the dialog, and waits until it is gone. */
export async function closes(console: TestConsole): Promise<void> {
  console.press('esc');
  await vi.waitFor(() => expect(console.state().overlay).toBeUndefined(), patience);
}
