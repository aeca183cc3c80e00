// The help text: every screen, flag, variable and exit code, within 80 columns.
import { expect, test } from 'vitest';
import { THEMES } from '../../src/lib/colours.ts';
import { usage } from '../../src/system/usage.ts';

const screens = [
  'overview',
  'accounts',
  'transactions',
  'balances',
  'history',
  'cards',
  'payouts',
  'beneficiaries',
];

test('the help names every screen, flag, variable and exit code', () => {
  const text = usage(screens);
  for (const name of screens) expect(text).toContain(name);
  for (const flag of [
    'profile',
    'read-only',
    'write',
    'theme',
    'screen-reader',
    'ca-file',
    'version',
    'help',
  ]) {
    expect(text).toContain(`--${flag}`);
  }
  for (const theme of THEMES) expect(text).toContain(theme);
  for (const name of [
    ...['PROFILE', 'BASE_URL', 'CLIENT_ID', 'API_KEY', 'SHARED_API_KEY', 'PROGRAM_ID', 'USER_ID'],
    ...['ON_BEHALF_OF', 'ENVIRONMENT', 'READ_ONLY', 'CONFIG_DIR', 'STATE_DIR'],
  ]) {
    expect(text).toMatch(new RegExp(`^ {2}PURSER_${name} `, 'm'));
  }
  for (const code of ['0 ', '1 ', '2 ', '75 ', '128\\+n'])
    expect(text).toMatch(new RegExp(`^ {2}${code}`, 'm'));
});

test('the help fits 80 columns and ends in one newline', () => {
  expect(
    Math.max(
      ...usage(screens)
        .split('\n')
        .map(line => line.length),
    ),
  ).toBeLessThanOrEqual(80);
  expect(usage(screens)).toMatch(/[^\n]\n$/);
});
