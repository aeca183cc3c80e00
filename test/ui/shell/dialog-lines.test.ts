// The first line of a dialog about a payment: amount and payee, if both are known.

import { describe, expect, it } from 'vitest';
import type { RowState } from '../../../src/journal/intent.ts';
import { t, visible } from '../../../src/lib/visible.ts';
import type { ShownLine } from '../../../src/sending/shown-line.ts';
import { newDialog, type Phase } from '../../../src/store/dialog.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { atNow, dialogEntries, outcomeFigures } from '../../../src/ui/shell/dialog-lines.ts';
import { signedInStore } from '../../store/signed-in.ts';
import { row } from '../../subjects/fx/rows.ts';

const amount: ShownLine = { label: t`Amount`, value: t`587.58 GBP` };
const payee: ShownLine = { label: t`Beneficiary`, value: t`O’Connor-Nuñez, María José` };
const reference: ShownLine = { label: t`Reference`, value: t`INV-2291` };

const dialogOf = (lines: readonly ShownLine[]) =>
  newDialog({
    requestId: 'r-1',
    title: t`Make payout`,
    button: t`Make payout`,
    lines,
    warnings: [],
    token: undefined,
    deadline: undefined,
  });
const entries = (...lines: readonly ShownLine[]) =>
  dialogEntries(dialogOf(lines), { tick: 0, sent: false }, t`▲`);
const labels = (...lines: readonly ShownLine[]) =>
  entries(...lines).flatMap(entry => ('label' in entry ? [entry.label] : []));
const first = (...lines: readonly ShownLine[]) => entries(...lines)[0];

describe('the lines by weight', () => {
  const line = (label: string, value: string): ShownLine => ({
    label: visible(label),
    value: visible(value),
  });
  const toned = (...lines: readonly ShownLine[]) =>
    entries(...lines).flatMap(entry => ('cell' in entry ? [[entry.label, entry.cell.tone ?? 'plain']] : []));

  it('are the money, the facts, the customer, and then the identifiers', () => {
    expect(
      toned(
        line('Payout ID', '451cbdc4-778e-456f-a9e5-437221c5cf8a'),
        payee,
        amount,
        line('Customer', 'acct_1234567890'),
        reference,
      ),
    ).toEqual([
      ['Reference', 'plain'],
      ['Customer', 'plain'],
      ['Payout ID', 'dim'],
      ['Request ID', 'dim'],
    ]);
  });

  it('show a change bright where no money moves', () => {
    expect(
      toned(
        line('Card', 'Ana'),
        line('Status', 'ACTIVE'),
        line('New status', 'INACTIVE'),
        line('Card ID', 'card-000000001'),
      ),
    ).toEqual([
      ['Card', 'plain'],
      ['Status', 'plain'],
      ['New status', 'strong'],
      ['Card ID', 'dim'],
      ['Request ID', 'dim'],
    ]);
  });

  it('keep an identifier bright if nothing else says what the write is about', () => {
    expect(toned(line('Payout ID', '451cbdc4-778e-456f-a9e5-437221c5cf8a'))).toEqual([
      ['Payout ID', 'plain'],
      ['Request ID', 'dim'],
    ]);
  });
});

describe('the money of an outcome', () => {
  const theme = createTheme('dark', '16');
  const figures = (phase: Phase, lines: readonly ShownLine[], width = 76) =>
    outcomeFigures({ ...dialogOf(lines), phase }, width, theme).length;
  const done: Phase = { kind: 'ended', word: 'DONE', happened: t`Paid.`, sentences: [], again: false };
  const { happened: _, ...unproved } = done;

  it('is large only if the service confirmed exactly this money', () => {
    expect(figures(done, [amount, payee])).toBe(4);
    expect(figures(unproved, [amount, payee])).toBe(0);
    expect(figures({ ...unproved, word: 'UNKNOWN' }, [amount, payee])).toBe(0);
    expect(figures({ kind: 'sending', since: 0 }, [amount, payee])).toBe(0);
  });

  it('stays text if it has no room or no amount', () => {
    expect(figures(done, [amount, payee], 24)).toBe(0);
    expect(figures(done, [reference])).toBe(0);
  });
});

