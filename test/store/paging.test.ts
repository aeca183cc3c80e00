// How pages are added to a list, whatever a service sends: no record twice, none lost, and always an end.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPage, type PageAsked } from '../../src/api/contract/next-page.ts';
import type { Paging } from '../../src/api/contract/operation.ts';
import { operations } from '../../src/api/contract/operations.ts';
import { parseDecimal } from '../../src/lib/decimal.ts';
import { JsonNumber, memberOf } from '../../src/lib/json.ts';
import {
  doubtOf,
  type End,
  type Extent,
  extentOf,
  freeKey,
  idOfKey,
  join,
  noPages,
  type PageNotice,
  type Pages,
} from '../../src/store/paging.ts';

const RUNS = { seed: 20_261_120, numRuns: 1000 };

/** Identifies a record in the tests, whatever its ID is. */
type Serial = number;
type Arrival = Parameters<typeof join<Serial>>[1][number];

const record = (id: string | undefined, serial: Serial): Arrival => ({
  id,
  row: serial,
  raw: { id: id ?? null, serial: new JsonNumber(parseDecimal(String(serial)) ?? fail(serial)) },
});
const fail = (what: unknown): never => {
  throw new Error(`not what the test meant: ${what}`);
};

/** Adds page after page until the list ends, or until no page is left. */
function take(pages: readonly (readonly Arrival[])[]): { list: Pages<Serial>; asked: number } {
  let list = noPages<Serial>();
  let asked = 0;
  for (const page of pages) {
    if (list.end !== undefined) break;
    list = join(list, page, true);
    asked += 1;
  }
  return { list, asked };
}

const serials = (list: Pages<Serial>): Serial[] => list.items.map(item => item.row);

/** IDs that repeat often, no ID, and IDs that look like generated keys. */
const someId = fc.option(
  fc.constantFrom(
    'a',
    'b',
    'c',
    'd',
    'e',
    'a~2',
    'a~2~2',
    'b~2',
    '#1',
    '#2',
    '#3',
    'a\nb',
    '__proto__',
    'undefined~2',
  ),
  { nil: undefined },
);

/** What identifies a record in these pages: its ID and its amount. Its row is its number, in the order of arrival. */
const leg = (id: string | undefined, amount: number, serial: Serial): Arrival => ({
  id,
  row: serial,
  raw: { id: id ?? null, amount: String(amount) },
});
const contentIn = ({ raw }: Pick<Arrival, 'raw'>): string => JSON.stringify(raw);

/** Pages with any IDs, and few different amounts. */
const anyPages = fc
  .array(fc.array(fc.tuple(someId, fc.nat({ max: 2 })), { maxLength: 6 }), { maxLength: 8 })
  .map(pages => {
    let serial = 0;
    return pages.map(page => page.map(([id, amount]) => leg(id, amount, ++serial)));
  });

