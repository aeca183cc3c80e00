import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenizer, type Token } from '../../src/keys/input-tokens.ts';
import { isKey } from '../../src/keys/key.ts';

/** The names of keys with their Latin key, and pastes as `paste:…`. Focus and mouse events are left out. */
function named(tokens: readonly Token[]): string[] {
  return tokens.flatMap(token => {
    if (token.kind === 'paste') return `paste:${token.text}`;
    if (token.kind === 'dropped paste') return 'dropped';
    if (token.kind !== 'key') return [];
    return token.base === undefined ? token.key : `${token.key}/${token.base}`;
  });
}

const altKeys = [...'xX1éй'].map(key => `alt-${key}`);

type Tokenizer = ReturnType<typeof createTokenizer>;

/** Until the input is complete. A paste whose end is missing never is. */
function pauses(tokenizer: Tokenizer): Token[] {
  const tokens: Token[] = [];
  while (tokenizer.waiting() !== 'nothing' && tokenizer.waiting() !== 'stalled')
    tokens.push(...tokenizer.pause());
  return tokens;
}

function read(...chunks: string[]): string[] {
  const tokenizer = createTokenizer();
  return named([...chunks.flatMap(chunk => tokenizer.push(chunk)), ...pauses(tokenizer)]);
}

/** With so many pauses between the two: after one, Alt no longer joins a key to an ESC; after two, the Esc key acted. */
function readApart(first: string, paused: number, rest: string): string[] {
  const tokenizer = createTokenizer();
  const tokens = tokenizer.push(first);
  for (let n = 0; n < paused && tokenizer.waiting() !== 'nothing'; n++) tokens.push(...tokenizer.pause());
  return named([...tokens, ...tokenizer.push(rest), ...pauses(tokenizer)]);
}

