import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKey } from '../../src/keys/key.ts';
import { bareProxy, readAll, turns } from './bare-proxy.ts';

/** Writes the parts with so many ms before each of them. */
async function writes(
  { input, clock }: ReturnType<typeof bareProxy>,
  ...parts: readonly (readonly [ms: number, bytes: string | Buffer])[]
): Promise<void> {
  for (const [ms, bytes] of parts) {
    await passes(clock, ms);
    input.write(bytes);
    await turns();
  }
}

/** In small steps, because a timer may start another. */
async function passes(clock: ReturnType<typeof bareProxy>['clock'], ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10) {
    clock.advance(Math.min(10, left));
    await turns();
  }
}

describe('unfinished input', () => {
  it('is the Esc key after 100 ms', async () => {
    const proxy = bareProxy();
    await writes(proxy, [0, '\x1b']);
    await passes(proxy.clock, 99);
    expect(proxy.heard).toEqual([]);
    await passes(proxy.clock, 1);
    expect(proxy.heard).toEqual(['esc']);
  });

  it.each([
    [
      'an arrow cut by 60 ms',
      ['up'],
      [
        [0, '\x1b'],
        [60, '[A'],
      ],
    ],
    [
      'an arrow with 60 ms between all bytes',
      ['up'],
      [
        [0, '\x1b'],
        [60, '['],
        [60, 'A'],
      ],
    ],
    [
      'an arrow cut by 400 ms after its [',
      ['left'],
      [
        [0, '\x1b['],
        [400, 'D'],
      ],
    ],
    [
      'a digit of a keypad',
      ['1'],
      [
        [0, '\x1b'],
        [60, 'O'],
        [400, 'q'],
      ],
    ],
    ['a long sequence, byte by byte', ['enter'], [...'\x1b[57414;129u'].map(byte => [60, byte] as const)],
    ['Alt and a letter in one read', ['alt-x'], [[0, '\x1bx']]],
    [
      'Alt and a letter within 30 ms',
      ['alt-x'],
      [
        [0, '\x1b'],
        [20, 'x'],
      ],
    ],
    [
      'Esc, and a letter after 40 ms',
      ['esc', 'x'],
      [
        [0, '\x1b'],
        [40, 'x'],
      ],
    ],
    [
      'Esc, and an arrow after 40 ms',
      ['esc', 'up'],
      [
        [0, '\x1b'],
        [40, '\x1b[A'],
      ],
    ],
    ['Esc held down', ['esc', 'esc', 'esc', 'esc'], [0, 33, 33, 33].map(ms => [ms, '\x1b'] as const)],
    [
      'an arrow cut by a second',
      ['esc', 'up'],
      [
        [0, '\x1b'],
        [1000, '[A'],
      ],
    ],
  ] as const)('is %s: %j', async (_, keys, parts) => {
    const proxy = bareProxy();
    await writes(proxy, ...parts);
    await passes(proxy.clock, 500);
    expect(proxy.heard).toEqual(keys);
    expect(proxy.proxy.busy()).toBe(false);
  });

  it('of any bytes with any pauses leaves keys that work', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 6 }).map(array => Buffer.from(array)),
      fc
        .constantFrom('\x1b', '\x1b[', '\x1bO', '\x1b]11;', '\x1b[200~', '[A', 'é')
        .map(text => Buffer.from(text)),
    );
    const parts = fc.array(fc.tuple(fc.constantFrom(0, 20, 60, 100, 500, 2000), bytes), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(parts, async written => {
        const proxy = bareProxy();
        await writes(proxy, ...written);
        // The way out of a paste without an end, and of an unfinished sequence. Half a character takes the first.
        await writes(proxy, [2500, '\x03'], [0, '\x03'], [1000, 'j']);
        expect(proxy.heard.at(-1)).toBe('j');
        for (const key of proxy.heard) if (!key.startsWith('paste:')) expect(isKey(key), key).toBe(true);
        proxy.proxy.stop();
      }),
      { seed: 20_261_128, numRuns: 60 },
    );
  });

  it('is completed by input that arrived while the process was busy', async () => {
    const { input, clock, heard } = bareProxy();
    input.write('\x1b');
    await turns();
    clock.advance(30);
    input.write('[A');
    await turns();
    expect(heard).toEqual(['up']);
  });

  it('is dropped if a terminal’s reply does not end within half a second, even while keys are pressed', async () => {
    const { input, clock, heard } = bareProxy();
    input.write('\x1b]11;');
    await turns();
    for (let n = 0; n < 5; n += 1) {
      input.write('j');
      await turns();
      clock.advance(100);
      await turns();
    }
    expect(heard).toEqual([]);
    input.write('j');
    await turns();
    expect(heard).toEqual(['j']);
  });

  it('stays a paste through pauses of seconds, and nothing in it is a key', async () => {
    const proxy = bareProxy();
    await writes(
      proxy,
      [0, '\x1b[200~q\r'],
      [1999, 'b\r'],
      [8000, 'c\x1b[A'],
      [3000, 'd\x1b'],
      [60, '[201~j'],
    );
    expect(proxy.heard).toEqual(['paste:q b cd', 'j']);
    expect(proxy.desk.stalls).toEqual(['stalled', 'stalled', 'stalled', 'over']);
  });

  it.each([
    ['Esc', '\x1b'],
    ['Ctrl+C', '\x03'],
  ])('of a paste without an end is dropped by %s', async (_, bytes) => {
    const proxy = bareProxy();
    await writes(proxy, [0, '\x1b[200~abc'], [1900, bytes], [10, 'q'], [2100, bytes]);
    await passes(proxy.clock, 500);
    expect(proxy.heard).toEqual([]);
    expect(proxy.desk.stalls).toContain('dropped');
    await writes(proxy, [0, 'j']);
    expect(proxy.heard).toEqual(['j']);
  });
});