describe('any sequence of pages', () => {
  it('gives every record its own key', () => {
    fc.assert(
      fc.property(anyPages, pages => {
        const keys = take(pages).list.items.map(item => item.key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      RUNS,
    );
  });

  it('keeps the order of arrival', () => {
    fc.assert(
      fc.property(anyPages, pages => {
        const arrived = pages.flat().map(contentIn);
        const kept = take(pages).list.items.map(contentIn);
        let from = 0;
        for (const one of kept) {
          from = arrived.indexOf(one, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
      RUNS,
    );
  });

  it('loses no record: the list leaves out only records whose whole content was on an earlier page', () => {
    fc.assert(
      fc.property(anyPages, pages => {
        const { list, asked } = take(pages);
        const taken = pages.slice(0, list.end === 'repeated-page' ? asked - 1 : asked);
        const most = new Map<string, number>();
        for (const page of taken) {
          for (const [content, group] of Map.groupBy(page, contentIn)) {
            const before = most.get(content) ?? 0;
            const hasId = group[0]?.id !== undefined;
            most.set(content, hasId ? Math.max(before, group.length) : before + group.length);
          }
        }
        const kept = Map.groupBy(list.items, contentIn);
        expect(new Map([...kept].map(([content, group]) => [content, group.length]))).toEqual(most);

        const sent = taken.flat().length;
        expect(list.shifted).toBe(sent - list.items.length);
        const named = list.items.map(({ raw }) => memberOf(raw, 'id')).filter(id => id !== null);
        expect(list.sameId).toBe(named.length - new Set(named).size);
      }),
      RUNS,
    );
  });

  it('stops at the first page that is empty or repeated, and at no other', () => {
    fc.assert(
      fc.property(anyPages, pages => {
        const contents = pages.map(page => JSON.stringify(page.map(contentIn).toSorted()));
        const last = contents.findIndex((page, i) => page === '[]' || contents.indexOf(page) < i);
        const { list, asked } = take(pages);
        expect(asked).toBe(last < 0 ? pages.length : last + 1);
        expect(list.end).toBe(
          last < 0 ? undefined : contents[last] === '[]' ? 'empty-page' : 'repeated-page',
        );
      }),
      RUNS,
    );
  });
});

describe('a list that grows during paging', () => {
  it('has every earlier record once, and counts the repeated records [D6a]', () => {
    const growing = fc.record({
      size: fc.integer({ min: 2, max: 7 }),
      count: fc.integer({ min: 0, max: 40 }),
      // Between two pages come fewer new records than one page has, because a whole page would look like a repeat (D2).
      inserts: fc.array(fc.nat({ max: 6 }), { minLength: 60, maxLength: 60 }),
    });
    fc.assert(
      fc.property(growing, ({ size, count, inserts }) => {
        const all = Array.from({ length: count }, (_, i) => i);
        let list = noPages<Serial>();
        let inserted = 0;
        while (list.end === undefined) {
          const from = list.taken * size;
          const page = all.slice(from, from + size).map(serial => record(`id-${serial}`, serial));
          list = join(list, page, true);
          const more = Math.min(inserts[list.taken] ?? 0, size - 1);
          all.unshift(...Array.from({ length: more }, () => --inserted));
        }
        expect(list.end).toBe('empty-page');
        expect(serials(list).filter(serial => serial >= 0)).toEqual(
          Array.from({ length: count }, (_, i) => i),
        );
      }),
      RUNS,
    );
  });
});

const NUMBERED = operations['account.transactions'].paging;
const COUNTED = operations['beneficiary.list'].paging;

/** A service that follows the requested positions. */
function pageOf<T>(all: readonly T[], paging: Paging, { fields, size }: PageAsked): readonly T[] {
  const { page = 1, offset = 0 } = fields;
  const from = paging.style === 'page' ? (page - 1) * (size ?? 20) : offset;
  return all.slice(from, from + (size ?? 20));
}

describe('a list that changes during paging', () => {
  const changing = fc.record({
    paging: fc.constantFrom(NUMBERED, COUNTED),
    size: fc.constantFrom(20, 30, 50),
    count: fc.integer({ min: 0, max: 250 }),
    says: fc.constantFrom('nothing', 'total', 'more'),
    changes: fc.array(
      fc.record({
        inserted: fc.nat({ max: 2 }),
        // In thousandths of the list.
        left: fc.array(fc.nat({ max: 999 }), { maxLength: 12 }),
        changed: fc.array(fc.nat({ max: 999 }), { maxLength: 4 }),
      }),
      { maxLength: 20 },
    ),
  });
  interface Served {
    readonly id: number;
    readonly status: number;
  }

  it('has every record that stayed, in its latest reading, or says that rows may be missing [D16]', () => {
    let repaired = 0;
    fc.assert(
      fc.property(changing, ({ paging, size, count, says, changes }) => {
        let all: readonly Served[] = Array.from({ length: count }, (_, id) => ({ id, status: 0 }));
        const sent = new Map<number, number>();
        let list = noPages<Served>();
        let inserted = 0;
        while (list.end === undefined) {
          const asked = nextPage(paging, size, list);
          const page = pageOf(all, paging, asked);
          for (const { id, status } of page) sent.set(id, status);
          const arrived = page.map(row => ({
            id: `id-${row.id}`,
            row,
            raw: { id: `id-${row.id}`, status: String(row.status) },
          }));
          const isLast = page.at(-1)?.id === all.at(-1)?.id;
          const said = { nothing: {}, total: { total: all.length }, more: { more: !isLast } }[says];
          list = join(list, arrived, true, { ...said, asked });
          const { inserted: more = 0, left = [], changed = [] } = changes[list.taken - 1] ?? {};
          const at = (part: number): number => Math.floor((part * all.length) / 1000);
          const gone = new Set(left.map(at));
          const other = new Set(changed.map(at));
          all = [
            ...Array.from({ length: more }, () => ({ id: --inserted, status: 0 })),
            ...all.flatMap(({ id, status }, n) =>
              gone.has(n) ? [] : [{ id, status: other.has(n) ? status + 1 : status }],
            ),
          ];
        }
        const read = new Map(list.items.map(({ row }) => [row.id, row.status]));
        expect(read.size).toBe(list.items.length);
        if (extentOf(list) !== 'all') return;
        expect([...read].filter(([id, status]) => sent.get(id) !== status)).toEqual([]);
        expect(all.filter(({ id }) => id >= 0 && !read.has(id))).toEqual([]);
        if (changes.some(({ left }) => left.length > 0)) repaired += 1;
      }),
      RUNS,
    );
    expect(repaired).toBeGreaterThan(100);
  });

  it.each<PageNotice>([{ more: false }, { total: 3 }])(
    'may miss rows if no row of two readings is known, although the service says %j',
    notice => {
      const read = (list: Pages<Serial>, ids: readonly string[], more: Partial<PageAsked>, said = {}) => {
        const asked = { fields: {}, size: 10, page: 1, overlap: 0, again: false, ...more };
        return join(list, page(...ids), true, { ...said, asked });
      };
      const first = read(noPages(), ['a', 'b', 'c'], {});
      const second = read(first, ['x', 'y'], { overlap: 1 });
      expect(second).toMatchObject({ again: true, end: undefined });
      const third = read(second, ['x', 'y', 'z'], { overlap: 3, again: true }, notice);
      expect(third).toMatchObject({ end: 'rows-left', missed: true });
      const found = read(second, ['c', 'x', 'y'], { overlap: 3, again: true }, notice);
      expect(found).toMatchObject({ end: 'last-page', missed: false });
    },
  );

  it('is whole and requests few pages more if nothing changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(NUMBERED, COUNTED), fc.integer({ min: 1, max: 3000 }), (paging, count) => {
        const all = Array.from({ length: count }, (_, id) => id);
        let list = noPages<Serial>();
        while (list.end === undefined) {
          const asked = nextPage(paging, 100, list);
          const page = pageOf(all, paging, asked).map(id => record(`id-${id}`, id));
          list = join(list, page, true, { asked });
        }
        expect(serials(list)).toEqual(all);
        expect(list).toMatchObject({ end: 'empty-page', shifted: 0, sameId: 0 });
        expect(list.taken).toBeLessThanOrEqual(Math.ceil(count / 80) + 2);
      }),
      { ...RUNS, numRuns: 100 },
    );
  });

  it.each<[string, (asked: PageAsked, all: readonly number[]) => readonly number[], string]>([
    ['ignores the size', ({ page }, all) => all.slice((page - 1) * 100, page * 100), 'empty-page'],
    [
      'sends at most 20 rows',
      ({ page, size = 20 }, all) => all.slice((page - 1) * Math.min(size, 20), page * Math.min(size, 20)),
      'empty-page',
    ],
    ['ignores the page number', ({ size }, all) => all.slice(0, size), 'repeated-page'],
    ['ignores both', (_, all) => all.slice(0, 100), 'repeated-page'],
  ])('ends with a service that %s', (_, served, end) => {
    const all = Array.from({ length: 450 }, (_, id) => id);
    let list = noPages<Serial>();
    while (list.end === undefined && list.taken < 100) {
      const asked = nextPage(NUMBERED, 100, list);
      const page = served(asked, all).map(id => record(`id-${id}`, id));
      list = join(list, page, true, { asked });
    }
    expect(list.end).toBe(end);
    expect(serials(list)).toEqual(end === 'empty-page' ? all : all.slice(0, 100));
  });

  it('ends with a service whose records have another content in each answer, and says that rows may be missing', () => {
    let list = noPages<Serial>();
    let answers = 0;
    while (list.end === undefined && list.taken < 100) {
      const asked = nextPage(NUMBERED, 100, list);
      answers += 1;
      const ids = pageOf(
        Array.from({ length: 450 }, (_, id) => id),
        NUMBERED,
        asked,
      );
      list = join(
        list,
        ids.map(id => leg(`id-${id}`, answers, id)),
        true,
        { asked },
      );
    }
    expect(list).toMatchObject({ end: 'rows-left' });
    expect(new Set(serials(list)).size).toBe(450);
  });

  it('continues with a service that counts the offset in whole pages', () => {
    const all = Array.from({ length: 250 }, (_, id) => id);
    let list = noPages<Serial>();
    while (list.end === undefined && list.taken < 100) {
      const asked = nextPage(COUNTED, 100, list);
      const from = Math.floor((asked.fields['offset'] ?? 0) / 100) * 100;
      list = join(
        list,
        all.slice(from, from + 100).map(id => record(`id-${id}`, id)),
        true,
        { asked },
      );
    }
    expect(serials(list)).toEqual(all);
  });
});

/** Records that only their ID identifies. */
const page = (...ids: readonly (string | undefined)[]): Arrival[] =>
  ids.map((id, i) => ({ id, row: i, raw: { id: id ?? null } }));

describe('a service', () => {
  it('may send an ID twice in a page: the list keeps and counts both records, with different keys [C22a]', () => {
    const { list } = take([page('a', 'b', 'a'), page('c')]);
    expect(serials(list)).toEqual([0, 1, 2, 0]);
    expect(list.items.map(item => item.key)).toEqual(['a', 'b', 'a~2', 'c']);
    expect(list).toMatchObject({ sameId: 1, shifted: 0 });
  });

  it('may send both records again on the next page: the list neither loses nor repeats them [C22a]', () => {
    const { list } = take([page('a', 'a'), page('a', 'a', 'a', 'b')]);
    expect(list.items.map(item => item.key)).toEqual(['a', 'a~2', 'a~3', 'b']);
    expect(list).toMatchObject({ sameId: 2, shifted: 2 });
  });

  it("may send an ID that looks like another record's key", () => {
    const { list } = take([page('a', 'a'), page('a~2'), page(undefined, '#4', '#6', undefined)]);
    expect(list.items).toHaveLength(7);
    expect(new Set(list.items.map(item => item.key)).size).toBe(7);
  });

  it('may send records without IDs: new contents continue the list, repeated contents stop it [D2a]', () => {
    const nameless = (from: Serial): Arrival[] => [record(undefined, from), record(undefined, from + 1)];
    const { list } = take([nameless(1), nameless(3), nameless(5), nameless(5), nameless(7)]);
    expect(serials(list)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(list.end).toBe('repeated-page');
  });

  it.each([
    ['an ignored page number', [page('a', 'b'), page('a', 'b')]],
    ['an ignored page number and another order', [page('a', 'b'), page('b', 'a')]],
    ['the first page after the last', [page('a'), page('b'), page('a'), page('b')]],
  ])('ends the list by sending %s [D2a]', (_, pages) => {
    expect(take([...pages, page('never-asked')]).list).toMatchObject({ end: 'repeated-page' });
  });

  it('may send IDs with line breaks: each is one ID', () => {
    expect(serials(take([page('a\nb'), page('a', 'b')]).list)).toHaveLength(3);
  });

  it('may send a short page, which does not end the list, and an empty page, which does', () => {
    expect(take([page('a', 'b'), page('c')]).list.end).toBeUndefined();
    expect(take([page('a', 'b'), page('c'), []]).list.end).toBe('empty-page');
    expect(take([[]]).list).toMatchObject({ end: 'empty-page', items: [] });
  });

  it('may have a list without pages, which is complete after the first answer, even if the list is empty', () => {
    expect(join(noPages<Serial>(), page('a', 'a'), false)).toMatchObject({ end: 'unpaged', sameId: 1 });
    expect(join(noPages<Serial>(), [], false)).toMatchObject({ end: 'unpaged', items: [] });
  });
});

/** One page after the other, each with the service's notice. */
const told = (...pages: readonly (readonly [readonly Arrival[], PageNotice?])[]): Pages<Serial> =>
  pages.reduce((list, [rows, said]) => join(list, rows, true, said), noPages<Serial>());

describe('a service that says whether more rows follow', () => {
  it('decides whether the list continues', () => {
    expect(told([page('a'), { more: true }]).end).toBeUndefined();
    expect(told([page('a'), { more: false }]).end).toBe('last-page');
    expect(told([page('a'), { more: true, total: 1 }]).end).toBeUndefined();
  });

  it('ends the list with a separate reason if it promises more rows but sends none', () => {
    expect(told([page('a')], [[], { more: true }]).end).toBe('none-sent');
    expect(told([page('a')], [[], { more: false }]).end).toBe('empty-page');
    expect(told([page('a')], [[]]).end).toBe('empty-page');
    expect(join(noPages<Serial>(), [], false, { more: true }).end).toBe('unpaged');
  });
});

describe('a list that the service counts', () => {
  it('ends when all rows have arrived', () => {
    const list = told([page('a', 'b'), { total: 3 }]);
    expect(list).toMatchObject({ end: undefined, total: { count: 3, shrank: false }, taken: 1 });
    expect(join(list, page('c'), true, { total: 3 })).toMatchObject({ end: 'last-page', taken: 2 });
    const silent = told([page('a', 'b'), { total: 3 }], [page('c')]);
    expect(silent).toMatchObject({ end: 'last-page', total: { count: 3 } });
  });

  it('ends when the count is reached, with repeated rows counted too', () => {
    const list = told([page('a', 'b'), { total: 4 }], [page('b', 'c'), { total: 4 }]);
    expect(list).toMatchObject({ end: 'last-page', shifted: 1 });
    expect([list.items.length, list.position]).toEqual([3, 4]);
  });

  it('ends with an empty page if there are fewer rows than the count', () => {
    const two = told([page('a', 'b'), { total: 3 }]);
    expect(join(two, [], true).end).toBe('none-sent');
    expect(join(two, [], true, { total: 2 }).end).toBe('empty-page');
    expect(join(two, [], true, { total: 1 }).end).toBe('empty-page');
  });

  it('continues if more rows have arrived than the count', () => {
    expect(told([page('a', 'b', 'c'), { total: 2 }]).end).toBeUndefined();
  });

  it('continues after the count was lowered, even if the count rises again', () => {
    const shrunk = told([page('a'), { total: 3 }], [page('b'), { total: 2 }]);
    expect(shrunk).toMatchObject({ end: undefined, total: { count: 2, shrank: true } });
    const grown = join(shrunk, page('c'), true, { total: 3 });
    expect(grown).toMatchObject({ end: undefined, total: { count: 3, shrank: true } });
    const grew = told([page('a'), { total: 2 }], [page('b'), { total: 3 }]);
    expect(grew.total).toEqual({ count: 3, shrank: false });
  });
});

describe('a repeated page', () => {
  const again = { perhapsFirst: true };

  it('does not end the list the first time if it may be the first page under another number [D2c]', () => {
    const twice = told([page('a', 'b')], [page('a', 'b'), again]);
    expect(twice).toMatchObject({ end: undefined, taken: 2, shifted: 0 });
    expect(serials(join(twice, page('c'), true))).toEqual([0, 1, 0]);
    expect(join(twice, page('a', 'b'), true, again).end).toBe('repeated-page');
  });

  it('ends the list if it can’t be the first page, or if no rows follow [D2a]', () => {
    expect(told([page('a')], [page('a')]).end).toBe('repeated-page');
    expect(told([page('a')], [page('a'), { perhapsFirst: false }]).end).toBe('repeated-page');
    expect(told([page('a')], [page('a'), { ...again, more: false }]).end).toBe('last-page');
    expect(told([page('a')], [page('a'), { ...again, more: true }]).end).toBeUndefined();
  });

  it('is a new page if its records differ', () => {
    expect(told([page('a')], [page('b'), { ...again, more: false }])).toMatchObject({
      end: 'last-page',
      items: [{ key: 'a' }, { key: 'b' }],
    });
  });
});

describe('the state of a list', () => {
  it('is empty at the start, even after another list has got rows', () => {
    take([page('a')]);
    expect(noPages()).toMatchObject({ items: [], taken: 0, position: 0, end: undefined, total: undefined });
    const { keys, places, namesakes, contents } = noPages();
    expect([keys.size, places.size, namesakes.size, contents.size]).toEqual([0, 0, 0, 0]);
  });

  it('has the same array of rows if a page has nothing new', () => {
    const first = join(noPages<Serial>(), page('a', 'b'), true);
    expect(join(first, page('b'), true).items).toBe(first.items);
  });

  it('is complete after one read if the service has no pages', () => {
    const first = join(noPages<Serial>(), page('a'), false);
    expect(join(first, page('a'), false)).toMatchObject({ end: 'unpaged', shifted: 1 });
  });
});

it('a key is the wanted text, or that text with the next free number', () => {
  expect(freeKey(new Set(), 'a')).toBe('a');
  expect(freeKey(new Set(['a']), 'a')).toBe('a~2');
  expect(freeKey(new Set(['a', 'a~2', 'a~3']), 'a')).toBe('a~4');
});

it('records without an ID are numbered by their position', () => {
  expect(take([page('a', undefined), page(undefined)]).list.items.map(({ key }) => key)).toEqual([
    'a',
    '#2',
    '#3',
  ]);
});

it('a record keeps its search text, and a record without search text gets none', () => {
  const list = join(noPages<Serial>(), [{ ...record('a', 1), text: 'folded' }, record('b', 2)], true);
  expect(list.items[0]).toHaveProperty('text', 'folded');
  expect(list.items[1]).not.toHaveProperty('text');
});

it('an array of the caller grows in place, but any other array is copied first', () => {
  const first = join(noPages<Serial>(), [record('a', 1)], true);
  const copied = join(first, [record('b', 2)], true);
  expect(copied.items).not.toBe(first.items);
  expect(serials(first)).toEqual([1]);
  expect(serials(copied)).toEqual([1, 2]);
  const grown = join(copied, [record('c', 3)], true, {}, true);
  expect(grown.items).toBe(copied.items);
  expect(serials(grown)).toEqual([1, 2, 3]);
});

it('a later reading replaces its own row, also after the first rows were dropped', () => {
  const read = (...of: readonly (readonly [id: string, status: string])[]): Arrival[] =>
    of.map(([id, status], row) => ({ id, row, raw: { id, status } }));
  const first = join(noPages<Serial>(), read(['a', '1'], ['b', '1'], ['c', '1']), true);
  const held: Pages<Serial> = { ...first, items: first.items.slice(1), dropped: 1 };
  const next = join(held, read(['a', '2'], ['c', '2'], ['d', '1']), true);
  expect(next.items.map(({ raw }) => raw)).toEqual([
    { id: 'b', status: '1' },
    { id: 'c', status: '2' },
    { id: 'd', status: '1' },
  ]);
});

it('a key contains the ID of its record, even if a number follows for a repeated record', () => {
  const keys = new Set(['id', ...Array.from({ length: 10 }, (_, at) => `id~${at + 2}`)]);
  expect(freeKey(keys, 'id')).toBe('id~12');
  expect(['id', 'id~2', 'id~12', 'a~2b', 'a~b'].map(idOfKey)).toEqual(['id', 'id', 'id', 'a~2b', 'a~b']);
});

it('two pages are different even if their joined IDs are the same text', () => {
  const page = (...ids: readonly string[]) => ids.map((id, at) => record(id, at));
  expect(take([page('a', 'bid c'), page('aid b', 'c')]).list.end).toBeUndefined();
});

it.each<[End | undefined, Extent]>([
  [undefined, 'part'],
  ['repeated-page', 'unsure'],
  ['none-sent', 'unsure'],
  ['rows-left', 'unsure'],
  ['empty-page', 'all'],
  ['unpaged', 'all'],
  ['last-page', 'all'],
])('a list that ended with %s has these rows: %s', (end, extent) => {
  expect(extentOf({ end })).toBe(extent);
  expect(doubtOf({ end }) !== undefined).toBe(extent === 'unsure');
});
