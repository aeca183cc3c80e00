// Data that leaves Purser, in a file or the clipboard, has no hidden characters and no card numbers. Amounts
// keep every digit.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, parseJson, writeJson } from '../../src/lib/json.ts';
import { csvLine, leavingJson, leavingText, sheetLine } from '../../src/lib/leaving.ts';
import { jsonOf } from '../harness/answers.ts';
import { anyText } from './any-text.ts';

const left = (text: string): string => writeJson(leavingJson(jsonOf(text)));

describe('data that leaves Purser', () => {
  it('has no card number in a text, a name or a number [C26a]', () => {
    expect(leavingText('card 4111111111111111.')).toBe('card ••••••••••••1111.');
    expect(left('{"4111111111111111":"4111 1111 1111 1111","pan":4111111111111111}')).toBe(
      '{"••••••••••••1111":"•••• •••• •••• 1111","pan":"••••••••••••1111"}',
    );
  });

  it('has every number masked that the service promised to mask, whatever its check digit [C28]', () => {
    expect(left('{"maskedCardNumber":"4111111111111112","masked_card_number":4111111111111112}')).toBe(
      '{"maskedCardNumber":"••••••••••••1112","masked_card_number":"••••••••••••1112"}',
    );
  });

  it('masks a field whose name only resembles an amount', () => {
    expect(left('{"corporate":4111111111111111,"netExchangeRate":4111111111111111}')).toBe(
      '{"corporate":"••••••••••••1111","netExchangeRate":4111111111111111}',
    );
  });

  it('keeps a UUID whole, whatever its digits [C26]', () => {
    expect(left('{"id":"00000000-0000-4000-8000-000000000000"}')).toBe(
      '{"id":"00000000-0000-4000-8000-000000000000"}',
    );
  });

  it('keeps every digit of all other numbers, also of amounts of any length', () => {
    const numbers =
      '{"amount":4111111111111111,"balance":9007199254740993.01,"fee":0.10,"rate":1e-7,"n":-0,"count":12345678901234567}';
    expect(left(numbers)).toBe(numbers);
  });

  it('shows hidden characters, also in names [F20a]', () => {
    expect(left('{"a\\u0000":"\\u001b[2Jx\\u202ey"}')).toBe('{"a␀":"␛[2Jx\\\\u{202E}y"}');
  });

  it('keeps Thai and Lao AM after a letter as one character, and escapes a single AM', () => {
    const names = '{"น้ำ":"กำ ທຳ 👍 \\u001b","note":"ำ"}';
    expect(left(names)).toBe('{"น้ำ":"กำ ທຳ 👍 ␛","note":"\\\\u{E33}"}');
  });

  it('says how many characters it cut from a text with AM', () => {
    expect(leavingJson('กำ'.repeat(3000))).toBe(`${'กำ'.repeat(2048)}…(+1904 chars)`);
  });

  it('keeps two names that look the same, and treats __proto__ as a name', () => {
    expect(left('{"a\\u0000":1,"a␀":2,"__proto__":3}')).toBe('{"a␀":1,"a␀~2":2,"__proto__":3}');
  });

  it('has no character that moves a cursor', () => {
    const json = fc.json({ stringUnit: 'binary' });
    fc.assert(
      fc.property(json, text => {
        const parsed = parseJson(text);
        const value: Json = parsed.ok ? parsed.value : null;
        const written = writeJson(leavingJson(value));
        expect(written).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(parseJson(written).ok).toBe(true);
      }),
      { seed: 15 },
    );
  });
});

/** Reads one line by RFC 4180. */
function readLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

describe('a line', () => {
  it('separates its cells with commas and ends with CRLF', () => {
    expect(csvLine(['a', '', 'b c'])).toBe('a,,b c\r\n');
    expect(csvLine([''])).toBe('""\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['a;b', '"a;b"'],
    ['two\nlines', '"two\nlines"'],
    [' space', '" space"'],
  ])('quotes %j', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  it.each(['=1+1', '+44 20', '-cmd', '@SUM(A1)', '\tx', '\rx', '＝1', ' =1', '--1', '-1+2', '-', '-1 GBP'])(
    '%j gets an apostrophe, and is no formula any more [F20b]',
    cell => {
      expect(readLine(csvLine([cell]))).toEqual([`'${cell}`]);
    },
  );

  it.each(['-5', '-0.10', '-9007199254740993.01', '-1e-7', '10', 'a=b', "'", '1-2'])(
    '%j stays unchanged',
    cell => {
      expect(csvLine([cell])).toBe(`${cell}\r\n`);
    },
  );

  it.each([
    ...['0123', '139988571160', '-123456789012345', '12e5', '1-2', '2026/11/20', '1234567890123.456'],
  ])('for a spreadsheet %j is a text', cell => {
    expect(sheetLine([cell, 'b'])).toBe(`"=""${cell}""",b\r\n`);
    expect(csvLine([cell])).toBe(`${cell}\r\n`);
  });

  it('for a spreadsheet every other cell is written as in CSV, and no formula is new [F20b]', () => {
    for (const cell of ['-10.50', '1234.56', '0', '0.10', '12345', '', 'a', 'GBP'])
      expect(sheetLine([cell, 'b'])).toBe(`${cell},b\r\n`);
    fc.assert(
      fc.property(anyText(), cell => {
        const [back = ''] = readLine(sheetLine([cell]));
        expect(back === cell || back === `'${cell}` || /^="[-\d./e]+"$/i.test(back), cell).toBe(true);
        expect(back).not.toMatch(/^\s*(?:=(?!"[-\d./e]+"$)|[+@\t\r]|-(?!\d))/i);
      }),
      { seed: 4180 },
    );
  });

  it('can be read back: each cell is unchanged or follows one apostrophe [F20b]', () => {
    fc.assert(
      fc.property(fc.array(anyText(), { minLength: 1, maxLength: 5 }), cells => {
        const back = readLine(csvLine(cells));
        expect(back.map((cell, i) => (cell === `'${cells[i]}` ? cells[i] : cell))).toEqual(cells);
        for (const cell of back) expect(cell).not.toMatch(/^\s*(?:[=+@\t\r]|-(?!\d))/);
      }),
      { seed: 4180 },
    );
  });
});
