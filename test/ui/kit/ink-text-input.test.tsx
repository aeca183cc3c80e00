// Why Purser has its own TextField: the four defects of ink-text-input, on the pinned version with the pinned Ink. A test
// that fails means that a defect is mended. If all four are, ink-text-input may replace TextField.

import { Box, render, Text } from 'ink';
import TextInput from 'ink-text-input';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fakeTerminal } from '../../harness/terminal.ts';

async function open(value = '', isScreenReaderEnabled = false) {
  const { screen, stdin, stdout } = fakeTerminal({ cols: 80, rows: 4 });
  const held = createStore(() => ({ values: [value] }));
  function Form() {
    const { values } = useStore(held);
    return (
      <Box flexDirection="column">
        <TextInput
          value={values.at(-1) ?? ''}
          onChange={next => held.setState({ values: [...held.getState().values, next] })}
        />
        <Text>changes: {values.length - 1}</Text>
      </Box>
    );
  }
  const app = render(<Form />, {
    stdin,
    stdout,
    interactive: true,
    patchConsole: false,
    maxFps: 1000,
    isScreenReaderEnabled,
  });
  onTestFinished(() => app.unmount());
  await screen.until('changes: 0');
  return {
    screen,
    /** Waits until the screen shows the last change, and returns the values of the field, the oldest first. */
    async types(bytes: string, changes = 1) {
      stdin.write(bytes);
      await screen.until(`changes: ${changes}`);
      return held.getState().values;
    },
  };
}

/** A key of the Kitty keyboard protocol. */
const kitty = (sign: string): string => `\x1b[${sign.codePointAt(0)}u`;
const paste = (text: string): string => `\x1b[200~${text}\x1b[201~`;

it('of six keys that arrive together only the last one is left', async () => {
  const { types } = await open();
  expect(await types([...'abcdef'].map(kitty).join(''), 6)).toEqual(['', 'a', 'b', 'c', 'd', 'e', 'f']);
});

it('Backspace cuts an emoji in half', async () => {
  const { types } = await open('a👍');
  expect(await types('\x7f')).toEqual(['a👍', 'a\uD83D']);
});

describe('U+202E, which reverses the text after it,', () => {
  it('goes to the terminal raw if Ink writes for a screen reader', async () => {
    const { screen, types } = await open('', true);
    await types('a\u202Eb');
    expect(screen.bytes).toContain('a\u202Eb');
  });

  it('is in the value but not on an ordinary screen', async () => {
    const { screen, types } = await open();
    expect(await types('a\u202Eb')).toEqual(['', 'a\u202Eb']);
    expect(screen.lines()[0]).toBe('ab ');
  });
});

it('a pasted U+009B becomes a real escape sequence', async () => {
  const { screen, types } = await open();
  await types(paste('a\u009B31mb'));
  expect(screen.bytes).toContain('a\x1b[31mb');
});
