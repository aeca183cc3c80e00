import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKey } from '../../src/keys/key.ts';
import { createTokenizer, type Token } from '../../src/keys/tokens.ts';

/** The names of keys, and pastes as `paste:…`. Focus and mouse events are left out. */
function named(tokens: readonly Token[]): string[] {
  return tokens.flatMap(token =>
    token.kind === 'key' ? token.key : token.kind === 'paste' ? `paste:${token.text}` : [],
  );
}

function read(...chunks: string[]): string[] {
  const tokenizer = createTokenizer();
  return named([...chunks.flatMap(chunk => tokenizer.push(chunk)), ...tokenizer.flush()]);
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
    ['\x1b\x1b[D\x1b\x1bOC', ['alt-left', 'alt-right']],
  ])('in the input %j are %j', (input, keys) => {
    expect(read(input)).toEqual(keys);
  });

  it('include the Esc key: alone, before a typed key, and before another Esc', () => {
    expect(read('\x1b')).toEqual(['esc']);
    expect(read('\x1bj')).toEqual(['esc', 'j']);
    expect(read('\x1b\x1b')).toEqual(['esc', 'esc']);
    expect(read('\x1b\x1b[A')).toEqual(['esc', 'up']);
    expect(read('\x1b\x1b[')).toEqual(['esc', 'esc', '[']);
    expect(read('\x1b\r')).toEqual(['esc', 'enter']);
    expect(read('\x1bé')).toEqual(['esc', 'é']);
    expect(read('\x1b👍')).toEqual(['esc', '👍']);
  });

  it('are read one by one after an Esc whose sequence is not completed', () => {
    for (const opening of ['[', ']', 'O', 'P', '_']) {
      const tokenizer = createTokenizer();
      expect(tokenizer.push(`\x1b${opening}`)).toEqual([]);
      expect(tokenizer.waiting()).toBe('moment');
      expect(named(tokenizer.flush())).toEqual(['esc', opening]);
      expect(named(tokenizer.push('j'))).toEqual(['j']);
    }
  });

  it('are read immediately after an Esc that starts no sequence', () => {
    expect(read('\x1b]x')).toEqual(['esc', ']', 'x']);
    expect(read('\x1bOj')).toEqual(['esc', 'O', 'j']);
    expect(read('\x1bO1j')).toEqual(['esc', 'O', '1', 'j']);
    expect(read('\x1b[\r')).toEqual(['esc', '[', 'enter']);
    expect(read('\x1bPx')).toEqual(['esc', 'P', 'x']);
    expect(read('\x1b_x')).toEqual(['esc', '_', 'x']);
    expect(read('\x1b[[x')).toEqual(['esc', '[', '[', 'x']);
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
      expect(tokenizer.waiting()).toBe('reply');
      expect(tokenizer.flush()).toEqual([]);
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

  it('without an end contain the text that arrived', () => {
    const tokenizer = createTokenizer();
    tokenizer.push('\x1b[200~abc\x1b[20');
    expect(tokenizer.waiting()).toBe('paste');
    expect(named(tokenizer.flush())).toEqual(['paste:abc\x1b[20']);
    expect(tokenizer.waiting()).toBe('nothing');
    expect(named(tokenizer.push('j'))).toEqual(['j']);
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

  it('gives only keys that a binding can have, and leaves nothing after a flush', () => {
    fc.assert(
      fc.property(input, text => {
        const tokenizer = createTokenizer();
        const tokens = [...tokenizer.push(text), ...tokenizer.flush()];
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
