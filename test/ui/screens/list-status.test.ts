// The line under a list, sentence by sentence.

import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import { ageText } from '../../../src/format/cells.ts';
import { t } from '../../../src/lib/visible.ts';
import { emptyList, type List } from '../../../src/store/list.ts';
import { join, noPages } from '../../../src/store/paging.ts';
import { openView } from '../../../src/store/view.ts';
import { listStatus } from '../../../src/ui/screens/list-status.ts';
import { NOW, signedInStore } from '../../store/signed-in.ts';

const state = { ...signedInStore().getState(), now: NOW, tick: 65_000 };
const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ id: `id-${from + i}`, row: i, raw: { id: `id-${from + i}` } }));
const pages = (...counts: readonly number[]) =>
  counts.reduce((all, count, n) => join(all, ids(count, n * 1000), true), noPages<unknown>());

/** The status line of an empty list after these changes. */
const said = (change: Partial<List<unknown>>, filter = '', shown = 0, local = 0, counts: object = {}) => {
  const list = { ...emptyList(), ...change };
  const rows = (count: number) => Array.from({ length: count });
  return listStatus(
    {
      served: true,
      list,
      local: rows(local),
      count: local + list.pages.items.length,
      items: rows(shown),
      view: { ...openView('transactions'), filter },
      wrong: [],
      unread: 0,
      sums: [],
      marked: [],
      sortedBy: undefined,
      ...counts,
    },
    state,
    {
      nouns: { one: t`transaction`, many: t`transactions` },
      localNouns: { one: t`made from here`, many: t`made from here` },
    },
  );
};
const text = (...given: Parameters<typeof said>): string => said(...given).text;

const refused: Failure = { kind: 'unreachable', cause: 'refused', host: t`api.example`, detail: t`` };

describe('the count of a list', () => {
  it('says how many rows are loaded, or that all are', () => {
    expect(text({ pages: pages(100) })).toBe('100 transactions loaded · G loads more');
    expect(text({ pages: pages(100, 40, 0) })).toBe('140 transactions, all');
    expect(text({ pages: pages(0) })).toBe('0 transactions, all');
    expect(text({ pages: pages(1500) })).toContain('1,500 transactions');
  });

  it('is short for a narrow panel', () => {
    expect(said({ pages: pages(100) }).briefer[0]).toBe('100 loaded · G loads more');
    const total = { count: 240, shrank: false };
    expect(said({ pages: { ...pages(100), total } }).briefer[0]).toBe('100 of 240 loaded · G loads more');
    expect(said({ pages: pages(100, 40, 0) }).briefer[0]).toBe('140 transactions, all');
  });

  it('says how many of the rows match', () => {
    expect(text({ pages: pages(1500, 0) }, 'rent', 3)).toBe('3 of 1,500 loaded match');
    expect(text({ pages: pages(1500, 0) }, '>5', 3, 0, { unread: 1 })).toBe(
      '3 of 1,500 loaded match · 1 row not compared: amount not readable',
    );
  });

  it('has the sums of fewer currencies in less room, and finally no sum', () => {
    const sums = [t`sum 9.00 GBP, 8.00 USD`, t`sum 9.00 GBP, 1 more currency`];
    const { text, briefer } = said({ pages: pages(100) }, 'rent', 3, 0, { sums });
    expect([text, ...briefer]).toEqual([
      '3 of 100 loaded match · G loads more · sum 9.00 GBP, 8.00 USD',
      '3 of 100 · G loads more · sum 9.00 GBP, 8.00 USD',
      '3 of 100 · G loads more · sum 9.00 GBP, 1 more currency',
      '3 of 100 · G loads more',
    ]);
  });

  it('is empty before the first request', () => expect(text({})).toBe(''));

  it('says that the service repeats itself [D2b]', () => {
    const one = join(noPages<unknown>(), ids(2), true);
    expect(text({ pages: join(one, ids(2), true) })).toBe(
      'the service repeated a page · 2 transactions, perhaps more',
    );
  });

  it('says that the service promised more rows and sent none [D1b]', () => {
    const promised = join(pages(3), [], true, { more: true });
    expect(text({ pages: promised })).toBe(
      'the service promised more, sent none · 3 transactions, perhaps more',
    );
  });

  it('says that it is complete if the service says so [D3]', () => {
    const last = join(noPages<unknown>(), ids(100), true, { more: false });
    expect(text({ pages: last })).toBe('100 transactions, all');
  });

  it("shows the service's total until everything is loaded", () => {
    const some = join(noPages<unknown>(), ids(12), true, { total: 45 });
    expect(text({ pages: some })).toBe('12 of 45 transactions loaded · G loads more');
    expect(text({ pages: join(some, ids(33, 12), true, { total: 45 }) })).toBe('45 transactions, all');
  });

  it('shows an impossible total with a question mark [D4a]', () => {
    const tooMany = join(noPages<unknown>(), ids(12), true, { total: 10 });
    expect(text({ pages: tooMany })).toBe('12 of 10? transactions loaded · G loads more');
    expect(text({ pages: join(tooMany, [], true, { total: 10 }) })).toBe('12 of 10? transactions');
    const shrunk = join(join(noPages<unknown>(), ids(12), true, { total: 45 }), ids(12, 12), true, {
      total: 30,
    });
    expect(text({ pages: shrunk })).toBe('24 of 30? transactions loaded · G loads more');
    const short = join(join(noPages<unknown>(), ids(12), true, { total: 45 }), [], true, { total: 45 });
    expect(text({ pages: short })).toContain('the service promised more, sent none · 12 of 45? transactions');
  });

  it("counts local rows and the service's rows separately, and together with a filter", () => {
    expect(text({ pages: pages(100) }, '', 0, 3)).toBe(
      '3 made from here · 100 transactions loaded · G loads more',
    );
    expect(text({ pages: pages(100, 0) }, 'rent', 2, 3)).toBe('2 of 103 loaded match');
  });

  it('names the sort order, and says that it covers only loaded rows if there may be more', () => {
    const by = (direction: 'up' | 'down', mixed = false) => ({
      sortedBy: { column: { title: t`Amount` }, mixed },
      view: { ...openView('transactions'), sort: { column: 'amount', direction } },
    });
    expect(text({ pages: pages(100) }, '', 0, 0, by('down'))).toBe(
      '100 transactions loaded · G loads more · loaded rows sorted by Amount ↓',
    );
    expect(said({ pages: pages(100) }, '', 0, 0, by('down')).briefer[0]).toBe(
      '100 loaded · G loads more · loaded rows by Amount ↓',
    );
    expect(text({ pages: pages(100, 0) }, '', 0, 0, by('up'))).toBe(
      '100 transactions, all · sorted by Amount ↑',
    );
    expect(text({ pages: pages(9, 0) }, '', 0, 0, by('up', true))).toBe(
      '9 transactions, all · sorted by currency, then Amount ↑',
    );
    const repeated = join(pages(2), ids(2), true);
    expect(text({ pages: repeated }, '', 0, 0, by('up'))).toContain('loaded rows sorted by Amount ↑');
    expect(text({ pages: pages(9) }, '', 0, 0, { ...by('up'), served: false })).toContain(
      '· sorted by Amount ↑',
    );
  });

  it('says how many records are marked, and how many marked records are not in the list', () => {
    const marks = (all: number, here: number) => ({
      marked: ids(here),
      view: { ...openView('transactions'), marks: new Set(ids(all).map(({ id }) => id)) },
    });
    expect(text({ pages: pages(9, 0) }, '', 0, 0, marks(3, 3))).toBe('9 transactions, all · 3 marked');
    const sums = [t`sum 9.00 GBP`];
    expect(text({ pages: pages(9, 0) }, '', 0, 0, { ...marks(3, 3), sums })).toBe(
      '9 transactions, all · 3 marked, their sum 9.00 GBP',
    );
    expect(text({ pages: pages(9, 0) }, '', 0, 0, marks(3, 1))).toBe(
      '9 transactions, all · 3 marked, 2 not in this list',
    );
  });

  it('starts with the error of the filter', () => {
    const wrong = [t`no column begins with “colour”`, t`> needs a number`];
    expect(text({ pages: pages(9, 0) }, 'colour:x >', 0, 0, { wrong })).toBe(
      'not understood: no column begins with “colour” · 0 of 9 loaded match',
    );
  });

  it('says that the list moved during paging [D6b]', () => {
    const moved = join(join(noPages<unknown>(), ids(3), true), ids(3, 1), true);
    expect(text({ pages: moved })).toContain('list changed while loading: 2 seen twice');
  });

  it('counts the rows that do not match the request', () => {
    expect(text({ pages: pages(9) }, '', 0, 0, { count: 8 })).toContain('1 row hidden (not as requested)');
    expect(text({ pages: pages(9) }, '', 0, 0, { count: 7 })).toContain('2 rows hidden (not as requested)');
  });

  it('says that records share an ID [C22b]', () => {
    const twice = join(noPages<unknown>(), [...ids(2), ...ids(1)], true);
    expect(text({ pages: twice })).toContain('1 with a duplicate ID');
  });

  it('says that the answers differ from the API, and where to look', () => {
    const drift = [{ kind: 'unknown-field', path: t`[].colour`, note: t`is not in the contract` }] as const;
    expect(text({ pages: pages(1), drift })).toContain('API differences: 1 (@)');
  });
});

