import { expect, it } from 'vitest';
import { t, type Visible } from '../../../src/lib/visible.ts';
import { completions } from '../../../src/ui/screens/list-screen.tsx';

const columns = [
  { id: 'time', title: t`Time`, align: 'left' },
  { id: 'status', title: t`Status`, align: 'left' },
  { id: 'source', title: t`Source`, align: 'left' },
  { id: 'balance', title: t`Balance after`, align: 'decimal' },
] as const;
const words: Readonly<Record<string, readonly Visible[]>> = {
  status: [t`INACTIVE`, t`ACTIVE`, t`ACTIVE`, t`? FROZEN SOLID`],
  source: [t`Zoë`, t`Bank transfer`, t`a|b`],
};
const of = (typed: string) => completions(typed, columns, id => words[id] ?? []);

it.each([
  ['', ['time:', 'status:', 'source:', 'balance>']],
  ['st', ['status:']],
  ['S', ['status:', 'source:']],
  ['rent s', ['rent status:', 'rent source:']],
  ['rent ', ['rent time:', 'rent status:', 'rent source:', 'rent balance>']],
  ['!sta', ['!status:']],
  ['bal', ['balance>']],
  ['status:a', ['status:ACTIVE']],
  ['status=i', ['status=INACTIVE']],
  ['stat:', ['stat:"? FROZEN SOLID"', 'stat:ACTIVE', 'stat:INACTIVE']],
  ['status:active|in', ['status:active|INACTIVE']],
  ['source:"bank t', ['source:"Bank transfer"']],
  ['source:zoe', ['source:Zoë']],
  ['source:a', ['source:"a|b"']],
  ['balance>1', []],
  ['colour:', []],
  ['>', []],
])('Tab after %s offers %j', (typed, endings) => expect(of(typed)).toEqual(endings));
