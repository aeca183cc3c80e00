// The dialog also shows the values of the body that are in no line. It shows no value twice.

import { describe, expect, it } from 'vitest';
import { t, type Visible } from '../../../src/lib/visible.ts';
import { unshownMembers } from '../../../src/money/again/send-again.ts';
import { jsonOf } from '../../harness/answers.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const unshown = (body: string, ...lines: readonly Visible[]) =>
  unshownMembers(
    jsonOf(body),
    lines.map(value => ({ label: t`Line`, value })),
    ID,
  );

describe('a value of the body', () => {
  it('is shown with its path, as sent, if no line has it', () => {
    expect(unshown('{"id":"card-1","a":{"b":[{"c":"x y"},{"d":1.10}]},"e":null}', t`card-1`)).toEqual([
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
  ])('is not shown if a line has it in another form: %s', (body, line) => {
    expect(unshown(body, line)).toEqual([]);
  });

  it.each([
    ['{"value":5}', t`15 GBP, 5.50 GBP`],
    ['{"is_personalized":false}', t`now`],
    ['{"type":"A+"}', t`AA`],
  ])('is shown if a line has only a part of it: %s', (body, line) => {
    expect(unshown(body, line)).toHaveLength(1);
  });

  it('is left out if it is the request ID', () => {
    expect(unshown(`{"request_id":"${ID}"}`)).toEqual([]);
  });

  it('is shown with its invisible characters made visible', () => {
    expect(unshown('{"label":"a\\u202eb"}')[0]?.value).not.toContain('\u202e');
  });
});