describe('keys', () => {
  it.each([
    ['jG é', ['j', 'G', 'space', 'é']],
    ['\r\t\x7f\b', ['enter', 'tab', 'backspace', 'backspace']],
    ['\n', ['ctrl-j']],
    ['\x03\x10\x1a', ['ctrl-c', 'ctrl-p', 'ctrl-z']],
    ['\x1b[A\x1bOA', ['up', 'up']],
    ['\x1b[H\x1bOH\x1b[1~\x1b[7~', ['home', 'home', 'home', 'home']],
    ['\x1b[F\x1bOF\x1b[4~\x1b[8~', ['end', 'end', 'end', 'end']],
    ['\x1b[5~\x1b[6~\x1b[3~\x1b[2~', ['pgup', 'pgdn', 'delete', 'insert']],
    ['\x1b[Z', ['shift-tab']],
    ['\x1bOP\x1bOS\x1b[15~\x1b[24~\x1b[[A', ['f1', 'f4', 'f5', 'f12', 'f1']],
    ['\x1b[1;5A\x1b[1;3D\x1b[1;2C\x1b[3;5~', ['ctrl-up', 'alt-left', 'right', 'ctrl-delete']],
    ['\x1b[a\x1bOc\x1b[3$\x1b[5^', ['up', 'ctrl-right', 'delete', 'ctrl-pgup']],
    ['\x1b[120;3u\x1b[27;5;112~\x1b[105;5u\x1b[13;5u', ['alt-x', 'ctrl-p', 'tab', 'ctrl-enter']],
    ['\x1b[97;1:3u\x1b[1;9A', []],
    ['👩‍👩‍👧🇩🇪👍🏽', ['👩‍👩‍👧', '🇩🇪', '👍🏽']],
    ['\x00\x1c\u{85}\u{200b}\u{202e}\u{fffd}\ue000', []],
    ['\u{a0}', ['space']],
    ['e\u{301}', ['e', '\u{301}']],
    ['\x1b\x7f', ['alt-backspace']],
    ['\x1bb\x1bf\x1bd', ['alt-b', 'alt-f', 'alt-d']],
    ['\x1b\x1b[D\x1b\x1bOC\x1b\x1b[A\x1b\x1b[5~', ['alt-left', 'alt-right', 'alt-up', 'alt-pgup']],
    ['\x1bx\x1bX\x1b1\x1bé\x1bй\x1b \x1b\r\x1b\t', [...altKeys, 'alt-space', 'alt-enter', 'alt-tab']],
    ['\x1b\x17\x1b👍🏽\x1b\x00\x1b\x1b[Z', ['ctrl-alt-w']],
    ['\x1bOp\x1bOq\x1bOy\x1bOn\x1bOl\x1bOM', ['0', '1', '9', '.', ',', 'enter']],
    ['\x1bOj\x1bOk\x1bOm\x1bOo\x1bOX\x1bOI\x1bO ', ['*', '+', '-', '/', '=', 'tab', 'space']],
    ['\x1bO2q\x1bO1;5A\x1bOE\x1bO~', ['1', 'ctrl-up']],
    ['\x1b[57399u\x1b[57408;129u\x1b[57409u\x1b[57414;1u', ['0', '9', '.', 'enter']],
    ['\x1b[57410u\x1b[57411u\x1b[57412u\x1b[57413u', ['/', '*', '-', '+']],
    ['\x1b[57415u\x1b[57416u\x1b[57417u\x1b[57426u\x1b[57427u', ['=', ',', 'left', 'delete']],
    ['\x1b[27u\x1b[106;1u\x1b[49:33;2u\x1b[106;2u', ['esc', 'j', '!', 'J']],
    ['\x1b[1081u\x1b[1081::113u\x1b[1081:1049:113;2u', ['й', 'й/q', 'Й/Q']],
    ['\x1b[1081::113;5u\x1b[1081::113;3u\x1b[1081::113;1:3u', ['ctrl-q', 'alt-q']],
    ['\x1b[246::59u\x1b[97::113u', ['ö', 'a']],
  ])('in the input %j are %j', (input, keys) => {
    expect(read(input)).toEqual(keys);
  });

  it('include the Esc key: alone, before another Esc, and a moment before a typed key', () => {
    expect(read('\x1b')).toEqual(['esc']);
    expect(read('\x1b\x1b')).toEqual(['esc', 'esc']);
    expect(read('\x1b\x1b\x1b')).toEqual(['esc', 'esc', 'esc']);
    expect(read('\x1b\x1b[')).toEqual(['esc', 'alt-[']);
    for (const paused of [1, 2])
      for (const [rest, keys] of [
        ['j', ['j']],
        ['\r', ['enter']],
        ['é', ['é']],
        ['👍', ['👍']],
        ['[', ['[']],
        ['O', ['O']],
        ['\x1b', ['esc']],
        ['\x1bx', ['alt-x']],
        ['\x03', ['ctrl-c']],
      ] as const)
        expect(readApart('\x1b', paused, rest), rest).toEqual(['esc', ...keys]);
  });

  it('are not the Esc key and a letter if Alt is pressed, also for a letter that may start a sequence', () => {
    for (const letter of 'abzABZ[]OP_\\09~:é') expect(read(`\x1b${letter}`)).toEqual([`alt-${letter}`]);
  });

  it('are Ctrl+C also with Alt or after an Esc in one read', () => {
    expect(read('\x1b\x03')).toEqual(['ctrl-c']);
  });

  it('are read immediately after a character that does not continue its sequence', () => {
    expect(read('\x1b]x')).toEqual(['alt-]', 'x']);
    expect(read('\x1bO\r')).toEqual(['alt-O', 'enter']);
    expect(read('\x1bO1\r')).toEqual(['enter']);
    expect(read('\x1b[\r')).toEqual(['alt-[', 'enter']);
    expect(read('\x1bPx')).toEqual(['alt-P', 'x']);
    expect(read('\x1b_x')).toEqual(['alt-_', 'x']);
    expect(read('\x1b[[\r')).toEqual(['enter']);
    expect(read('\x1b[[xj')).toEqual(['j']);
  });
});

