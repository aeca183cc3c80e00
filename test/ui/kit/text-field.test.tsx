// A text field in a terminal. The typing goes through the key proxy, as in the program.

import { Box } from 'ink';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createKeyProxy } from '../../../src/keys/proxy.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { t } from '../../../src/lib/visible.ts';
import { Line, Piece } from '../../../src/ui/kit/Line.tsx';
import { TextField } from '../../../src/ui/kit/TextField.tsx';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { draw } from '../../../src/ui/paint/draw.tsx';
import { fakeTerminal } from '../../harness/terminal.ts';

// Chalk paints the cursor. It must not ask the real terminal about its colours.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

const theme = createTheme('default');

interface Given {
  readonly value?: string;
  readonly width?: number;
  readonly secret?: boolean;
  readonly focused?: boolean;
  readonly selected?: boolean;
}

/** A field between two bars. A second row of the field would push the line below away. */
async function open({
  value = '',
  width = 20,
  secret = false,
  focused = true,
  selected = false,
}: Given = {}) {
  const { screen, stdin, stdout } = fakeTerminal({ cols: 80, rows: 4 });
  const held = createStore(() => ({ value, changes: [] as string[] }));
  function Form() {
    const now = useStore(held);
    return (
      <Box flexDirection="column">
        <Box>
          <Piece text={theme.paint('plain', t`▌`)} />
          <TextField
            value={now.value}
            focused={focused}
            width={width}
            secret={secret}
            selected={selected && now.changes.length === 0}
            onChange={next => held.setState({ value: next, changes: [...now.changes, next] })}
          />
          <Piece text={theme.paint('plain', t`▐`)} />
        </Box>
        <Line text={theme.paint('plain', t`below`)} />
      </Box>
    );
  }
  const proxy = createKeyProxy({
    input: stdin,
    clock: systemClock(),
    takesText: () => focused,
    onKey: () => {},
    onPaste: () => {},
  });
  proxy.start();
  const drawing = draw({
    tree: <Form />,
    stdin: proxy.stdin,
    stdout: stdout as unknown as NodeJS.WriteStream,
  });
  onTestFinished(() => {
    drawing.end();
    proxy.stop();
  });
  await screen.until('below');
  return {
    screen,
    changes: () => held.getState().changes,
    /** Waits until the field has this text. */
    holds: (text: string) => screen.until(() => held.getState().value === text),
    /** The visible text of the field. */
    seen: () => /^▌(.*)▐/.exec(screen.lines()[0] ?? '')?.[1],
  };
}

const SIXTY = 'abcdefghij0123456789ABCDEFGHIJabcdefghij0123456789ABCDEFGHIJ';

describe('typing', () => {
  it('puts 60 characters into the field at once, and the field shows their end on one row', async () => {
    const { screen, holds } = await open();
    screen.type(SIXTY);
    await holds(SIXTY);
    await screen.until(`▌${SIXTY.slice(-19)} ▐`);
    expect(screen.lines().slice(1)).toEqual(['below', '', '']);
    expect(screen.cell(20, 0)).toMatchObject({ text: ' ', inverse: true });
  });

  it('keeps several words on one row', async () => {
    const { screen, holds } = await open();
    screen.type('rent paid for the month of may');
    await holds('rent paid for the month of may');
    await screen.until('▌or the month of may ▐');
    expect(screen.lines()[1]).toBe('below');
  });

  it.each([
    ['as much text as fits', 'x'.repeat(19)],
    ['one character too many', `y${'x'.repeat(19)}`],
    ['wide characters', '中'.repeat(14)],
  ])('of %s keeps the cursor on the row', async (_, value) => {
    const { screen, holds } = await open();
    screen.type(value);
    await holds(value);
    const last = value.at(-1);
    await screen.until(
      () => screen.cell(20, 0).inverse && [18, 19].some(x => screen.cell(x, 0).text === last),
    );
    expect(screen.cell(20, 0)).toMatchObject({ text: ' ', inverse: true });
    expect(screen.cellsOf('▐')).toBeDefined();
  });

  it('puts text at the cursor', async () => {
    const { screen, holds } = await open({ value: 'acct_1' });
    screen.press('left', '2', 'right', '3');
    await holds('acct_213');
  });

  it.each<[string, (screen: Awaited<ReturnType<typeof open>>['screen']) => void, string]>([
    ['the first of several keys replaces it', screen => screen.type('new'), 'new'],
    ['a paste replaces it', screen => screen.type('\u001B[200~acct_2\u001B[201~'), 'acct_2'],
    ['Backspace empties it', screen => screen.press('backspace', 'x'), 'x'],
    ['← keeps it and goes to its start', screen => screen.press('left', 'x'), 'xacct_1'],
    ['→ keeps it and goes to its end', screen => screen.press('right', 'x'), 'acct_1x'],
    ['End keeps it', screen => screen.press('end', 'x'), 'acct_1x'],
    ['Home keeps it', screen => screen.press('home', 'x'), 'xacct_1'],
  ])('in a field whose value is selected: %s', async (_, press, value) => {
    const { screen, holds } = await open({ value: 'acct_1', selected: true });
    expect([1, 6, 7].map(x => screen.cell(x, 0).inverse)).toEqual([true, true, false]);
    press(screen);
    await holds(value);
    await screen.until(() => !screen.cell(1, 0).inverse || value.startsWith('x'));
  });

  it('in a field whose selected value is too long replaces the value, and the field stays on its row', async () => {
    const { screen, holds } = await open({ value: SIXTY, selected: true });
    expect(screen.lines()[0]).toContain(`▌${SIXTY.slice(-20)}▐`);
    screen.type('b');
    await holds('b');
  });

  it('does nothing in a field without the focus', async () => {
    const { screen, changes, seen } = await open({ value: 'kept', focused: false });
    screen.type('x');
    await screen.show('');
    expect(changes()).toEqual([]);
    expect(seen()?.trim()).toBe('kept');
  });
});

