/** The words with which a service says that a write was done. An administrator may add some, but no word of a failure. */

/** By the ID of an operation. */
export type SuccessWords = Readonly<Record<string, readonly string[]>>;

/** Invisible characters hide no word. PAYOUT_FAILED and payoutFailed become "payout failed". */
export const wordsIn = (text: string): string =>
  text
    .slice(0, 4096)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s_]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replaceAll('\u2019', "'")
    .toLowerCase()
    .trim();

/** "rejected: true" denies, and "rejected: false" does not. */
export const NEGATIVE =
  /fail|reject|declin|deni|refus|block|held|onhold|flagged|suspend|revers|return|expir|abort|void|frozen|bounc|invalid|unsuccess|incomplete|duplicat|cancel|insufficient|exceed|stopp|revok|terminat|closed/;

const FAILURE =
  /\b(?:fail\w*|reject\w*|declined?|refused|denied|errors?|aborted|unsuccessful(?:ly)?|invalid|expired|blocked|bounced|insufficient|forbidden|unauthori[sz]ed|unable to|went wrong|exceed(?:s|ed)|time(?:d )?out|could not|couldn't|can ?not|can't|ko|nok|rjct|no|not|never|\w+n't)\b|(?<!un|non)(?:failed|rejected|declined)\b/;

export const saysFailure = (text: string): boolean => FAILURE.test(wordsIn(text));

/** Whether a policy may not add the word for this operation. */
export function isDenialWord(id: string, word: string): boolean {
  const ends = /\.(?:cancel|close)$/.test(id);
  const plain = wordsIn(word).replaceAll(' ', '');
  const negative = NEGATIVE.test(ends ? plain.replace(/cancel|closed|void|terminat/g, '') : plain);
  return negative || saysFailure(word) || /hold|review|progress|unknown|pend.*(?:cancel|approv)/.test(plain);
}

export const OPERATION_ID = /^[a-z]+\.[a-z]+$/i;

export const hasNoDenial = (words: SuccessWords): boolean =>
  Object.entries(words).every(([id, added]) => added.every(word => word !== '' && !isDenialWord(id, word)));
