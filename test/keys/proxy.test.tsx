import fc from 'fast-check';
import { Box, render, Text } from 'ink';
import { afterEach, describe, expect, it } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createKeyProxy, type KeyProxy } from '../../src/keys/proxy.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { TextField } from '../../src/ui/kit/TextField.tsx';
import { fakeTerminal } from '../harness/terminal.ts';

interface State {
  cursor: number;
  focus: 'list' | 'first' | 'second';
  first: string;
  second: string;
  keys: string[];
}

const store = () => createStore<State>(() => ({ cursor: 0, focus: 'list', first: '', second: '', keys: [] }));

function App({ state: held }: { state: ReturnType<typeof store> }) {
  const { cursor, focus, first, second } = useStore(held);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">row {cursor}</Text>
      {focus === 'list' ? (
        <Text>list</Text>
      ) : (
        <>
          <Text>
            1:{' '}
            <TextField
              value={first}
              width={80}
              focused={focus === 'first'}
              onChange={text => held.setState({ first: text })}
            />
          </Text>
          <Text>
            2:{' '}
            <TextField
              value={second}
              width={80}
              focused={focus === 'second'}
              onChange={text => held.setState({ second: text })}
            />
          </Text>
        </>
      )}
    </Box>
  );
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Starts a list and a form of two fields, with Ink, in the terminal emulator. The keys go through the proxy. */
function start(initial: Partial<State> = {}, whenToRender: 'at once' | 'later' = 'at once') {
  const terminal = fakeTerminal({ cols: 100, rows: 12 });
  const state = store();
  state.setState(initial);
  const move = (by: number) => state.setState(old => ({ cursor: old.cursor + by }));
  const meanings: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    '/': () => state.setState({ focus: 'first' }),
    esc: () => state.setState({ focus: 'list' }),
    tab: () => state.setState({ focus: 'second' }),
  };
  const pasted: string[] = [];
  const proxy: KeyProxy = createKeyProxy({
    input: terminal.stdin,
    clock: systemClock(),
    takesText: () => state.getState().focus !== 'list',
    onKey(key) {
      state.setState(old => ({ keys: [...old.keys, key] }));
      meanings[key]?.();
    },
    onPaste: text => pasted.push(text),
  });
  proxy.start();
  const mount = () => {
    const app = render(<App state={state} />, {
      stdin: proxy.stdin,
      stdout: terminal.stdout,
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
      maxFps: 200,
    });
    open.push(() => {
      app.unmount();
      proxy.stop();
    });
  };
  if (whenToRender === 'at once') mount();
  return { ...terminal, proxy, pasted, mount, state: () => state.getState() };
}

describe('a list', () => {
  it('moves three rows for jjj', async () => {
    const { screen } = start();
    screen.type('jjj');
    await screen.until('row 3');
  });

  it('handles each of 60 keys that arrive at once', async () => {
    const { screen, state } = start();
    screen.type('jk'.repeat(10) + 'j'.repeat(40));
    await screen.until('row 40');
    expect(state().keys).toHaveLength(60);
  });
});

