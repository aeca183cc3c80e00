// The form of a new customer: the fields of its body, in sections.

import type { NewUserBody } from '../../api/contract/new-user.ts';
import { currencyDigits, isCurrencyForm, isIsoCountry } from '../../lib/currency.ts';
import { parseTypedAmount } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { withoutEmpty } from '../../lib/json-path.ts';
import { isDate } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { CHOOSE, optional } from '../../money/form/body-fields.ts';
import { type BodyField, bodyForm, type FieldPlace, itemsIn, typedIn } from '../../store/body-form.ts';

const OPTIONAL = t`optional`;
const FREE = t`as the customer states it`;
const FILE_ID = t`ID of the file uploaded outside Purser`;
const UPLOAD = t`Upload files outside Purser: the API has no upload call. Enter the file IDs here.`;
const seen = (value: Visible): Visible => t`documented value: ${value}; the service may take other values`;

const text = (label: Visible, hint: Visible = FREE): BodyField<string> => ({ label, hint });
const flag = (label: Visible): BodyField<boolean> => ({ label, hint: CHOOSE, kind: 'flag' });
const item = <Value>(of: Visible, field: BodyField<Value>): BodyField<Value> => ({ ...field, item: of });
const country = (label: Visible): BodyField<string> => ({
  label,
  hint: t`an ISO code in capital letters, such as GB`,
  kind: 'code',
  wrong: typed =>
    isIsoCountry(typed) ? undefined : t`A country is its ISO code in capital letters, such as GB.`,
});
const day = (label: Visible): BodyField<string> => ({
  label,
  hint: t`YYYY-MM-DD`,
  wrong: typed => (isDate(typed) ? undefined : t`Must be a real day as YYYY-MM-DD.`),
});
const currency: BodyField<string> = {
  label: t`Currency`,
  hint: t`three capital letters, such as GBP`,
  kind: 'code',
  wrong: typed => (isCurrencyForm(typed) ? undefined : t`A currency is three capital letters, such as GBP.`),
};
const email: BodyField<string> = {
  label: t`E-mail`,
  hint: t`can't be changed later`,
  wrong: typed =>
    /^[^@\s]+@[^@\s]+$/.test(typed) ? undefined : t`An e-mail address has one @ and no spaces.`,
};
const revenue: BodyField<string> = {
  label: t`Monthly revenue`,
  hint: t`such as 25000.00 or 25,000.00`,
  wrong: checkRevenue,
  sent(typed) {
    const amount = parseTypedAmount(typed, MOST_DIGITS);
    return amount.ok ? amount.value : typed;
  },
};

const address = {
  suburb: text(t`Suburb`),
  state: text(t`State`),
  postcode: text(t`Postcode`),
  country_code: country(t`Country`),
} as const;

const documents = {
  '*.file_id': item(t`Document`, text(t`file ID`, FILE_ID)),
  '*.tag': item(t`Document`, text(t`tag`, t`the kind of document`)),
} as const;

export const BUSINESS_NAME = 'account_details.business_details.business_name';
export const PERSONS = 'account_details.business_person_details';
const PASSPORT = 'identifications.primary.passport';
const REVENUE = 'account_details.business_details.account_usage.estimated_monthly_revenue';
/** No currency has more decimal places than this. */
const MOST_DIGITS = 4;

