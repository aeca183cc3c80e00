// The manual page has all of the help, in roff that groff reads without a warning.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { allHelp } from '../../build/all-help.ts';
import { manualPage } from '../../build/manual-page.ts';
import { ENVIRONMENT, EXIT_CODES } from '../../src/system/usage.ts';

const helps = allHelp;
const page = manualPage(helps, '1.2.3 (commit not known)');
const REQUESTS = /^\.(?:TH PURSER 1 "" "|SH [A-Z ]+$|SS purser [a-z]+$|PP$|TP$|br$)/;

test('each line of the manual page is ASCII: text, or one of a few roff requests', () => {
  expect(page).toMatch(/^\.TH PURSER 1 "" "Purser 1\.2\.3 \(commit not known\)" "User Commands"\n/);
  expect([...page].filter(sign => (sign.codePointAt(0) ?? 0) >= 0x80)).toEqual([]);
  const lines = page.split('\n');
  expect(lines.filter(line => /^[.']/.test(line) && !REQUESTS.test(line))).toEqual([]);
  expect(lines.slice(0, -1)).not.toContain('');
});

test('the manual page has every command with its flags and examples, every variable and every exit code', () => {
  const plain = page.replaceAll('\\-', '-').replaceAll('\\(aq', "'").replaceAll('\\[u2026]', '…');
  for (const { name, flags, examples } of helps) {
    if (name !== '') expect(plain).toContain(`\n.SS purser ${name}\n`);
    for (const flag of Object.keys(flags)) expect(plain).toMatch(new RegExp(`^\\\\fB--${flag}\\b`, 'm'));
    for (const { line } of examples) expect(plain).toContain(`\n\\fB${line}\\fR\n`);
  }
  for (const [term, says] of [...ENVIRONMENT, ...EXIT_CODES])
    expect(plain).toContain(`\n.TP\n\\fB${term}\\fR\n${says.replaceAll('\\', '\\e')}\n`);
});

const GROFF = 'groff';
const noGroff = spawnSync(GROFF, ['--version']).error !== undefined;

test.skipIf(noGroff)(
  `groff prints no warning${noGroff ? ': skipped, groff is not installed here' : ''}`,
  () => {
    // -cbou: plain text, without bold or underlined characters.
    const { stdout, stderr } = spawnSync(GROFF, ['-man', '-ww', '-Tutf8', '-rLL=80n', '-P-cbou'], {
      input: page,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const shown = stdout.replaceAll('\u2212', '-').replace(/\s+/g, ' ');
    expect(shown).toContain('purser journal list [--unresolved]');
    expect(shown).toContain('the first customer');
  },
);