describe('backspace', () => {
  it.each([
    ['a letter', 'ab', 'a'],
    ['an emoji', 'a👍', 'a'],
    ['an emoji with a skin tone', 'a👍🏽', 'a'],
    ['a family', 'a👩‍👩‍👧', 'a'],
    ['a flag', 'a🇩🇪', 'a'],
    ['a keycap', 'a1️⃣', 'a'],
    ['a letter with a combining accent', 'ae\u0301', 'a'],
    ['one of two emoji', '👍👍', '👍'],
    ['a family alone', '👩‍👩‍👧', ''],
  ])('removes %s completely', async (_, value, left) => {
    const { screen, holds, changes } = await open({ value });
    screen.press('backspace');
    await holds(left);
    expect(changes().every(text => text.isWellFormed())).toBe(true);
  });

  it('removes the character before the cursor in the middle', async () => {
    const { screen, holds } = await open({ value: 'acct_123' });
    screen.press('left', 'left', 'backspace');
    await holds('acct_23');
  });

  it('does nothing in an empty field', async () => {
    const { screen, changes, holds } = await open();
    screen.press('backspace', 'x');
    await holds('x');
    expect(changes()).toEqual(['x']);
  });
});

describe('words', () => {
  it.each<[string, string, readonly string[], string]>([
    ['Ctrl+W deletes back to the blank', 'pay 451cbdc4-778e', ['ctrl-w', 'x'], 'pay x'],
    ['Ctrl+W deletes the blanks before the cursor too', 'pay now  ', ['ctrl-w'], 'pay '],
    ['Ctrl+W deletes only what is before the cursor', 'pay now', ['left', 'ctrl-w'], 'pay w'],
    ['Ctrl+U clears the field', 'pay now', ['left', 'ctrl-u', 'x'], 'x'],
    ['Ctrl+E goes to the end', 'pay', ['home', 'ctrl-e', 'x'], 'payx'],
    ['Alt+← goes back one word', '451cbdc4-778e', ['alt-left', 'x'], '451cbdc4-x778e'],
    ['Alt+→ goes to the end of the word', 'pay now', ['home', 'alt-right', 'x'], 'payx now'],
    ['Alt+B and Alt+F do the same', 'a bc d', ['alt-b', 'alt-b', 'x', 'alt-f', 'y'], 'a xbcy d'],
    ['Alt+D deletes to the end of the word', 'pay now', ['home', 'alt-d'], ' now'],
    ['Alt+Backspace deletes a word', '451cbdc4-778e', ['alt-backspace'], '451cbdc4-'],
    ['an emoji is never split', 'a👩‍👩‍👧👍🏽', ['alt-left', 'x'], 'xa👩‍👩‍👧👍🏽'],
    ['accents belong to their letter', 'a e\u0301e\u0301', ['alt-b', 'x'], 'a xe\u0301e\u0301'],
  ])('%s', async (_, value, keys, left) => {
    const { screen, holds } = await open({ value });
    screen.press(...keys);
    await holds(left);
  });

  it.each([
    ['ESC and the arrow', '\x1b\x1b[D'],
    ['xterm', '\x1b[1;3D'],
    ['CSI u', '\x1b[98;3u'],
    ['ESC and the letter', '\x1bb'],
    ['Ctrl with the arrow', '\x1b[1;5D'],
  ])('Alt+← is understood as %s', async (_, bytes) => {
    const { screen, holds } = await open({ value: 'pay now' });
    screen.type(bytes);
    screen.press('x');
    await holds('pay xnow');
  });

  it('of a secret can neither be passed nor deleted one by one, because that would show where they end', async () => {
    const { screen, holds } = await open({ value: 'top secret key', secret: true });
    screen.press('alt-left', 'x', 'alt-right', 'y');
    await holds('xtop secret keyy');
    screen.press('ctrl-w');
    await holds('');
  });

  it.each<[string, readonly string[], string]>([
    ['Ctrl+W empties it', ['ctrl-w', 'x'], 'x'],
    ['Ctrl+U empties it', ['ctrl-u', 'x'], 'x'],
    ['Alt+← keeps it and goes to its last word', ['alt-left', 'x'], 'acct xone'],
    ['Ctrl+E keeps it', ['ctrl-e', 'x'], 'acct onex'],
  ])('in a field whose value is selected: %s', async (_, keys, left) => {
    const { screen, holds } = await open({ value: 'acct one', selected: true });
    screen.press(...keys);
    await holds(left);
  });
});

describe('a secret', () => {
  it('is never on the screen: each character is a bullet', async () => {
    const { screen, holds, seen } = await open({ secret: true });
    screen.type('canary-key');
    await holds('canary-key');
    await screen.until('••••••••••');
    expect(seen()?.trim()).toBe('•'.repeat(10));
    expect(screen.bytes).not.toContain('canary');
  });
});