describe('a field', () => {
  it('gets the text after its opening key, even if both arrive at once', async () => {
    const { screen, state } = start();
    screen.type('jj/abc\x1b[27ujj/def\x1b[27uj');
    await screen.until('row 5');
    expect(state()).toMatchObject({
      first: 'abcdef',
      focus: 'list',
      keys: [...'jj/', 'esc', ...'jj/', 'esc', 'j'],
    });
  });

  it('gets the text before Tab, and the next field gets the text after Tab', async () => {
    const { screen, state } = start();
    screen.type('/one\ttwo\x7f\x7f\x7fthree\x1b[27uj');
    await screen.until('row 1');
    expect(state()).toMatchObject({ first: 'one', second: 'three' });
  });

  it('gets 60 characters that arrive at once', async () => {
    const { screen, state } = start({ focus: 'first' });
    const text = 'The quick brown fox jumps over the lazy dog, 1234567890 times';
    screen.type(text);
    await screen.until(text);
    expect(state()).toMatchObject({ first: text, keys: [] });
  });

  it('gets emoji and accents, wherever the input is cut', async () => {
    const text = 'né 👩‍👩‍👧 🇩🇪👍🏽 e\u{301} 漢字';
    const { stdin, screen, state } = start({ focus: 'first' });
    for (const byte of Buffer.from(text)) stdin.write(Buffer.from([byte]));
    await screen.until(() => state().first === text);
    await screen.until('漢字');
  });

  it('is edited with the cursor keys, while chords and Esc are commands', async () => {
    const { screen, state } = start({ focus: 'first' });
    screen.type('bcd\x1b[D\x1b[D\x1b[D\x7fa\x1b[C\x1b[3~\x10\x01\x1b[A\x1b[5~\x1bx\x1b[27uj');
    await screen.until('row 1');
    expect(state()).toMatchObject({
      first: 'acd',
      keys: ['ctrl-p', 'ctrl-a', 'up', 'pgup', 'alt-x', 'esc', 'j'],
    });
  });

  it("never gets a terminal's replies", async () => {
    const { screen, state } = start({ focus: 'first' });
    screen.type(
      'a\x1b[12;40Rb\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\c\x1b[I\x1b[<0;1;1Md\x1bP>|XTerm\x1b\\e\x1b[?62;c',
    );
    await screen.until('abcde');
    expect(state()).toMatchObject({ first: 'abcde', keys: [] });
  });

  it('gets text that was typed before Ink started', async () => {
    const { screen, mount, state } = start({ focus: 'first' }, 'later');
    screen.type('early bird');
    await new Promise(setImmediate);
    mount();
    await screen.until('early bird');
    expect(state().keys).toEqual([]);
  });

  it('gets the complete text, however the input is cut', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...'abc XYZ09', 'é', '漢', '👩‍👩‍👧', '🇩🇪'),
      minLength: 1,
      maxLength: 30,
    });
    const cut = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(text, cut, async (typed, size) => {
        const { stdin, screen, state } = start({ focus: 'first' });
        const bytes = Buffer.from(typed);
        for (let at = 0; at < bytes.length; at += size) stdin.write(bytes.subarray(at, at + size));
        stdin.write('\t');
        await screen.until(() => state().focus === 'second');
        expect(state()).toMatchObject({ first: typed, keys: ['tab'] });
      }),
      { seed: 20_261_123, numRuns: 40 },
    );
  });
});

describe('a paste', () => {
  it('of 10,000 characters arrives in one piece if no field has the focus', async () => {
    const { screen, pasted, state } = start();
    const text = '0123456789'.repeat(1000);
    screen.type(`j\x1b[200~${text}\x1b[201~j`);
    await screen.until('row 2');
    expect(pasted).toEqual([text]);
    expect(state().keys).toEqual(['j', 'j']);
  });

  it('into a field is cut at 4096 characters, and later typing follows it [F16b]', async () => {
    const { screen, state } = start({ focus: 'first' });
    screen.type(`<\x1b[200~${'0123456789'.repeat(1000)}\x1b[201~>\t`);
    await screen.until(() => state().focus === 'second');
    expect(state().first).toBe(`<${'0123456789'.repeat(1000).slice(0, 4096)}>`);
  });

  it('into a field is one line without control characters, whatever its source [F16a]', async () => {
    const { screen, state } = start({ focus: 'first' });
    screen.type('\x1b[200~a\x1b[31mb\x1b[0m\x00\r\nc\x1b]0;t\x07d\x03\te\u{202e}f\n\x1b[201~\t');
    await screen.until(() => state().focus === 'second');
    expect(state()).toMatchObject({ first: 'ab cd ef', keys: ['tab'] });
  });

  it('is complete even if its marks arrive in pieces', async () => {
    const { stdin, screen, state } = start({ focus: 'first' });
    for (const byte of '\x1b[200~one\rtwo\x1b[201~!') stdin.write(byte);
    await screen.until('one two!');
    expect(state().keys).toEqual([]);
  });
});
