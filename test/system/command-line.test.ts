// The arguments after a sub-command: known flags, words, and a sentence for every mistake.
import { expect, test } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { readCommandLine } from '../../src/system/command-line.ts';

const says = '';
const flags = {
  set: { takes: 'value', many: true, says },
  body: { takes: 'file', says },
  json: { says },
} as const;
const read = (...rest: readonly string[]) => readCommandLine(t`purser call`, rest, flags);

test('flags and words come in any order, and a flag that may be repeated keeps all its values', () => {
  const got = read('--set', 'a=1', 'card.list', '--json', '--set=b=-2', '--body', '-');
  if (!got.ok) throw new Error(got.why);
  const { line } = got;
  expect(line.words).toEqual(['card.list']);
  expect(line.values('set')).toEqual(['a=1', 'b=-2']);
  expect([line.has('json'), line.value('body')]).toEqual([true, '-']);
});

test.each([
  [['--jsn'], 'Did you mean --json?'],
  [['--json=yes'], '--json takes no value.'],
  [['--json', '--json'], '--json is given twice.'],
  [['--body'], '--body needs a file after it.'],
  [['--body', '--json'], '--body needs a file after it.'],
  [['--$ecret-canary'], 'purser call doesn’t know one of the flags.'.replace('’', "'")],
])('the arguments %j are refused', (rest, says) => {
  const got = read(...rest);
  expect(got).toEqual({ ok: false, why: expect.stringContaining(says) });
  expect(JSON.stringify(got)).not.toContain('canary');
});
