// What of a body its dialog doesn't say is shown besides, and what it says in other words is not shown twice.

import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/lib/json.ts';
import { t, type Visible } from '../../../src/lib/visible.ts';
import { unsaidMembers } from '../../../src/writes/again/unsaid-members.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const unsaid = (body: string, ...lines: readonly Visible[]) => {
  const parsed = parseJson(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return unsaidMembers(
    parsed.value,
    lines.map(value => ({ label: t`Line`, value })),
    ID,
  );
};

describe('a value of the body', () => {
  it('without a line is shown under its path, as sent', () => {
    expect(unsaid('{"id":"card-1","a":{"b":[{"c":"x y"},{"d":1.10}]},"e":null}', t`card-1`)).toEqual([
      { label: 'a.b[0].c', value: '"x y"' },
      { label: 'a.b[1].d', value: '1.10' },
      { label: 'e', value: 'null' },
    ]);
  });

  it.each([
    ['{"value":1500}', t`1,000.00 GBP → 1,500 GBP`],
    ['{"type":"PER_TRANSACTION"}', t`Per transaction`],
    ['{"is_personalized":false}', t`no`],
    ['{"name":"a\\u001b[2Jb"}', t`a␛[2Jb`],
  ])('that a line shows in another form is not shown twice: %s', (body, line) => {
    expect(unsaid(body, line)).toEqual([]);
  });

  it.each([
    ['{"value":5}', t`15 GBP, 5.50 GBP`],
    ['{"is_personalized":false}', t`now`],
    ['{"type":"A+"}', t`AA`],
  ])('that a line shows in part is shown: %s', (body, line) => {
    expect(unsaid(body, line)).toHaveLength(1);
  });

  it('that is the request ID is left to the dialog', () => {
    expect(unsaid(`{"request_id":"${ID}"}`)).toEqual([]);
  });

  it('with invisible characters is shown with them visible', () => {
    expect(unsaid('{"label":"a\\u202eb"}')[0]?.value).not.toContain('\u202e');
  });
});
