// The bytes that restore a terminal, checked with a terminal emulator, and the writer of these bytes.

import { Terminal } from '@xterm/headless';
import { expect, test } from 'vitest';
import { colourDepth, resetTerminal, restoreTerminal, syncWriter } from '../../src/system/terminal.ts';

const modesOn = '\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h\x1b[?1003h\x1b[?1006h\x1b[?2026h\x1b[31;1m';

async function shown(bytes: string) {
  const terminal = new Terminal({ cols: 20, rows: 5, allowProposedApi: true });
  await new Promise<void>(resolve => terminal.write(bytes, resolve));
  const buffer = terminal.buffer.active;
  const row = buffer.getLine(buffer.baseY + buffer.cursorY)?.translateToString(true);
  const cell = buffer.getLine(buffer.baseY + buffer.cursorY)?.getCell(0);
  return { type: buffer.type, row, plain: cell?.isAttributeDefault(), modes: terminal.modes };
}

function restoring(): string {
  let bytes = '';
  restoreTerminal(text => {
    bytes += text;
  });
  return bytes;
}

test.each(['', '\x1b]0;a title cut off', '\x1bP a device string', '\x1b[12;'])(
  "a reset after the output %j turns every mode off and leaves the shell's line in place [O2]",
  async torn => {
    const after = await shown(`one\r\n$ purser${modesOn}\x1b[3;3Hscreen${torn}${restoring()}!`);
    expect(after).toMatchObject({ type: 'normal', row: '$ purser!', plain: true });
    expect(after.modes).toMatchObject({
      bracketedPasteMode: false,
      sendFocusMode: false,
      mouseTrackingMode: 'none',
      synchronizedOutputMode: false,
    });
  },
);

test('a second reset, or a reset on the ordinary screen, does not move the cursor', async () => {
  expect((await shown(`a\r\nb\r\nc${restoring()}${restoring()}!`)).row).toBe('c!');
  expect((await shown(`$${modesOn}screen${restoring()}\r\nlater${restoring()}!`)).row).toBe('later!');
});

test('the modes end in this order: alternate screen, cursor, paste, focus, mouse, keyboard [O2]', () => {
  const bytes = restoring();
  const places = ['\x1b[?1049l', '\x1b[?25h', '\x1b[?2004l', '\x1b[?1004l', '\x1b[?1000l'].map(mode =>
    bytes.indexOf(mode),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(bytes.lastIndexOf('\x1b[<u')).toBeGreaterThan(places.at(-1) ?? Infinity);
});

const failure = (code: string) => Object.assign(new Error(code), { code });

test('the writer goes on after a partial write, and when a busy terminal is free again', () => {
  const written: number[] = [];
  let call = 0;
  syncWriter(7, (file, bytes) => {
    expect(file).toBe(7);
    if (++call === 2) throw failure('EAGAIN');
    written.push(bytes[0] ?? 0);
    return 1;
  })('añ');
  expect(Buffer.from(written).toString('utf8')).toBe('añ');
});

test.each(['EPIPE', 'EIO', 'EBADF'])('%s ends the writing without an exception', code => {
  let calls = 0;
  syncWriter(1, () => {
    calls++;
    throw failure(code);
  })('bytes');
  expect(calls).toBe(1);
});

test('the writer gives up if the terminal never accepts a byte', () => {
  let calls = 0;
  syncWriter(1, () => {
    calls++;
    throw failure('EAGAIN');
  })('bytes');
  expect(calls).toBe(50);
});

test('purser reset writes to the terminal itself and restores its line modes', () => {
  let bytes = '';
  let kept = 0;
  const parts = {
    openTerminal: () => 9,
    writer: (file: number) => (text: string) => {
      expect(file).toBe(9);
      bytes += text;
    },
    makeSane: (file: number) => file === 9,
    keepModes: () => {
      kept++;
    },
  };
  expect(resetTerminal(parts)).toBeUndefined();
  expect(bytes.startsWith(restoring())).toBe(true);
  expect(resetTerminal({ ...parts, makeSane: () => false })).toContain('stty failed');
  const none = () => {
    throw failure('ENXIO');
  };
  expect(resetTerminal({ ...parts, openTerminal: none })).toBe('There is no terminal here to restore.');
  expect(kept).toBe(1);
});

test.each([
  ['a terminal on Linux', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'exact'],
  ['a terminal with COLORTERM=24bit', { TERM: 'xterm-256color', COLORTERM: '24bit' }, 'exact'],
  ['Terminal.app', { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, '256'],
  ['kitty after ssh', { TERM: 'xterm-kitty' }, 'exact'],
  ['Ghostty after ssh', { TERM: 'xterm-ghostty' }, 'exact'],
  ['Alacritty after ssh', { TERM: 'alacritty' }, 'exact'],
  ['foot after ssh', { TERM: 'foot' }, 'exact'],
  ['WezTerm after ssh', { TERM: 'wezterm' }, 'exact'],
  ['terminfo with direct colour', { TERM: 'xterm-direct' }, 'exact'],
  [
    'tmux in a terminal with every colour',
    { TERM: 'tmux-256color', COLORTERM: 'truecolor', TMUX: '/t' },
    'exact',
  ],
  ['tmux that calls itself screen', { TERM: 'screen-256color', COLORTERM: 'truecolor', TMUX: '/t' }, 'exact'],
  ['tmux in another terminal', { TERM: 'tmux-256color', TMUX: '/t' }, '256'],
  ['GNU screen in a terminal with every colour', { TERM: 'screen-256color', COLORTERM: 'truecolor' }, '256'],
  ['GNU screen', { TERM: 'screen' }, '16'],
  ['an old rxvt', { TERM: 'rxvt', COLORTERM: 'yes' }, '256'],
  ['the console of Linux', { TERM: 'linux' }, '16'],
  ['xterm without COLORTERM', { TERM: 'xterm' }, '16'],
  ['NO_COLOR', { TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '1' }, 'none'],
  ['an empty NO_COLOR, which has no effect', { TERM: 'xterm-256color', NO_COLOR: '' }, '256'],
] as const)('the number of colours of %s follows from its environment', (_, variables, depth) => {
  expect(colourDepth(variables, 'linux')).toBe(depth);
});

test('Windows without TERM shows every colour, and none with NO_COLOR', () => {
  expect(colourDepth({}, 'win32')).toBe('exact');
  expect(colourDepth({ NO_COLOR: '1' }, 'win32')).toBe('none');
  expect(colourDepth({ TERM: 'xterm' }, 'win32')).toBe('16');
});
