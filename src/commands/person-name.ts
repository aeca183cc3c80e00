// Names that a colleague could take for another person's: two scripts in one name, or letters that look alike.

import { t, type Visible, visible } from '../lib/visible.ts';

/** Scripts with letters that look like those of another script. */
const SCRIPTS: readonly (readonly [name: Visible, letter: RegExp])[] = [
  [t`Latin`, /\p{Script=Latin}/u],
  [t`Cyrillic`, /\p{Script=Cyrillic}/u],
  [t`Greek`, /\p{Script=Greek}/u],
  [t`Armenian`, /\p{Script=Armenian}/u],
  [t`Cherokee`, /\p{Script=Cherokee}/u],
  [t`Coptic`, /\p{Script=Coptic}/u],
  [t`Lisu`, /\p{Script=Lisu}/u],
];

/** A Cyrillic or Greek letter, and the Latin letter that it looks like as a small letter or as a capital. */
const LIKE_LATIN = new Map(
  'аa,вb,еe,кk,мm,нh,оo,рp,сc,тt,уy,хx,ѕs,іi,јj,ԁd,һh,ԛq,ԝw,αa,βb,εe,ζz,ηh,ιi,κk,μm,νn,οo,ρp,τt,υy,χx,0o,1l'
    .split(',')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

/** Why colleagues could mistake the name; undefined if they could not. `others` are different persons. */
export function whyMistaken(name: string, others: readonly string[]): Visible | undefined {
  const [first, second] = SCRIPTS.filter(([, letter]) => letter.test(name)).map(([script]) => script);
  if (first !== undefined && second !== undefined)
    return t`The name ${visible(name, 60)} mixes ${first} and ${second} letters, which nobody can tell apart. Type the name in one script.`;
  const look = lookOf(name);
  const like = others.find(other => lookOf(other) === look);
  if (like === undefined) return undefined;
  return t`The name ${visible(name, 60)} looks like ${visible(like, 60)}, who is an operator already. Use that name, or a name that nobody can mistake.`;
}

/** Two names look alike if this is equal: case, accents, spaces and marks make no difference. */
const lookOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .filter(letter => /[\p{L}\p{N}]/u.test(letter))
    .map(letter => LIKE_LATIN.get(letter) ?? letter)
    .join('');