/** INTERFACE.md, Create user body. */
export const newUserForm = bodyForm<NewUserBody>()([
  {
    id: 'business',
    title: t`Business`,
    about: t`The business's name and activity.`,
    at: 'account_details',
    fields: {
      'business_details.business_name': text(t`Business name`),
      legal_entity_type: text(t`Legal entity`, seen(t`BUSINESS`)),
      'business_details.business_structure': text(t`Structure`, seen(t`COMPANY`)),
      'business_details.as_trustee': flag(t`Acts as trustee`),
      'business_details.contact_number': text(t`Contact number`),
      'business_details.description_of_goods_or_services': text(t`Goods or services`),
      'business_details.industry_category_code': text(t`Industry code`),
      'business_details.operating_country.*': item(t`Operates in`, country(t``)),
    },
  },
  {
    id: 'usage',
    title: t`Account usage`,
    about: t`The purpose of the account. Purser sends the revenue with exactly the typed digits.`,
    at: 'account_details.business_details.account_usage',
    fields: {
      'estimated_monthly_revenue.amount': revenue,
      'estimated_monthly_revenue.currency': currency,
      'product_reference.*': item(t`Product`, text(t``, t`the reference of a product for this account`)),
    },
  },
  {
    id: 'identifiers',
    title: t`Identifiers`,
    about: t`The business's numbers in public registers.`,
    at: 'account_details.business_details.business_identifiers',
    fields: {
      '*.type': item(t`Identifier`, text(t`type`, seen(t`BRN`))),
      '*.number': item(t`Identifier`, text(t`number`, t`as in the register`)),
      '*.country_code': item(t`Identifier`, country(t`country`)),
    },
  },
  {
    id: 'address',
    title: t`Registration address`,
    about: t`The registered address of the business.`,
    at: 'account_details.business_details.registration_address',
    fields: {
      address_line1: text(t`Address`),
      address_line2: optional(text(t`Address, line 2`, OPTIONAL)),
      ...address,
    },
  },
  {
    id: 'documents',
    title: t`Business documents`,
    about: UPLOAD,
    at: 'account_details.business_details.attachments.business_documents',
    fields: documents,
  },
  {
    id: 'person',
    title: t`Person`,
    about: t`The person's name and roles. Each role is a row.`,
    at: 'account_details.business_person_details.*',
    fields: {
      first_name: text(t`First name`),
      middle_name: optional(text(t`Middle name`, OPTIONAL)),
      last_name: text(t`Last name`),
      date_of_birth: day(t`Date of birth`),
      nationality: country(t`Nationality`),
      'roles.*': item(t`Role`, text(t``, seen(t`BENEFICIAL_OWNER`))),
    },
  },
  {
    id: 'person-address',
    title: t`Residential address`,
    about: t`The person's home address.`,
    at: 'account_details.business_person_details.*.residential_address',
    fields: { address_line1: text(t`Address`), ...address },
  },
  {
    id: 'person-identification',
    title: t`Identification`,
    about: t`Passport is the only documented type. Purser keeps the number only in this form and in the draft.`,
    at: 'account_details.business_person_details.*.identifications.primary',
    fields: {
      identification_type: text(t`Type`, seen(t`PASSPORT`)),
      issuing_country_code: country(t`Issued by`),
      'passport.number': text(t`Number`, t`the full number`),
      'passport.effective_at': day(t`Valid from`),
      'passport.expire_at': day(t`Valid to`),
      'passport.front_file_id': text(t`Front file ID`, FILE_ID),
    },
  },
  {
    id: 'person-documents',
    title: t`Documents`,
    about: UPLOAD,
    at: 'account_details.business_person_details.*.attachments.business_person_documents',
    fields: documents,
  },
  {
    id: 'contact',
    title: t`Primary contact`,
    about: t`The customer's contact details.`,
    at: 'primary_contact',
    fields: {
      email,
      mobile: text(t`Mobile`),
    },
  },
  {
    id: 'agreements',
    title: t`Agreements`,
    about: t`The customer's agreements. Only the customer can agree.`,
    at: 'customer_agreements',
    fields: {
      agreed_to_data_usage: flag(t`Data usage`),
      agreed_to_terms_and_conditions: flag(t`Terms and conditions`),
    },
  },
]);

/** The contract allows any text. */
function checkRevenue(amount: string, { body }: FieldPlace): Visible | undefined {
  const digits = currencyDigits(typedIn(body, `${REVENUE}.currency`).trim());
  const typed = parseTypedAmount(amount, digits ?? MOST_DIGITS);
  if (typed.ok) return undefined;
  if (typed.reason !== 'too-many-fraction-digits' || digits === undefined)
    return t`Use only digits, commas and one decimal point, such as 25000.00 or 25,000.00.`;
  return digits === 0
    ? t`The currency has no decimal places.`
    : t`The currency has at most ${digits} decimal places.`;
}

export const isEmpty = (body: Json): boolean => withoutEmpty(body) === undefined;

export function personName(body: Json, n: number): Visible {
  const part = (name: string): string => typedIn(body, `${PERSONS}.${n}.${name}`).trim();
  return visible(`${part('first_name')} ${part('last_name')}`.trim(), 40);
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The service may accept a first valid day after the last. `person`: from 0; without it, for all persons. */
export const passportWarnings = (body: Json, person?: number): readonly Visible[] =>
  itemsIn(body, PERSONS)
    .filter(n => person === undefined || n === person)
    .flatMap(n => {
      const at = (name: string): string => typedIn(body, `${PERSONS}.${n}.${PASSPORT}.${name}`).trim();
      const [from, to] = [at('effective_at'), at('expire_at')];
      return ISO_DAY.test(from) && ISO_DAY.test(to) && from > to
        ? [
            t`Person ${n + 1}: the passport's first valid day (${visible(from)}) is after its last valid day (${visible(to)}). Check both dates.`,
          ]
        : [];
    });
