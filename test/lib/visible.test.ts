/** What hostile text looks like once it is visible, case by case (FAULTS F1 to F13). */
import { describe, expect, it } from 'vitest';
import { fromServer, join, t, unsafeText, visible } from '../../src/lib/visible.ts';

const shown = (text: string): string => visible(fromServer(text));

describe('F1 controls', () => {
  it('shows every C0 control and DEL as its picture', () => {
    for (let code = 0; code < 0x20; code++) {
      expect(shown(`a${String.fromCharCode(code)}b`)).toBe(`a${String.fromCharCode(0x2400 + code)}b`);
    }
    expect(shown('\x7f')).toBe('␡');
  });

  it('shows every C1 control by its number', () => {
    for (let code = 0x80; code < 0xa0; code++) {
      expect(shown(String.fromCharCode(code))).toBe(`\\u{${code.toString(16).toUpperCase()}}`);
    }
  });
});

it.each([
  ['F4 the halves of a split sequence', 'a\x1b]52;', 'a␛]52;'],
  ['F5 an 8-bit OSC', '\u009d52;c;AA\u009c', '\\u{9D}52;c;AA\\u{9C}'],
  ['F6 conceal', '\x1b[8mhidden\x1b[0m', '␛[8mhidden␛[0m'],
  ['F7 a right-to-left override', 'abc\u202egpj.exe', 'abc\\u{202E}gpj.exe'],
  ['F7 isolates and marks', '\u2066\u2069\u200e\u200f\u061c', '\\u{2066}\\u{2069}\\u{200E}\\u{200F}\\u{61C}'],
  ['F8 zero width', 'pay\u200bpal\ufeff\u2060', 'pay\\u{200B}pal\\u{FEFF}\\u{2060}'],
  ['F8 tags', 'a\u{e0041}', 'a\\u{E0041}'],
  [
    'F8 soft hyphen, fillers, blank Braille',
    '\u00ad\u3164\u115f\uffa0\u2800',
    '\\u{AD}\\u{3164}\\u{115F}\\u{FFA0}\\u{2800}',
  ],
  ['F8 a variation selector on a letter', 'A\ufe0f', 'A\\u{FE0F}'],
  ['F8 a joiner that joins nothing', 'a\u200db\u200c', 'a\\u{200D}b\\u{200C}'],
  ['F8 the half-space of Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['F8 the joiner of Sinhala', 'ශ්\u200dරී', 'ශ්\u200dරී'],
  ['F8 a second joiner at the same place', 'می\u200c\u200cخ', 'می\\u{200C}\\u{200C}خ'],
  ['private use and unassigned', '\ue000\u{10fffd}\u0378\uffff', '\\u{E000}\\u{10FFFD}\\u{378}\\u{FFFF}'],
  ['F12 line ends', 'a\r\nb\tc\u0085\u2028\u2029', 'a␍␊b␉c\\u{85}\\u{2028}\\u{2029}'],
  ['F13 lone surrogates', 'a\ud800b\udc00', 'a\\u{D800}b\\u{DC00}'],
])('%s', (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});

describe('F11 clusters whose width is not agreed', () => {
  it.each([
    ['flags stay', '🇩🇪🇫🇷', '🇩🇪🇫🇷'],
    ['half a flag', '🇩', '\\u{1F1E9}'],
    ['a pair that is no flag', '🇽🇽', '\\u{1F1FD}\\u{1F1FD}'],
    ['signs of one cell stay', '❤ ☎ ✈ ©', '❤ ☎ ✈ ©'],
    ['emoji', 'ok 👍', 'ok \\u{1F44D}'],
    ['skin tone', '👍🏽', '\\u{1F44D}\\u{1F3FD}'],
    ['family', '👩‍👩‍👧', '\\u{1F469}\\u{200D}\\u{1F469}\\u{200D}\\u{1F467}'],
    ['emoji presentation of a sign', '❤️', '❤\\u{FE0F}'],
    ['keycap', '1️⃣', '1\\u{FE0F}\\u{20E3}'],
    ['a mark newer than terminals', 'မြန်မာ', 'မြန\\u{103A}မာ'],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ['decomposed Hangul is composed', '\u1112\u1161\u11ab\uae00', '한글'],
    ['jamo with nothing to compose', '\u1112', '\\u{1112}'],
    ['Thai AM becomes its two parts, before the tone', 'น้ำ', 'น\u0e4d\u0e49\u0e32'],
    ['Lao AM too', 'ຄຳ', 'ຄ\u0ecd\u0eb2'],
    ['an Indic conjunct shows its virama', 'क्ष', 'क्\u200cष'],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe('F9 combining marks', () => {
  it('keeps six and counts the rest', () => {
    expect(shown(`e${'\u0301'.repeat(6)}x`)).toBe(`e${'\u0301'.repeat(6)}x`);
    expect(shown(`e${'\u0301'.repeat(9)}x`)).toBe(`e${'\u0301'.repeat(6)}…(+3 marks)x`);
    expect(shown(`e${'\u0301'.repeat(100_000)}`).length).toBeLessThan(60);
  });

  it('spells out marks that have no letter to sit on', () => {
    expect(shown('\u0301a')).toBe('\\u{301}a');
    expect(shown('\x1b\u0301')).toBe('␛\\u{301}');
    expect(shown('e\u{1abe}\u0301')).toBe('e\\u{1ABE}\\u{301}');
  });
});

describe('F10 long text', () => {
  it('is cut, with the number of characters cut', () => {
    expect(shown('a'.repeat(4096))).toBe('a'.repeat(4096));
    expect(shown('a'.repeat(1_000_000))).toBe(`${'a'.repeat(4096)}…(+995904 chars)`);
  });

  it('is cut between graphemes, and never inside a surrogate pair', () => {
    expect(shown(`${'a'.repeat(4095)}e\u0301${'b'.repeat(9)}`)).toBe(`${'a'.repeat(4095)}…(+11 chars)`);
    expect(shown(`${'a'.repeat(4095)}𝐀`)).toBe(`${'a'.repeat(4095)}…(+2 chars)`);
    expect(shown(`a${'\u{1d167}'.repeat(3000)}`)).not.toMatch(/D[89A-F][0-9A-F]{2}\}/);
  });

  it('is cut to cells when asked', () => {
    expect(visible(fromServer('ACME Trading Limited'), 8)).toBe('ACME Tr…');
    expect(visible(fromServer('中文公司名称'), 6)).toBe('中文…');
    expect(visible(fromServer('x'.repeat(1_000_000)), 5)).toBe('xxxx…');
    expect(visible(fromServer('abc'), 3)).toBe('abc');
    expect(visible(fromServer('abc'), 0)).toBe('');
  });
});

it('keeps what came for those who need it as it came', () => {
  expect(unsafeText(fromServer('a\x1b[2J'))).toBe('a\x1b[2J');
});

it('puts literal words and visible values together', () => {
  expect(t`Page ${2} of ${visible('a\nb')}\u00b7`).toBe('Page 2 of a␊b·');
  expect(join([visible('a'), visible('b')], ' · ')).toBe('a · b');
  expect(join([visible('a'), visible('b')], '\n')).toBe('a␊b');
});
