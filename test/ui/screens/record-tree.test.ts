// A nested record as indented entries: every field, with a mark at fields that the contract doesn't name.

import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { t, type Visible } from '../../../src/lib/visible.ts';
import { composeDetails } from '../../../src/ui/kit/details.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { treeEntries } from '../../../src/ui/screens/record-tree.ts';
import { jsonOf, resultOf } from '../../harness/answers.ts';

const moment = { mode: 'utc', now: 0, zone: 'UTC' } as const;

function linesOf(text: string, absent?: (path: string) => Visible | undefined): readonly string[] {
  const entries = treeEntries(resultOf('user.get', text), jsonOf(text), {
    moment,
    ...(absent && { absent }),
  });
  // Without colours only bold and dim text are left.
  return composeDetails(entries, 90, createTheme('mono')).map(line =>
    stripVTControlCharacters(line).trimEnd(),
  );
}

it("the tree puts nested fields below their names, and numbers a list's items", () => {
  const lines = linesOf(
    '{"id":"acct_1","account_details":{"business_person_details":[{"first_name":"Ada","roles":["OWNER"]}],"business_details":{"operating_country":["GB","IE"]}}}',
  );
  const at = (text: RegExp): number => lines.findIndex(line => text.test(line));
  expect(at(/^ID +acct_1$/)).toBeGreaterThanOrEqual(0);
  for (const one of [
    /^Account details$/,
    /^ {2}Business person details$/,
    /^ {6}First name +Ada$/,
    /^ {6}Roles$/,
    /^ {8}1 +OWNER$/,
    /^ {6}2 +IE$/,
  ])
    expect(at(one), String(one)).toBeGreaterThanOrEqual(0);
  expect(at(/First name/)).toBeGreaterThan(at(/Business person details/));
});

it('the tree marks unknown members at any depth, and values of an unexpected type', () => {
  const lines = linesOf(
    '{"x\\u202e":{"y":1},"nickname":5,"primary_contact":{"fax":"2","email":["a"]},"customer_agreements":"none"}',
  );
  const text = lines.join('\n');
  for (const one of [
    /^\? x\\u\{202E\}$/m,
    /^ {2}\? y +1$/m,
    /^Nickname +\? 5$/m,
    /^ {2}\? fax +2$/m,
    /^ {2}Email$/m,
    /^Customer agreements +\? none$/m,
  ])
    expect(text).toMatch(one);
});

it('the tree masks card numbers and keeps every digit of other numbers', () => {
  const lines = linesOf(
    '{"account_details":{"individual_details":{"note":"4111 1111 1111 1111","n":9007199254740993.10}}}',
  ).join('\n');
  expect(lines).toContain('•••• •••• •••• 1111');
  expect(lines).toContain('9007199254740993.10');
});

it('the tree names empty fields in one line instead of showing each, also fields of an unknown kind', () => {
  const text =
    '{"nickname":"A","account_details":{"business_details":{"business_name_trading":null,"operating_country":[],"registration_address":{"state":null},"business_address":{"city":"X"}},"trustee_details":null},"x":null,"y":{},"z":{"w":null}}';
  const lines = linesOf(text, path => (path.endsWith('trustee_details') ? t`Hidden` : undefined));
  const at = lines.indexOf('Empty');
  const [above, empty] = [lines.slice(0, at).join('\n'), lines.slice(at + 1).join(' ')];
  for (const name of ['Business name trading', 'Operating country', '? x', '? y', '? w'])
    expect(empty).toContain(name);
  expect(empty).toMatch(/Hidden +Trustee details/);
  expect(above).not.toMatch(/Business name trading|Registration address|Operating country|\? x/);
  expect(above).toMatch(/Business address\n +City +X/);
});

it('the tree says whose field an empty field is if another has the same name', () => {
  const text =
    '{"account_details":{"business_details":{"registration_address":{"state":null,"city":"X"},"business_address":{"state":null,"city":"Y"}}}}';
  const shown = linesOf(text).join(' ');
  expect(shown).toContain('Registration address State');
  expect(shown).toContain('Business address State');
});
