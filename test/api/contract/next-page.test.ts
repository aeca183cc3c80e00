// The query fields for the nth page, and the rows of an answer, for every paging style.

import { describe, expect, it } from 'vitest';
import { FIRST_PLACE, nextPage, readPage } from '../../../src/api/contract/next-page.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { parseJson } from '../../../src/lib/json.ts';

const { paging: numbered } = operations['account.transactions'];
const { paging: counted } = operations['beneficiary.list'];
const { paging: more } = operations['directDebit.list'];
const { paging: cards } = operations['card.list'];
const { paging: spent } = operations['card.transactions'];
const at = (taken: number, position = taken * 100) => ({ ...FIRST_PLACE, taken, position });
const pageFields = (...args: Parameters<typeof nextPage>) => nextPage(...args).fields;

describe('the fields of the nth request', () => {
  it('count the pages from the first number in INTERFACE.md', () => {
    expect(pageFields(numbered, 100, at(0))).toEqual({ page: 1, size: 100 });
    expect(pageFields(numbered, 100, at(2))).toEqual({ page: 3, size: 100 });
  });

  it('have no page number in the first request and page 1 in the second, if INTERFACE.md gives no first number', () => {
    expect(pageFields(more, 100, at(0))).toEqual({ page_size: 100 });
    expect(pageFields(more, 100, at(1))).toEqual({ page_num: 1, page_size: 100 });
  });

  it('skip the received rows, with a limit that the service accepts', () => {
    expect(pageFields(counted, 100, at(1, 20))).toEqual({ offset: 20, limit: 100 });
    expect(pageFields(counted, 500, at(0))).toEqual({ offset: 0, limit: 100 });
  });

  it('skip the received rows, even if INTERFACE.md gives no highest limit', () => {
    expect(pageFields(cards, 100, at(2, 45))).toEqual({ offset: 45, limit: 100 });
    expect(pageFields(spent, 500, at(0))).toEqual({ offset: 0, limit: 500 });
  });

  it('are empty if there are no pages', () =>
    expect(pageFields(operations['account.balances'].paging, 100, at(0))).toEqual({}));
});

describe('a page of an answer', () => {
  const read = (paging: Parameters<typeof readPage>[0], text: string) => {
    const sent = parseJson(text);
    if (!sent.ok) throw new Error(sent.reason);
    // Plain JSON is enough as the decoded value, because `readPage` looks only for lists and records.
    return readPage(paging, JSON.parse(text), sent.value);
  };

  it('shows an item that is not a record as a record without fields', () => {
    expect(read(numbered, '[{"id":"a"},"text",null]')).toMatchObject({
      rows: [{ id: 'a' }, {}, {}],
      raws: [{ id: 'a' }, 'text', null],
    });
  });

  it('with offset paging has as rows the whole answer, or the `items` next to `has_more`', () => {
    expect(read(cards, '[{"cardHashId":"a"}]')).toEqual({
      rows: [{ cardHashId: 'a' }],
      raws: [{ cardHashId: 'a' }],
    });
    // An offset begins at 0, so the second page can't be the first again.
    expect(read(spent, '{"has_more":true,"items":[]}')).toEqual({ rows: [], raws: [], more: true });
  });

  it.each([
    [numbered, '{"items":[]}'],
    [cards, '{"has_more":false,"items":[]}'],
    [spent, '[]'],
    [counted, '[]'],
    [counted, '{"items":[]}'],
    [more, '{"has_more":false,"items":null}'],
  ] as const)('is not read if its list is missing [C18a–b]', (paging, text) =>
    expect(read(paging, text)).toBeUndefined(),
  );

  it('is not read if its list is repeated, because neither list can be trusted', () => {
    const twice = parseJson('{"has_more":false,"items":[{"id":"a"}],"items":[]}');
    expect(readPage(more, {}, twice.ok ? twice.value : null)).toBeUndefined();
  });
});
