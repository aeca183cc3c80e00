// The bytes that restore a terminal, checked with a terminal emulator, and the writer of these bytes.

import { Terminal } from '@xterm/headless';
import { expect, test } from 'vitest';
import {
  colourDepth,
  resetTerminal,
  restoreTerminal,
  swallowReports,
  syncWriter,
} from '../../src/system/terminal.ts';

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

test('the modes end in this order: alternate screen, cursor, paste, focus, mouse; no keyboard mode is popped [O2]', () => {
  const bytes = restoring();
  const places = ['\x1b[?1049l', '\x1b[?25h', '\x1b[?2004l', '\x1b[?1004l', '\x1b[?1000l'].map(mode =>
    bytes.indexOf(mode),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(bytes.split('\x1b').filter(piece => /^\[<\d*u/.test(piece))).toEqual([]);
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

function resetting(): string {
  let bytes = '';
  const writer = () => (text: string) => {
    bytes += text;
  };
  resetTerminal({ openTerminal: () => 9, writer, makeSane: () => true, keepModes: () => {} });
  return bytes;
}

test.each([
  ['origin mode and a scrolling region', '\x1b[2;4r\x1b[?6h\x1b[3;1H'],
  ['insert mode', '\x1b[4h'],
  ['line drawing', '\x1b(0\x0e'],
  ['no wrapping', '\x1b[?7l'],
  ['an application keypad', '\x1b=\x1b[?1h'],
])('purser reset ends %s, and keeps the cursor in its row', async (_what, dirty) => {
  const after = await shown(`one\r\ntwo\r\n${dirty}$${modesOn}\x1b[?1049l${resetting()}!`);
  expect(after.row).toBe('$!');
  expect(after.plain).toBe(true);
  expect(after.modes).toMatchObject({
    originMode: false,
    insertMode: false,
    wraparoundMode: true,
    applicationKeypadMode: false,
    applicationCursorKeysMode: false,
  });
});

test('purser reset ends win32 input, and the keyboard modes of both screens', () => {
  const bytes = resetting();
  expect(bytes).toContain('\x1b[?9001l');
  const pops = bytes.split('\x1b').flatMap(piece => /^\[(<u|\?1049[hl])/.exec(piece)?.[1] ?? []);
  expect(pops).toEqual(['?1049l', '<u', '?1049h', '<u', '?1049l']);
});

/** A terminal that sends these texts, one every 10 ms from then on. Returns what is left, and the ms that passed. */
function swallowed(sent: readonly (string | undefined)[]) {
  const left = [...sent];
  let ms = 0;
  let asked = '';
  swallowReports({
    read: () => left.shift(),
    write: text => {
      asked += text;
    },
    monotonic: () => {
      ms += 10;
      return ms;
    },
  });
  expect(asked).toBe('\x1b[5n');
  return { left, ms };
}

const REPORT = '\x1b[<64;20;10M';

test('reports that are under way at an end are dropped up to the answer, also if the answer is cut', () => {
  expect(swallowed([REPORT, '\x1b[I', undefined, `${REPORT}\x1b[0n`, 'ls']).left).toEqual(['ls']);
  expect(swallowed([REPORT, '\x1b[', '0', 'n', 'ls']).left).toEqual(['ls']);
});

test('a terminal that does not answer is awaited only until it is quiet, and not for ever', () => {
  const quiet = swallowed([REPORT, undefined, REPORT]);
  expect(quiet.left).toEqual([]);
  expect(quiet.ms).toBeLessThan(600);
  const endless = swallowed(Array.from({ length: 1000 }, () => REPORT));
  expect(endless.left).not.toEqual([]);
  expect(endless.ms).toBeLessThan(2200);
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
