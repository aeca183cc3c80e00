// Input that nobody typed: replies of the terminal, and pastes.
import { expect, test } from 'vitest';
import { payee, reviews } from './paying.ts';
import { sees, startSignedIn } from './purser.ts';

const replies = [
  '\x1b[12;40R',
  '\x1b[?62;22c',
  '\x1b[>0;276;0c',
  '\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\',
  '\x1b[I',
  '\x1b[O',
  '\x1b[<0;10;10M\x1b[<0;10;10m',
  '\x1b[?2026;2$y',
  '\x1bP1+r544e\x1b\\',
];

test("the terminal's replies are neither entered as text nor executed [F17]", async () => {
  const { purser } = await startSignedIn();
  const { screen } = purser;
  screen.type(replies.join(''));
  screen.press('/');
  screen.type(`eu${replies.join('')}ro`);
  await sees(screen, '[loaded: euro]', '1 of 7 loaded match');
});

test('a paste is text: cleaned in a field, dropped elsewhere, and never a command [F16a]', async () => {
  const { purser } = await startSignedIn();
  const { screen } = purser;
  screen.paste('q');
  await sees(screen, 'Not pasted: no text field has the focus.');
  screen.press('q');
  await sees(screen, 'Quit Purser?');
  screen.paste('y\r');
  await sees(screen, 'Not pasted');
  screen.press('esc', '/');
  screen.paste('\x1b[2J\x1b]0;owned\x07us\0\u202e\rsales\r');
  await sees(screen, '[loaded: us sales]', '1 of 7 loaded match');
  screen.paste('x'.repeat(1_000_000));
  await sees(screen, '0 of 7 loaded match');
  screen.press('esc');
  await sees(screen, '7 accounts, all');
});

test('a clipboard that ends its own paste and goes on with keys and ignored bytes sends no payout [E10]', async () => {
  const { service, purser } = await startSignedIn();
  const { screen } = purser;
  await reviews(screen, payee(service.simulator), '12.50');
  await screen.until('to confirm:');
  const stall = '\0'.repeat(1_200_000);
  screen.paste(`x\x1b[201~12.50\t${stall}\r${stall}\r`);
  await sees(screen, 'Nothing was sent: Enter came too soon after other input. Press Enter again.');
  await screen.until(now => now.isArmed());
  expect(service.requestsFor('payout.create')).toEqual([]);
  screen.press('enter');
  await sees(screen, /^DONE/m);
  expect(service.requestsFor('payout.create')).toHaveLength(1);
});