/** Every key that is sent as a sequence, with its name. */
const SEQUENCES: readonly (readonly [bytes: string, key: string])[] = [
  ...[...'ABCDFHPQRS'].flatMap(final => {
    const key = named(createTokenizer().push(`\x1bO${final}`))[0] ?? '';
    return [[`\x1bO${final}`, key] as const, ...(final === 'R' ? [] : [[`\x1b[${final}`, key] as const])];
  }),
  ...[...'pqrstuvwxy'].map((final, digit) => [`\x1bO${final}`, `${digit}`] as const),
  ...[...'jklmno'].map((final, at) => [`\x1bO${final}`, '*+,-./'[at] ?? ''] as const),
  ['\x1bOM', 'enter'],
  ['\x1b[Z', 'shift-tab'],
  ['\x1b[15~', 'f5'],
  ['\x1b[3~', 'delete'],
  ['\x1b[3$', 'delete'],
  ['\x1b[1;5A', 'ctrl-up'],
  ['\x1b[1;3D', 'alt-left'],
  ['\x1b[27u', 'esc'],
  ['\x1b[27;5;112~', 'ctrl-p'],
  ['\x1b[57414;129u', 'enter'],
  ['\x1b[1081:1049:113;2u', 'Й/Q'],
  ['\x1b\x1b[C', 'alt-right'],
];

describe('a key that is sent as a sequence', () => {
  it('is that key wherever a pause cuts its bytes, if the pause is shorter than the Esc key takes to act', () => {
    for (const [bytes, key] of SEQUENCES)
      for (let at = 1; at < bytes.length; at++) {
        // After two ESCs, one pause is as long as the Esc key takes.
        const most = bytes.slice(0, at) === '\x1b' || bytes.slice(0, at) === '\x1b\x1b' ? 1 : 0;
        for (let paused = 0; paused <= most; paused++) {
          // One Esc, and an arrow without Alt.
          const isEsc = paused === 1 && at === 1 && bytes[1] === '\x1b';
          const keys = isEsc ? ['esc', key.replace('alt-', '')] : [key];
          expect(readApart(bytes.slice(0, at), paused, bytes.slice(at)), JSON.stringify(bytes)).toEqual(keys);
        }
      }
  });

  it('types nothing if a longer pause cuts it after its ESC, and if it never ends', () => {
    for (const [bytes, key] of SEQUENCES) {
      if (bytes.startsWith('\x1b[')) expect(readApart('\x1b', 2, bytes.slice(1))).toEqual(['esc', key]);
      for (let at = 3; at < bytes.length; at++)
        if (!bytes.startsWith('\x1b\x1b'))
          expect(read(bytes.slice(0, at)), JSON.stringify(bytes)).toEqual([]);
    }
    // Only directly after the Esc key.
    expect(readApart('\x1b', 2, 'j[A')).toEqual(['esc', 'j', '[', 'A']);
    expect(readApart('\x1b', 2, '[Aj')).toEqual(['esc', '[', 'A', 'j']);
  });

  it('is a key of its own between others, at every cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...SEQUENCES), { maxLength: 6 }),
        fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
        (keys, where) => {
          const text = keys.map(([bytes]) => bytes).join('');
          const at = [...new Set(where.map(n => n % (text.length + 1)))].sort((a, b) => a - b);
          const chunks = [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length));
          expect(read(...chunks)).toEqual(keys.map(([, key]) => key));
        },
      ),
      { seed: 20_261_128, numRuns: 500 },
    );
  });
});

