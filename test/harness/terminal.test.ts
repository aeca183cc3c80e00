import { expect, it } from 'vitest';
import { bytesOf } from './key-bytes.ts';
import { fakeTerminal } from './terminal.ts';

it('the screen shows written text with its colours', async () => {
  const { screen, stdout } = fakeTerminal({ cols: 20, rows: 4 });
  stdout.write('plain\n\x1b[1;31mred\x1b[0m \x1b[7mback\x1b[0m \x1b[38;2;1;2;3mrgb\x1b[0m');
  await screen.until('rgb');
  expect(screen.lines()).toEqual(['plain', 'red back rgb', '', '']);
  expect(screen.cell(0, 1)).toMatchObject({ text: 'r', bold: true, foreground: 1, background: 'default' });
  expect(screen.cellsOf('back')).toHaveLength(4);
  expect(screen.cellsOf('back')?.every(cell => cell.inverse)).toBe(true);
  expect(screen.cellsOf('rgb')?.[0]).toMatchObject({ foreground: '#010203', bold: false });
  expect(screen.cellsOf('absent')).toBeUndefined();
});

it('emoji, flags and wide letters take two cells, and combining marks none', async () => {
  const { screen, stdout } = fakeTerminal({ cols: 20, rows: 6 });
  for (const text of ['👩‍👩‍👧', '🇩🇪', '漢', '❤️', 'e\u{301}']) stdout.write(`${text}|\n`);
  await screen.until('e\u{301}|');
  const ends = [0, 1, 2, 3, 4].map(y => [1, 2].find(x => screen.cell(x, y).text === '|'));
  expect(ends).toEqual([2, 2, 2, 2, 1]);
});

it('the harness reads the cursor, the alternate screen and the paste mode', async () => {
  const { screen, stdout } = fakeTerminal();
  stdout.write('\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[5;7H');
  await screen.until(() => screen.alternate() && screen.pasteMode());
  expect(screen.cursor()).toEqual({ x: 6, y: 4, visible: false });
  stdout.write('\x1b[?2004l\x1b[?25h\x1b[?1049l');
  await screen.until(() => !screen.alternate());
  expect(screen.cursor().visible).toBe(true);
  expect(screen.pasteMode()).toBe(false);
  expect(screen.bytes).toContain('\x1b[?1049l');
});

it('the emulator answers as terminals do', async () => {
  const { screen, stdin, stdout } = fakeTerminal();
  stdout.write('ab\x1b[6n');
  await screen.until(() => screen.replies.length > 0);
  expect(screen.replies).toEqual(['\x1b[1;3R']);
  expect(String(stdin.read())).toBe('\x1b[1;3R');
});

it('keys, text and pastes arrive in stdin', async () => {
  const { screen, stdin, stdout } = fakeTerminal();
  let typed = '';
  stdin.on('data', chunk => {
    typed += chunk;
  });
  screen.press('j', 'enter', 'ctrl-p', 'up');
  screen.type('abc');
  screen.paste('one\ntwo');
  await screen.until(() => typed === 'j\r\x10\x1b[Aabcone\rtwo');
  stdout.write('\x1b[?2004h');
  await screen.until(() => screen.pasteMode());
  screen.paste('one\ntwo');
  await screen.until(() => typed.endsWith('\x1b[200~one\rtwo\x1b[201~'));
  expect(() => bytesOf('ctl-p')).toThrow('no key is called ctl-p');
});

it('the program learns a new size', () => {
  const { screen, stdout } = fakeTerminal({ cols: 80, rows: 24 });
  const sizes: string[] = [];
  stdout.on('resize', () => sizes.push(`${stdout.columns}×${stdout.rows}`));
  screen.resize(100, 30);
  expect(sizes).toEqual(['100×30']);
  expect(screen.lines()).toHaveLength(30);
});

it('a failed wait reports the last screen', async () => {
  const { screen, stdout } = fakeTerminal({ cols: 8, rows: 2 });
  stdout.write('hello');
  await expect(screen.until('goodbye', 0)).rejects.toThrow(
    /goodbye is not on the screen\n┌─{8}┐\n│hello {3}│/,
  );
  screen.end('the program ended');
  await expect(screen.until(/never/)).rejects.toThrow(/^the program ended: \/never\/ is not on the screen/);
  await screen.until('hello');
});
