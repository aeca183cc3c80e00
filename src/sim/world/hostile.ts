// Texts that try to break a terminal. One customer of the cast has them as names.

const ESC = '\u001b';
const BEL = '\u0007';

/** Escape sequences, bidirectional and invisible characters, floods (FAULTS F1 to F14). */
export const hostileTexts: readonly [string, ...string[]] = [
  `Acme${ESC}[2J${ESC}[3J${ESC}[H Ltd`,
  `${ESC}]0;owned${BEL}Title`,
  `${ESC}]52;c;cm0gLXJmIC8=${BEL}clipboard`,
  `${ESC}]8;;https://example.invalid${ESC}\\link${ESC}]8;;${ESC}\\`,
  `${ESC}[?1049l${ESC}[?25h${ESC}[6n${ESC}[c`,
  `${ESC}P$q"p${ESC}\\${ESC}_Gi=1;AAAA${ESC}\\${ESC}^pm${ESC}\\`,
  `${ESC}]0;never ended`,
  '\u009b2J\u009d52;c;AAAA\u009c',
  `${ESC}[8m hidden ${ESC}[30;40m`,
  'evil\u202etxt.exe\u202c \u2066isolate\u2069 \u200emark\u200f \u061c',
  'zero\u200bwidth\u200c\u200d\ufeff so\u00adft \u115f\u3164\u2800 \u{e0041}\u{e007f}',
  `Zalgo${'\u0301\u0327\u0489'.repeat(400)}`,
  'line one\r\nline two\ttab\u000bvt\u000cff\u0085nel\u2028ls\u2029ps',
  '\u0000\u0001\u0002\u0008\u007f',
  '\ud800 lone \udfff surrogates',
  'Раураl Сredit', // Cyrillic letters that look Latin
  '=HYPERLINK("https://example.invalid";"open")',
  `${'W'.repeat(5000)}`,
  '\ufdfd 👨‍👩‍👧‍👦🇬🇧👍🏽 中文字',
  '__proto__',
  'Card 4111 1111 1111 1111 refund',
];
