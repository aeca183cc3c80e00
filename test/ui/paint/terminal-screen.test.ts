// Other programs have the terminal: an editor, the shell, or the shell while an editor is open. And the terminal's answers.

import { expect, it } from 'vitest';
import {
  answerIn,
  createLending,
  createTerminalScreen,
  TAKEN,
} from '../../../src/ui/paint/terminal-screen.ts';
import { fakeTerminal } from '../../harness/terminal.ts';

const lent = () => {
  const did: string[] = [];
  const lending = createLending(
    () => did.push('given'),
    () => did.push('taken back'),
  );
  return { did, lending };
};

it('the terminal is given away once, and taken back after the last program', () => {
  const { did, lending } = lent();
  lending.leave();
  lending.leave();
  lending.enter();
  expect(did).toEqual(['given']);
  lending.enter();
  expect(did).toEqual(['given', 'taken back']);
  lending.leave();
  expect(did).toEqual(['given', 'taken back', 'given']);
});

it.each([
  ['\u001B[?2026;2$y', { synchronised: true }],
  ['\u001B[?2026;1$y', { synchronised: true }],
  ['\u001B[?2026;0$y', { synchronised: false }],
  ['\u001B[?2026;4$y', { synchronised: false }],
  ['\u001B[1;2R', { wide: false, all: true }],
  ['\u001B[1;3R', { wide: true, all: true }],
  ['\u001B[?1049;2$y', undefined],
  ['\u001B[12;3R', undefined],
  ['\u001B[?62;22c', undefined],
])('the answer %j means %o', (reply, meaning) => {
  expect(answerIn(reply)).toEqual(meaning);
});

/** As on a terminal without an alternate screen. */
const without1049 = (bytes: string): string => bytes.replace(/.\[\?1049[hl]/gs, '');

it('a terminal without an alternate screen keeps nothing of Purser, and the prompt is at the top', async () => {
  const { stdout } = fakeTerminal({ cols: 20, rows: 4 });
  let bytes = '';
  stdout.write = (text: string): boolean => {
    bytes += text;
    return true;
  };
  createTerminalScreen(stdout as unknown as NodeJS.WriteStream, false, () => {}).leave();
  const { screen } = fakeTerminal({ cols: 20, rows: 4 });
  await screen.show(
    without1049(`$ purser\r\n${TAKEN}\u001B[1;1HZoe Muster\u001B[4;1H1,234.00 GBP${bytes}$ `),
  );
  expect(screen.ordinary().trim()).toBe('$');
  expect(screen.lines()[0]?.trim()).toBe('$');
  expect(screen.cursor()).toMatchObject({ y: 0, visible: true });
  // At once, tmux and GNU screen would keep the screen in the scrollback.
  expect(bytes).not.toContain('[2J');
  expect(bytes).not.toContain('[H\u001B[J');
});

it.each(['\u001B[2;3r', '\u001B[?6h', '\u001B[4h', '\u001B(0\u000E'])(
  'a start and fg end what another program left: %j',
  async left => {
    const { screen } = fakeTerminal({ cols: 20, rows: 4 });
    await screen.show(`${left}${TAKEN}\u001B[4;1Hqqq\u001B[1;1Hab\u001B[1;1Hx`);
    expect(screen.lines()).toEqual(['xb', '', '', 'qqq']);
  },
);
