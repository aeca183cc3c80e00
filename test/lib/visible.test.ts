/** Visible forms of hostile text, case by case (FAULTS F1 to F13). */
import { describe, expect, it } from 'vitest';
import { fromServer, join, t, unsafeText, visible } from '../../src/lib/visible.ts';

const shown = (text: string): string => visible(fromServer(text));

describe('controls [F1]', () => {
  it('show every C0 control and DEL as its picture', () => {
    for (let code = 0; code < 0x20; code++) {
      expect(shown(`a${String.fromCharCode(code)}b`)).toBe(`a${String.fromCharCode(0x2400 + code)}b`);
    }
    expect(shown('\x7f')).toBe('␡');
  });

  it('show every C1 control by its number', () => {
    for (let code = 0x80; code < 0xa0; code++) {
      expect(shown(String.fromCharCode(code))).toBe(`\\u{${code.toString(16).toUpperCase()}}`);
    }
  });
});

it.each([
  ['the halves of a split sequence [F4]', 'a\x1b]52;', 'a␛]52;'],
  ['an 8-bit OSC [F5]', '\u009d52;c;AA\u009c', '\\u{9D}52;c;AA\\u{9C}'],
  ['conceal [F6]', '\x1b[8mhidden\x1b[0m', '␛[8mhidden␛[0m'],
  ['a right-to-left override [F7]', 'abc\u202egpj.exe', 'abc\\u{202E}gpj.exe'],
  [
    'isolates and marks [F7]',
    '\u2066\u2069\u200e\u200f\u061c',
    '\\u{2066}\\u{2069}\\u{200E}\\u{200F}\\u{61C}',
  ],
  ['zero width [F8a]', 'pay\u200bpal\ufeff\u2060', 'pay\\u{200B}pal\\u{FEFF}\\u{2060}'],
  ['tags [F8a]', 'a\u{e0041}', 'a\\u{E0041}'],
  [
    'soft hyphen, fillers, blank Braille [F8a]',
    '\u00ad\u3164\u115f\uffa0\u2800',
    '\\u{AD}\\u{3164}\\u{115F}\\u{FFA0}\\u{2800}',
  ],
  ['a variation selector on a letter [F8a]', 'A\ufe0f', 'A\\u{FE0F}'],
  ['a joiner that joins nothing [F8a]', 'a\u200db\u200c', 'a\\u{200D}b\\u{200C}'],
  ['the half-space of Persian [F8b]', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['the joiner of Sinhala [F8b]', 'ශ්\u200dරී', 'ශ්\u200dරී'],
  ['a second joiner at the same place [F8a]', 'می\u200c\u200cخ', 'می\\u{200C}\\u{200C}خ'],
  ['private use and unassigned', '\ue000\u{10fffd}\u0378\uffff', '\\u{E000}\\u{10FFFD}\\u{378}\\u{FFFF}'],
  ['line ends [F12]', 'a\r\nb\tc\u0085\u2028\u2029', 'a␍␊b␉c\\u{85}\\u{2028}\\u{2029}'],
  ['lone surrogates [F13]', 'a\ud800b\udc00', 'a\\u{D800}b\\u{DC00}'],
])('the visible form is right for %s', (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});

describe('clusters with a disputed width [F11]', () => {
  it.each([
    ['flags stay', '🇩🇪🇫🇷', '🇩🇪🇫🇷'],
    ['half a flag', '🇩', '\\u{1F1E9}'],
    ['a pair that is no flag', '🇽🇽', '\\u{1F1FD}\\u{1F1FD}'],
    ['signs of one cell stay', '❤ ☎ ✈ ©', '❤ ☎ ✈ ©'],
    ['emoji', 'ok 👍', 'ok 👍'],
    ['skin tone', '👍🏽', '👍'],
    ['a skin tone alone', 'a🏽', 'a\\u{1F3FD}'],
    ['family', '👩‍👩‍👧', '👩👩👧'],
    ['a joined emoji without its selector', '🏃🏽‍♀', '🏃♀'],
    ['emoji that are joined to nothing [F8a]', '👩\u200d', '👩\\u{200D}'],
    ['emoji that no standard joins [F8a]', '👍\u200d🚗', '👍\\u{200D}🚗'],
    ['a letter joined to an emoji [F8a]', 'a\u200d👩', 'a\\u{200D}👩'],
    ['a text selector on an emoji [F8a]', '👍\ufe0e', '👍\\u{FE0E}'],
    ['a second selector [F8a]', '❤\ufe0f\ufe0f', '❤\\u{FE0F}\\u{FE0F}'],
    ['emoji presentation of a sign', '❤️', '❤'],
    ['keycap', '1️⃣', '[1]'],
    ['the flag of a region', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴[gbeng]'],
    ['tags that are no flag [F8a]', '🏴\u{e0041}', '🏴\\u{E0041}'],
    ['a mark newer than terminals', 'မြန်မာ', 'မြန\\u{103A}မာ'],
  ])('are shown by their number or stay: %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ['decomposed Hangul is composed', '\u1112\u1161\u11ab\uae00', '한글'],
    ['jamo with nothing to compose', '\u1112', '\\u{1112}'],
    ['Thai AM becomes its two parts, before the tone', 'น้ำ', 'น\u0e4d\u0e49\u0e32'],
    ['Lao AM too', 'ຄຳ', 'ຄ\u0ecd\u0eb2'],
    ['an Indic conjunct shows its virama', 'क्ष', 'क्\u200cष'],
  ])('get a form with a certain width: %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe('combining marks', () => {
  it('are kept up to six, and the others are counted [F9a]', () => {
    expect(shown(`e${'\u0301'.repeat(6)}x`)).toBe(`e${'\u0301'.repeat(6)}x`);
    expect(shown(`e${'\u0301'.repeat(9)}x`)).toBe(`e${'\u0301'.repeat(6)}…(+3 marks)x`);
    expect(shown(`e${'\u0301'.repeat(100_000)}`).length).toBeLessThan(60);
  });

  it('are spelled out if no letter precedes them', () => {
    expect(shown('\u0301a')).toBe('\\u{301}a');
    expect(shown('\x1b\u0301')).toBe('␛\\u{301}');
    expect(shown('e\u{1abe}\u0301')).toBe('e\\u{1ABE}\\u{301}');
  });
});

describe('long text', () => {
  it('is cut, and the number of cut characters is shown [F10a]', () => {
    expect(shown('a'.repeat(4096))).toBe('a'.repeat(4096));
    expect(shown('a'.repeat(1_000_000))).toBe(`${'a'.repeat(4096)}…(+995904 chars)`);
    expect(shown(`👩${'\u200d👩'.repeat(9_999)}`)).toMatch(/^(?:👩\\u\{200D\})+…\(\+\d+ chars\)$/);
  });

  it('is cut between graphemes, never inside a surrogate pair [F10a]', () => {
    expect(shown(`${'a'.repeat(4095)}e\u0301${'b'.repeat(9)}`)).toBe(`${'a'.repeat(4095)}…(+11 chars)`);
    expect(shown(`${'a'.repeat(4095)}𝐀`)).toBe(`${'a'.repeat(4095)}…(+2 chars)`);
    expect(shown(`a${'\u{1d167}'.repeat(3000)}`)).not.toMatch(/D[89A-F][0-9A-F]{2}\}/);
  });

  it('is cut to cells on request [F10a]', () => {
    expect(visible(fromServer('ACME Trading Limited'), 8)).toBe('ACME Tr…');
    expect(visible(fromServer('中文公司名称'), 6)).toBe('中文…');
    expect(visible(fromServer('x'.repeat(1_000_000)), 5)).toBe('xxxx…');
    expect(visible(fromServer('abc'), 3)).toBe('abc');
    expect(visible(fromServer('abc'), 0)).toBe('');
  });
});

it('the original text stays available to code that needs it', () => {
  expect(unsafeText(fromServer('a\x1b[2J'))).toBe('a\x1b[2J');
});

it('literal words and visible values together make visible text', () => {
  expect(t`Page ${2} of ${visible('a\nb')}\u00b7`).toBe('Page 2 of a␊b·');
  expect(join([visible('a'), visible('b')], ' · ')).toBe('a · b');
  expect(join([visible('a'), visible('b')], '\n')).toBe('a␊b');
});

it('a character is shown the same in a text of plain letters, which takes a shorter way, and in another text', () => {
  const codes = Array.from({ length: 0xd800 }, (_, code) => code).filter(
    code => code < 0x3000 || code % 61 === 0,
  );
  const differing = codes.filter(code => {
    const text = `a${String.fromCharCode(code)}`;
    // Neither Thai nor a letter with a mark takes the shorter way.
    return visible(`${text}ก`) !== `${visible(text)}ก` || !visible(`${text}\u0301`).startsWith(visible(text));
  });
  expect(differing).toEqual([]);
});