describe('text for a field', () => {
  it('arrives one piece at a time, and later keys wait', async () => {
    const { input, heard, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('ab\x10');
    await turns();
    expect(readAll(proxy.stdin)).toEqual(['a']);
    expect(readAll(proxy.stdin)).toEqual([]);
    await turns();
    expect(heard).toEqual([]);
    expect(readAll(proxy.stdin)).toEqual(['b']);
    await turns();
    expect(heard).toEqual(['ctrl-p']);
  });

  it('is dropped if no field takes it for three seconds, and then keys work again', async () => {
    const { input, clock, heard, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('x\x03');
    await turns();
    clock.advance(2999);
    await turns();
    expect(heard).toEqual([]);
    clock.advance(1);
    await turns();
    expect(heard).toEqual(['ctrl-c']);
    expect(readAll(proxy.stdin)).toEqual([]);
  });

  it('is readable for a listener that is added after the text arrived', async () => {
    const { input, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('x');
    await turns();
    const texts: string[] = [];
    proxy.stdin.on('readable', () => texts.push(...readAll(proxy.stdin)));
    await turns();
    input.write('yz');
    await turns();
    expect(texts).toEqual(['x', 'y', 'z']);
  });

  it('is not sent for a paste without typable text', async () => {
    const { input, heard, desk } = bareProxy();
    desk.takesText = true;
    input.write('\x1b[200~\r\n\x00\x1b[31m\x1b[201~\x10');
    await turns();
    expect(heard).toEqual(['ctrl-p']);
  });
});

describe('text for a field', () => {
  it('waits once until the newest state is drawn, because an older field would drop it', async () => {
    const { input, proxy, desk } = bareProxy();
    desk.takesText = true;
    desk.isBehind = true;
    input.write('1');
    expect(readAll(proxy.stdin)).toEqual([]);
    await turns();
    expect(readAll(proxy.stdin)).toEqual(['1']);
  });

  it('is offered immediately if the newest state is on the screen', () => {
    const { input, proxy, desk } = bareProxy();
    desk.takesText = true;
    input.write('1');
    expect(readAll(proxy.stdin)).toEqual(['1']);
  });
});

describe('Alt and a key', () => {
  it('are one key, never Esc and that key', async () => {
    const { input, heard } = bareProxy();
    input.write('\x1bb\x1bx\x1b\x1b[D\x1b\r');
    await turns();
    expect(heard).toEqual(['alt-b', 'alt-x', 'alt-left', 'alt-enter']);
  });

  it('move the cursor in a field by a word', async () => {
    const { input, heard, proxy, desk } = bareProxy();
    desk.takesText = true;
    input.write('\x1bb');
    await turns();
    expect(readAll(proxy.stdin)).toEqual(['\x1bb']);
    expect(heard).toEqual([]);
  });

  it('type nothing in a field if they edit nothing', async () => {
    const { input, heard, proxy, desk } = bareProxy();
    desk.takesText = true;
    input.write('\x1bx\x1b1');
    await turns();
    expect(readAll(proxy.stdin)).toEqual([]);
    expect(heard).toEqual(['alt-x', 'alt-1']);
  });
});

describe('a keypad in application mode', () => {
  it('types digits into a field', async () => {
    const { input, heard, proxy, desk } = bareProxy();
    desk.takesText = true;
    const typed: string[] = [];
    for (const bytes of ['\x1bOq', '\x1bOr\x1bOn', '\x1b[57402u']) {
      input.write(bytes);
      await turns();
      for (let n = 0; n < 2; n++) {
        typed.push(...readAll(proxy.stdin));
        await turns();
      }
    }
    expect(typed).toEqual(['1', '2', '.', '3']);
    expect(heard).toEqual([]);
  });
});

describe('a letter of another script with its position on a Latin layout', () => {
  it('is the Latin key for a command, and itself in a field and if it has a command', async () => {
    const command = bareProxy();
    command.input.write('\x1b[1081::113u');
    await turns();
    expect(command.heard).toEqual(['q']);
    const own = bareProxy(undefined, ['й']);
    own.input.write('\x1b[1081::113u');
    await turns();
    expect(own.heard).toEqual(['й']);
    const field = bareProxy();
    field.desk.takesText = true;
    field.input.write('\x1b[1081::113u');
    await turns();
    expect(readAll(field.proxy.stdin)).toEqual(['й']);
  });
});

describe('an editing key in a field', () => {
  it.each(['ctrl-u', 'ctrl-w', 'ctrl-e'])(
    'is a command if %s has one, and text for the field otherwise',
    async key => {
      const byte = String.fromCharCode(key.charCodeAt(5) - 0x60);
      const commanded = bareProxy(undefined, [key]);
      commanded.desk.takesText = true;
      commanded.input.write(byte);
      await turns();
      expect(commanded.heard).toEqual([key]);
      const plain = bareProxy();
      plain.desk.takesText = true;
      plain.input.write(byte);
      await turns();
      expect(plain.heard).toEqual([]);
      expect(readAll(plain.proxy.stdin)).toHaveLength(1);
    },
  );
});