describe('the headline', () => {
  it('has the amount and the payee in place of their lines', () => {
    expect(first(payee, reference, amount)).toEqual({
      note: '587.58 GBP to O’Connor-Nuñez, María José',
      tone: 'strong',
    });
    expect(labels(payee, reference, amount)).toEqual(['Reference', 'Request ID']);
  });

  it('names the debtor of a direct debit', () => {
    expect(first({ label: t`Debtor`, value: t`Zoë Ltd` }, amount)).toMatchObject({
      note: '587.58 GBP from Zoë Ltd',
    });
  });

  it('has both amounts of a conversion, the sold amount first', () => {
    const sold: ShownLine = { label: t`Customer sells`, value: t`1,000.00 GBP` };
    const bought: ShownLine = { label: t`Customer buys`, value: t`1,268.56 USD` };
    expect(first(sold, bought)).toMatchObject({ note: 'Customer sells 1,000.00 GBP, buys 1,268.56 USD' });
    expect(labels(sold, bought)).toEqual(['Request ID']);
    expect(labels(sold, { ...bought, value: t`–` })).toEqual([
      'Customer sells',
      'Customer buys',
      'Request ID',
    ]);
  });

  it.each([
    ['no amount', [payee]],
    ['no payee', [amount]],
    ['an amount that is missing', [payee, { ...amount, value: t`–` }]],
    ['an amount that doesn’t fit the contract', [payee, { ...amount, value: t`? 36.50 GBP` }]],
    ['an empty name', [{ ...payee, value: t`` }, amount]],
  ])('does not appear with %s, and every line stays', (_, lines) => {
    expect(labels(...lines)).toEqual([...lines.map(({ label }) => label), 'Request ID']);
  });

  it('leaves every other amount in place', () => {
    const other: ShownLine = { ...amount, value: t`? 36.50 GBP` };
    expect(labels(payee, amount, other)).toEqual(['Amount', 'Request ID']);
  });

  it('has the warning of a name with mixed scripts below it [F14]', () => {
    expect(entries({ ...payee, value: t`Аcme Ltd` }, amount)[1]).toMatchObject({
      note: expect.stringContaining('Beneficiary mixes'),
      tone: 'warn',
    });
  });
});

function lastLine(state: RowState): unknown {
  const recorded = row();
  const dialog = {
    ...newDialog({
      requestId: recorded.intent.requestId,
      title: t`Convert`,
      button: t`Convert`,
      lines: [],
      warnings: [],
      token: undefined,
      deadline: undefined,
    }),
    phase: { kind: 'sending', since: 0 },
  } as const;
  const now = {
    ...signedInStore().getState(),
    journal: { kind: 'open', rows: [{ ...recorded, state }], complete: true },
  } as const;
  return dialogEntries(dialog, atNow(now, dialog), t`▲`).at(-1);
}

it.each(['WAITING', 'PREPARED', 'NOT SENT'] as const)(
  'the dialog says that nothing was sent while the journal says %s',
  state => {
    expect(lastLine(state)).toEqual({
      note: 'Signing in and connecting. Nothing was sent yet …',
    });
  },
);

it('the dialog says that the request was sent while the journal says SENT', () => {
  expect(lastLine('SENT')).toMatchObject({ note: expect.stringMatching(/^Sent once\./) });
});

describe('a duplicate that nobody has named', () => {
  it('is named once: its warning gives way to the sentence that says why nothing was sent', () => {
    const warnings = [t`Duplicate: “Pay” was done (request ID r-7).`, t`More than the available amount.`];
    const dialog = { ...dialogOf([amount]), warnings };
    const phase: Phase = { kind: 'equal', requestIds: ['r-7'], sentences: [t`Not sent. Done as r-7.`] };
    const said = (of: typeof dialog) =>
      dialogEntries(of, { tick: 0, sent: false }, t`▲`).flatMap(entry => ('note' in entry ? entry.note : []));
    expect(said({ ...dialog, phase }).filter(note => note.includes('r-7'))).toEqual([
      'Not sent. Done as r-7.',
    ]);
    expect(said({ ...dialog, phase })).toContain('More than the available amount.');
    expect(said(dialog)).toEqual(expect.arrayContaining(warnings));
  });
});
