// A corpus of hostile text from the runtime's Unicode tables: every control, mark, script and emoji (FAULTS F15).

/** A kind of text and its samples. */
export type Sample = readonly [kind: string, texts: readonly string[]];

const ALL = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter(point => point < 0xd800 || point > 0xdfff)
  .map(point => String.fromCodePoint(point));
const pointsOf = (pattern: RegExp): readonly string[] => ALL.filter(character => pattern.test(character));

/** Scripts whose letters join, stack or carry marks, with a consonant, a virama or vowel, and another consonant. */
const SCRIPTS: Readonly<Record<string, readonly [string, string, string]>> = {
  Arab: ['ب', '\u064e', 'ت'],
  Hebr: ['ש', '\u05b8', 'ל'],
  Syrc: ['ܒ', '\u0730', 'ܓ'],
  Thai: ['ก', '\u0e33', 'ข'],
  Laoo: ['ກ', '\u0eb3', 'ຂ'],
  Deva: ['क', '\u094d', 'ष'],
  Beng: ['ক', '\u09cd', 'ষ'],
  Guru: ['ਕ', '\u0a4d', 'ਹ'],
  Gujr: ['ક', '\u0acd', 'ષ'],
  Orya: ['କ', '\u0b4d', 'ଷ'],
  Taml: ['க', '\u0bcd', 'ஷ'],
  Telu: ['క', '\u0c4d', 'ష'],
  Knda: ['ಕ', '\u0ccd', 'ಷ'],
  Mlym: ['ക', '\u0d4d', 'ഷ'],
  Sinh: ['ක', '\u0dca', 'ෂ'],
  Mymr: ['က', '\u1039', 'ခ'],
  Khmr: ['ក', '\u17d2', 'ខ'],
  Tibt: ['ཀ', '\u0f90', 'ཁ'],
  Hang: ['ᄒ', '\u1161', '\u11ab'],
  Mong: ['ᠠ', '\u180b', 'ᠡ'],
};

/** All samples by kind. One version of Unicode always gives the same samples. */
export function corpus(): readonly Sample[] {
  const marks = pointsOf(/\p{M}/u);
  const emoji = pointsOf(/\p{Emoji}/u).filter(character => character > '\u007f');
  const people = ['👩', '👨', '🧑'];
  const regional = pointsOf(/\p{Regional_Indicator}/u);
  return [
    ['controls', pointsOf(/\p{Cc}/u).flatMap(character => [character, `a${character}b`])],
    ['bidirectional controls', pointsOf(/\p{Bidi_Control}/u).map(character => `a${character}b`)],
    [
      'what is drawn as nothing',
      pointsOf(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u).map(character => `a${character}b`),
    ],
    ['spaces', pointsOf(/\p{Zs}/u).map(character => `a${character}b`)],
    ['private use and the unassigned', ['\ue000', '\uf8ff', '\u0378', '\u{f0000}', '\u{10fffd}', '\ufffe']],
    ['halves of pairs', ['\ud800', '\udbff', '\udc00x', 'a\udfff', '\udc00\ud800']],
    ['marks on a letter', marks.map(mark => `e${mark}x`)],
    ['marks on nothing', marks.map(mark => `${mark}x`)],
    ['stacks of marks', marks.filter((_, at) => at % 16 === 0).map(mark => `e${mark.repeat(9)}x`)],
    ...Object.entries(SCRIPTS).map(([script, letters]): Sample => [`${script} letters`, joined(letters)]),
    ['letters, numbers and symbols', chunks(pointsOf(/[\p{L}\p{N}\p{S}\p{P}]/u), 400)],
    ['emoji', emoji.flatMap(one => [one, `${one}\ufe0f`, `${one}\ufe0e`])],
    ['skin tones', pointsOf(/\p{Emoji_Modifier_Base}/u).flatMap(one => [`${one}🏻`, `${one}🏿`])],
    ['flags', regional.flatMap(first => regional.map(second => first + second))],
    ['keycaps', [...'0123456789#*'].flatMap(key => [`${key}\ufe0f\u20e3`, `${key}\u20e3`])],
    [
      'joined emoji',
      people.flatMap(one => [
        ...emoji.filter((_, at) => at % 8 === 0).map(other => `${one}\u200d${other}`),
        ...people.map(other => `${one}\u200d${other}\u200d👧\u200d👦`),
        `${one}🏽\u200d❤\ufe0f\u200d💋\u200d${one}🏿`,
      ]),
    ],
    ['tags', ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴\u{e0041}', 'a\u{e007f}']],
  ];
}

/** The ways to write two letters with a character between them. */
function joined([first, between, second]: readonly [string, string, string]): readonly string[] {
  const joiners = ['', '\u200c', '\u200d', '\u200d\u200c', '\u034f', '\u200b'];
  return joiners.flatMap(joiner => [
    `${first}${between}${joiner}${second}`,
    `${first}${joiner}${second}`,
    `${between}${joiner}${first}`,
    `${first}${between.repeat(4)}${joiner}${second}`,
    `${joiner}${first}${joiner}`,
  ]);
}

function chunks(characters: readonly string[], size: number): readonly string[] {
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  );
}

/** For each attack by length, one text of about `units` UTF-16 units. */
export function floods(units: number): readonly (readonly [kind: string, text: string])[] {
  const of = (kind: string, unit: string, head = '') =>
    [kind, head + unit.repeat(Math.ceil(units / unit.length))] as const;
  return [
    of('letters', 'x'),
    of('digits', '4'),
    of('card numbers', '4111111111111111'),
    of('single digits with spaces', '1 '),
    of('digits and dashes', '41-'),
    of('full-width digits', '４'),
    of('combining marks', '\u0301', 'e'),
    of('marks of two classes', '\u0301\u0327', 'e'),
    of('joined emoji', '👩\u200d'),
    of('families', '👩\u200d👩\u200d👧'),
    of('half flags', '🇩'),
    of('joiners', '\u200d', 'क'),
    of('overrides', '\u202e'),
    of('Thai', 'กำ'),
    of('Arabic', 'بَ'),
    of('Indic conjuncts', 'क्'),
    of('jamo', '\u1112\u1161\u11ab'),
    of('halves of pairs', '\ud800'),
    of('escapes', '\x1b['),
    of('line ends', '\r\n'),
    of('spaces', ' '),
    of('quotes', '"'),
    of('backslashes', '\\'),
    of('braces', '{"a":'),
    of('hexadecimal groups', '0a1b2c3d-'),
  ];
}