describe('the age of a list', () => {
  it.each([
    [0, '0 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [172_800_000, '48 h ago'],
    [-5000, '0 s ago'],
  ])('is %s for %i ms', (age, shown) => {
    expect(ageText(NOW - age, NOW)).toBe(shown);
    expect(said({ pages: pages(1, 0), asOf: NOW - age })).toMatchObject({
      text: '1 transaction, all',
      age: shown,
    });
  });

  it('is not shown before the first answer', () => expect(ageText(undefined, NOW)).toBeUndefined());
});

describe('a running request', () => {
  it('is named first, with its time and the key that stops it', () => {
    const loading = { sequence: 1, purpose: 'more', since: 60_000 } as const;
    expect(said({ pages: pages(100), loading })).toMatchObject({
      text: 'loading page 2, 5 s, Esc stops · 100 transactions loaded · G loads more',
      tone: 'accent',
    });
    expect(text({ loading: { ...loading, purpose: 'first' } })).toBe('loading page 1, 5 s, Esc stops');
    expect(text({ pages: pages(3, 0), loading: { ...loading, purpose: 'again' } })).toMatch(
      /^reloading, 5 s/,
    );
  });
});

describe('a failure', () => {
  it('is shown with the age of the rows that stay', () => {
    const status = said({ pages: pages(100), failure: refused, asOf: NOW - 65_000 });
    expect(status.tone).toBe('warn');
    expect(status.age).toBe('1 min ago');
    expect(status.text).toMatch(/^failed; r loads again/);
    expect(status.text).toMatch(/100 transactions loaded · G loads more/);
  });

  it('is short if the whole sentence is in place of the rows', () => {
    expect(text({ failure: refused })).toBe('failed; r loads again');
  });

  it('is not shown if a person stopped the request', () => {
    expect(text({ pages: pages(100), failure: { kind: 'abandoned' } })).toMatch(
      /^stopped · 100 transactions loaded · G loads more/,
    );
  });
});
