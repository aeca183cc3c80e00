// Functions of a list: sums, loading in the background, saved views, and links to records.

import { describe, expect, it, vi } from 'vitest';
import { readLink } from '../../src/store/place-link.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

let console: TestConsole;

async function onTransactions(): Promise<void> {
  console = await startOnAccounts({ cols: 180, rows: 40 });
  console.press('enter');
  await console.sees(/transactions loaded · G loads more/);
}

describe('the filter of a list', () => {
  it('shows the sum of the matching rows for each currency', async () => {
    console = await startConsole({ cols: 180, rows: 40, opening: 'history' });
    await console.sees(/entries/);
    console.press('/');
    console.type('jpy');
    console.press('enter');
    await console.sees(/loaded match · .*sum [−-]?[\d,]+ JPY/);
    console.press('/', 'ctrl-u');
    console.type('payout');
    console.press('enter');
    await console.sees(/sum .* [A-Z]{3}, .* [A-Z]{3}, .* [A-Z]{3}, \d+ more currencies/);
  });

  it('offers to load the remaining rows if few match, and loads them while you type', async () => {
    await onTransactions();
    console.press('/');
    console.type('zzzz');
    await console.sees('Ctrl+G load the rest');
    console.press('ctrl-g');
    console.type('z');
    await console.sees(/0\/240/);
    expect(currentView(console.state()).filter).toBe('zzzzz');
    console.press('esc');
  });
});

describe('saved views', () => {
  it('are saved under a name, opened and deleted', async () => {
    await onTransactions();
    console.press('/');
    console.type('refund');
    console.press('enter', 'right', 'right', 'O');
    await console.sees(/sorted by/);
    console.press('V');
    await console.sees('No saved views');
    console.type('Refunds');
    await console.sees('Save this list as “Refunds”');
    console.press('enter');
    await console.sees('Saved as “Refunds”');
    const { filter, sort } = currentView(console.state());
    console.press('esc', 'O', 'O');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe(''), patience);
    console.press('V');
    await console.sees(/› Refunds +refund · by/);
    console.press('enter');
    await vi.waitFor(() => expect(currentView(console.state())).toMatchObject({ filter, sort }), patience);
    console.press('V', 'ctrl-x');
    await console.sees('No saved views');
    console.press('esc');
  });

  it('contain pending and returned direct debits and unresolved entries from the start', async () => {
    console = await startConsole({ cols: 160, rows: 40, opening: 'direct-debits' });
    await console.sees(/direct debits/);
    console.press('V');
    await console.sees(/› Pending +status=pending/);
    await console.sees(/Returned +status=returned/);
    console.press('ctrl-x');
    await console.sees('Only a view that you saved can be deleted');
    console.press('enter');
    await console.sees(/\d+ of \d+ loaded match/);
    console.press('0', 'V');
    await console.sees(/› Unresolved +state=UNKNOWN/);
    console.press('enter');
    await vi.waitFor(
      () => expect(currentView(console.state()).server).toEqual({ state: 'UNKNOWN' }),
      patience,
    );
  });
});

describe('a link to a record', () => {
  const copied = async (): Promise<string> => {
    console.press('Y');
    await console.sees('opens this record; paste');
    console.press('G', 'enter');
    await console.sees(/Link to/);
    const encoded = /^[A-Za-z0-9+/=]+/.exec(console.screen.bytes.split(']52;c;').at(-1) ?? '')?.[0] ?? '';
    return Buffer.from(encoded, 'base64').toString();
  };
  const follow = (link: string): void => {
    console.press(':');
    console.screen.paste(link);
    console.press('enter');
  };

  it('is offered for one record only', async () => {
    await onTransactions();
    console.press('space', 'space', 'Y');
    await console.sees(/Link +only for one record/);
    expect(console.screen.text()).not.toContain('this record');
    console.press('esc');
  });

  it('contains profile, customer, screen and ID, and opens that record', async () => {
    await onTransactions();
    const { subject, cursorKey } = currentView(console.state());
    const { userId, onBehalfOf } = console.state().customer ?? {};
    const link = await copied();
    expect(readLink(link)).toEqual({
      profile: 'test',
      customer: { userId, onBehalfOf },
      place: 'transactions',
      subject,
      row: cursorKey,
    });
    console.press('8');
    follow(link);
    await vi.waitFor(
      () => expect(currentView(console.state())).toMatchObject({ place: 'transactions', filter: cursorKey }),
      patience,
    );
    await console.sees(/1 of \d+ loaded match/);
    console.press('_');
    await console.sees('Großhandel');
    follow(link);
    await vi.waitFor(() => expect(console.state().customer?.userId).toBe(userId), patience);
    await console.sees(/1 of \d+ loaded match/);
  });

  it('names the record of a match in Find, as the copy with y does', async () => {
    await onTransactions();
    const { subject, cursorKey } = currentView(console.state());
    console.type(`:${cursorKey}`);
    console.press('enter');
    await console.sees('Press q for all results.');
    console.press('q');
    await console.sees(/› ?Transaction 1 /);
    expect(readLink(await copied())).toMatchObject({ place: 'transactions', subject, row: cursorKey });
    console.press('y');
    await console.sees(`ID ${cursorKey}`);
  });

  it('opens nothing if it is for another profile or an unknown customer, and says why', async () => {
    await onTransactions();
    follow('purser://other/acct_1//accounts/a1');
    await console.sees('This link is for profile other');
    follow('purser://test/acct_unknown/open-1/accounts/a1');
    await console.sees('This link is for another customer');
    await console.sees('acct_unknown');
    await console.sees('open-1');
    console.press('esc');
    const { customer, known } = console.state();
    const other = known.find(one => one.userId !== customer?.userId);
    follow(`purser://test/${customer?.userId}/${other?.onBehalfOf}/accounts/a1`);
    await console.sees('they may belong to two customers');
    expect(console.state().customer).toBe(customer);
    console.press('esc');
    follow('purser://test/acct_1');
    await console.sees('This link is not complete');
    expect(currentView(console.state()).place).toBe('transactions');
  });
});