describe("a terminal's replies", () => {
  it.each([
    ['cursor position', '\x1b[12;40R'],
    ['device attributes', '\x1b[?62;1;2c'],
    ['secondary device attributes', '\x1b[>1;4000;29c'],
    ['device status', '\x1b[0n'],
    ['mode report', '\x1b[?2026;2$y'],
    ['keyboard protocol', '\x1b[?1u'],
    ['window size', '\x1b[8;24;80t'],
    ['focus', '\x1b[I\x1b[O'],
    ['mouse', '\x1b[<0;10;20M\x1b[<0;10;20m'],
    ['urxvt mouse', '\x1b[32;10;20M'],
    ['X10 mouse', '\x1b[M !!'],
    ['background colour', '\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\'],
    ['palette, ended by BEL', '\x1b]4;1;rgb:ff/00/00\x07'],
    ['clipboard', '\x1b]52;c;aGVsbG8=\x1b\\'],
    ['terminal version', '\x1bP>|XTerm(390)\x1b\\'],
    ['terminfo', '\x1bP1+r544e=787465726d\x1b\\'],
    ['setting', '\x1bP1$r0m\x1b\\'],
    ['tertiary device attributes', '\x1bP!|00000000\x1b\\'],
    ['graphics', '\x1b_Gi=31;OK\x1b\\'],
    ['a stray end of a paste', '\x1b[201~'],
  ])('are not typed: %s', (_name, reply) => {
    expect(read(`a${reply}b`)).toEqual(['a', 'b']);
    expect(read('a', ...reply, 'b')).toEqual(['a', 'b']);
  });

  it('can be ended by a control character, which is then a key', () => {
    expect(read('\x1b]11;rgb:1e\x03')).toEqual(['ctrl-c']);
    expect(read('\x1b]11;rgb:1e\rj')).toEqual(['enter', 'j']);
    expect(read('\x1b[12;4\x03')).toEqual(['ctrl-c']);
    expect(read('\x1b[12;\x1b[A')).toEqual(['up']);
    expect(read('\x1b]11;rgb\x1b[A')).toEqual(['up']);
  });

  it('are dropped if their end is missing, and then keys work again', () => {
    for (const half of ['\x1b[12;4', '\x1b]11;rgb:1e', '\x1bP>|XTerm', '\x1b[M ']) {
      const tokenizer = createTokenizer();
      expect(tokenizer.push(half)).toEqual([]);
      expect(tokenizer.waiting()).toBe(half.startsWith('\x1b[') ? 'sequence' : 'string');
      expect(tokenizer.pause()).toEqual([]);
      expect(named(tokenizer.push('j'))).toEqual(['j']);
    }
  });

  it('without an end have a limited length, and then keys work again', () => {
    expect(read(`\x1b]11;${'x'.repeat(5000)}\r`).at(-1)).toBe('enter');
    const tokenizer = createTokenizer();
    tokenizer.push('\x1b]11;');
    const typed = Array.from({ length: 5000 }, () => tokenizer.push('j')).flat();
    expect(typed.length).toBeGreaterThan(900);
    tokenizer.push('\x1b[');
    const digits = Array.from({ length: 100 }, () => tokenizer.push('1')).flat();
    expect(digits.length).toBeGreaterThan(30);
  });
});

describe('pastes', () => {
  it('arrive as one token, whatever they contain', () => {
    expect(read('a\x1b[200~x\r\x1b[A\x03y\x1b[201~b')).toEqual(['a', 'paste:x\r\x1b[A\x03y', 'b']);
    expect(read('\x1b[200~\x1b[201~')).toEqual(['paste:']);
    const text = 'paste '.repeat(2000);
    expect(read(`\x1b[200~${text}\x1b[201~`)).toEqual([`paste:${text}`]);
    expect(read('\x1b[200', '~ab\x1b[2', '01', '~c')).toEqual(['paste:ab', 'c']);
  });

  it('stay pastes after a pause, whatever comes then', () => {
    for (const rest of ['j', '\r', 'q\r', '\x1b[A', '\x03q', 'abc\x1b', '👍'])
      for (const first of ['', 'a', 'a\x1b', 'a\x1b[20']) {
        const tokenizer = createTokenizer();
        expect(named(tokenizer.push(`\x1b[200~${first}`))).toEqual([]);
        expect(tokenizer.waiting()).toBe('paste');
        expect(tokenizer.pause()).toEqual([]);
        expect(tokenizer.waiting()).toBe('stalled');
        const tokens = [...tokenizer.push(rest), ...tokenizer.push('\x1b[201~j')];
        expect(named(tokens)).toEqual([`paste:${first}${rest}`, 'j']);
      }
  });

  it('without an end are dropped by Esc or Ctrl+C, but only after a pause, and what comes late types nothing', () => {
    for (const way of ['\x1b', '\x03', '\x1b[27u', '\x1b[99;5u'])
      for (const late of ['', '[201~']) {
        const tokenizer = createTokenizer();
        tokenizer.push('\x1b[200~abc');
        expect(named(tokenizer.push(way))).toEqual([]);
        tokenizer.push('d');
        tokenizer.pause();
        const dropped = [...tokenizer.push(way), ...pauses(tokenizer)];
        expect(named([...dropped, ...tokenizer.push(late)])).toEqual(['dropped']);
        expect(tokenizer.waiting()).toBe('nothing');
        expect(named(tokenizer.push('j'))).toEqual(['j']);
      }
  });

  it('end with their mark, even if a pause follows the ESC of the mark', () => {
    const tokenizer = createTokenizer();
    tokenizer.push('\x1b[200~abc');
    tokenizer.pause();
    tokenizer.push('\x1b');
    expect(named(tokenizer.push('[201~j'))).toEqual(['paste:abc', 'j']);
  });

  it('are cut at 65,536 characters, and the rest is dropped', () => {
    const [pasted, ...others] = read(`\x1b[200~${'x'.repeat(1_000_000)}\x1b[201~j`);
    expect(pasted).toHaveLength('paste:'.length + 65_536);
    expect(others).toEqual(['j']);
  });
});

describe('any input', () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...[
          '\x1b',
          '\x1b[',
          '\x1bO',
          '\x1b]',
          '\x1bP',
          '\x1b_G',
          '\x1b[A',
          '\x1b[1;5A',
          '\x1b[3$',
          '\x1b[[A',
        ],
        ...['\x1b[200~', '\x1b[201~', '\x1b[M', '\x1b[12;40R', '\x1b]11;rgb:1/2/3', '\x07', '\x1b\\', '\x9c'],
        ...[
          '👩‍👩‍👧',
          '🇩🇪',
          '👍🏽',
          '\u{200d}',
          '\u{fe0f}',
          '\ud83d',
          '\udc4d',
          '\x03',
          '\r',
          '\x7f',
          '1',
          ';',
          '~',
          'j',
        ],
        ...[`👍${'\u{301}'.repeat(80)}`, `\x1b]11;${'y'.repeat(4100)}`, `\x1b[${'1'.repeat(70)}`],
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map(text => `\x1b[200~${text}\x1b[201~`) },
  );
  const input = fc.array(piece, { maxLength: 20 }).map(pieces => pieces.join(''));
  const cuts = fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 });

  it('gives the same tokens however it is cut', () => {
    fc.assert(
      fc.property(input, cuts, (text, where) => {
        const at = [...new Set(where.map(n => n % (text.length + 1)))].sort((a, b) => a - b);
        const chunks = [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length));
        expect(read(...chunks)).toEqual(read(text));
        if (text.length < 1000) expect(read(...text.split(''))).toEqual(read(text));
      }),
      { seed: 20_261_120, numRuns: 1500 },
    );
  });

  it('gives only keys that a binding can have, and leaves nothing after a pause', () => {
    fc.assert(
      fc.property(input, text => {
        const tokenizer = createTokenizer();
        const tokens = [...tokenizer.push(text), ...pauses(tokenizer)];
        if (tokenizer.waiting() === 'stalled') tokens.push(...tokenizer.push('\x03'));
        for (const token of tokens) if (token.kind === 'key') expect(isKey(token.key), token.key).toBe(true);
        expect(tokenizer.waiting()).toBe('nothing');
        expect(named(tokenizer.push('j'))).toEqual(['j']);
      }),
      { seed: 20_261_121, numRuns: 1500 },
    );
  });

  it('of printable text gives a key for each character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), text => {
        const typed = read(text).map(key => (key === 'space' ? ' ' : key));
        expect(typed.join('')).toBe(text);
      }),
      { seed: 20_261_122 },
    );
  });
});
