// The meaning of a line typed after `:`. Pure.

import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isLink, type PlaceLink, readLink } from '../../store/place-link.ts';
import { isPlace, PLACES, type PlaceId, places } from '../../store/places.ts';

export type Destination =
  | { readonly kind: 'place'; readonly place: PlaceId; readonly subject: string | undefined }
  | { readonly kind: 'quit' }
  | { readonly kind: 'customer'; readonly userId: string }
  | { readonly kind: 'link'; readonly link: PlaceLink }
  | { readonly kind: 'unknown'; readonly why: Visible };

const NEEDS_ID: Readonly<Partial<Record<PlaceId, Visible>>> = {
  transactions: t`Transactions need an account: type transactions/ACCOUNT_ID, or press Enter on an account.`,
  'card-transactions': t`Card transactions need a card: type card-transactions/CARD_ID, or press Enter on a card.`,
  'card-limits': t`Limits need a card: type card-limits/CARD_ID, or press s on a card.`,
  'card-details': t`Card details need a card: type card-details/CARD_ID, or press D on a card.`,
  'account-mandates': t`Mandates need an account: type account-mandates/ACCOUNT_ID, or press Enter on an account of Mandates (6).`,
  'update-beneficiary': t`A change needs a beneficiary: type update-beneficiary/BENEFICIARY_ID, or press e on a beneficiary.`,
};

/** `accounts`, `transactions/ID`, `q`, or a text to find. A unique beginning of a place's name works too. */
export function destination(line: string): Destination {
  const typed = line.trim();
  if (typed === 'q' || typed === 'quit') return { kind: 'quit' };
  if (isLink(typed)) {
    const link = readLink(typed);
    if (!link) return { kind: 'unknown', why: t`This link is not complete. Copy it again.` };
    return places[link.place].typed ? { kind: 'unknown', why: INTO_FORM } : { kind: 'link', link };
  }
  if (isCardNumber(typed)) return { kind: 'unknown', why: CARD_NUMBER };
  const slash = typed.indexOf('/');
  const word = (slash < 0 ? typed : typed.slice(0, slash)).toLowerCase();
  const subject = slash < 0 ? undefined : typed.slice(slash + 1).trim() || undefined;
  if (word === '')
    return {
      kind: 'unknown',
      why: t`Type a screen (${list(PLACES)}), an ID, a reference, an amount, a name, or q.`,
    };
  const fits = isPlace(word) ? [word] : completions(word);
  const [place] = fits;
  if (place !== undefined && fits.length === 1) return at(place, subject);
  if (fits.length > 1) return { kind: 'unknown', why: t`“${visible(word, 20)}” could be ${list(fits)}.` };
  if (slash < 0 && typed.startsWith('acct_')) return { kind: 'customer', userId: typed };
  return at('find', typed);
}

function at(place: PlaceId, subject: string | undefined): Destination {
  const { takes, title } = places[place];
  if (subject !== undefined && !takes) return { kind: 'unknown', why: t`${title} takes no ID.` };
  const needsId = subject === undefined ? NEEDS_ID[place] : undefined;
  if (needsId !== undefined) return { kind: 'unknown', why: needsId };
  return { kind: 'place', place, subject };
}

const INTO_FORM = t`A link opens a list or a record. This link leads into a form, so Purser did not open it.`;

/** A card number is never used as an ID, because the breadcrumb and the URL of the request would show it. */
const isCardNumber = (typed: string): boolean => maskCardNumbers(typed) !== typed;
const CARD_NUMBER = t`That is a card number, not an ID. Nothing was sent. To find the card, type its last four digits.`;

export const completions = (word: string): readonly PlaceId[] =>
  word === '' ? PLACES : PLACES.filter(place => place.startsWith(word.toLowerCase()));

const list = (all: readonly string[]): Visible =>
  all.map(word => visible(word)).reduce((text, word) => t`${text}, ${word}`);
