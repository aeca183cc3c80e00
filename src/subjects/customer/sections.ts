// The sections of a new customer's body, and their fields.

import type { Json } from '../../lib/json.ts';
import { countAt, jsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { FieldProblem } from '../../store/new-user.ts';

export interface Section {
  /** Such as "business" or "person.0". It is the subject of the section's view. */
  readonly id: string;
  readonly title: Visible;
  readonly about: Visible;
  /** From 0; undefined if the section is not a person's. */
  readonly person: number | undefined;
  /** Whether this is the first section of a person. */
  readonly heads: boolean;
  readonly parts: readonly (FieldOf | ListOf)[];
}

export interface PlacedField extends FieldOf {
  readonly item?: { readonly listPath: string; readonly at: number };
}

/** At least one, because the service requires a person. */
export const personsIn = (body: Json): number => Math.max(1, countAt(body, PERSONS));

const isList = (part: FieldOf | ListOf): part is ListOf => 'listPath' in part;

export function sectionsOf(body: Json): readonly Section[] {
  const plain = (section: SectionOf): Section => ({ ...section, person: undefined, heads: false });
  return [
    ...businessSections.map(plain),
    ...Array.from({ length: personsIn(body) }, (_, n) => personSections.map(one => ofPerson(one, n))).flat(),
    ...closingSections.map(plain),
  ];
}

function ofPerson(section: SectionOf, n: number): Section {
  const heads = section.id === 'person';
  const at = (path: string): string => `${PERSONS}.${n}.${path}`;
  return {
    ...section,
    id: `${section.id}.${n}`,
    title: heads ? t`Person ${n + 1}` : section.title,
    person: n,
    heads,
    parts: section.parts.map(part =>
      isList(part) ? { ...part, listPath: at(part.listPath) } : { ...part, path: at(part.path) },
    ),
  };
}

export const sectionOf = (body: Json, id: string | undefined): Section | undefined =>
  sectionsOf(body).find(section => section.id === id);

/** An empty list shows one item. */
export const fieldsOf = (section: Section, body: Json): readonly PlacedField[] =>
  section.parts.flatMap((part): readonly PlacedField[] => {
    if (!isList(part)) return [part];
    const { listPath, label, fields } = part;
    return Array.from({ length: Math.max(1, countAt(body, listPath)) }, (_, at) =>
      fields.map(field => ({
        ...field,
        path: field.path === '' ? `${listPath}.${at}` : `${listPath}.${at}.${field.path}`,
        label: fields.length === 1 ? t`${label} ${at + 1}` : t`${label} ${at + 1}, ${field.label}`,
        item: { listPath, at },
      })),
    ).flat();
  });

export const listsOf = (section: Section): readonly ListOf[] => section.parts.filter(isList);

export const problemsOf = (
  section: Section,
  body: Json,
  problems: readonly FieldProblem[],
): readonly FieldProblem[] =>
  fieldsOf(section, body).flatMap(field => problems.filter(({ path }) => path === field.path));

export function typedIn(body: Json, { path }: PlacedField): string {
  const value = jsonAt(body, path);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'string' ? value : '';
}

export function personName(body: Json, n: number): Visible {
  const part = (name: string): string => {
    const value = jsonAt(body, `${PERSONS}.${n}.${name}`);
    return typeof value === 'string' ? value.trim() : '';
  };
  return visible(`${part('first_name')} ${part('last_name')}`.trim(), 40);
}

/** `path` starts at the body, the person or the list item. */
interface FieldOf {
  readonly path: string;
  readonly label: Visible;
  readonly hint: Visible;
  /** `code`: Purser turns the typed text into capitals. */
  readonly kind?: 'flag' | 'code';
}

/** A list of texts has one field with an empty path. */
interface ListOf {
  readonly listPath: string;
  readonly label: Visible;
  readonly fields: readonly FieldOf[];
}

interface SectionOf {
  readonly id: string;
  readonly title: Visible;
  readonly about: Visible;
  readonly parts: readonly (FieldOf | ListOf)[];
}

const seen = (value: Visible): Visible => t`documented value: ${value}; the service may take other values`;
const COUNTRY = t`an ISO code in capital letters, such as GB`;
const DAY = t`YYYY-MM-DD`;
const FREE = t`as the customer states it`;
const UPLOAD = t`Upload files outside Purser: the API has no upload call. Enter the file IDs here.`;
const FILE_ID = t`ID of the file uploaded outside Purser`;
const text = (path: string, label: Visible, hint: Visible = FREE): FieldOf => ({ path, label, hint });
const code = (path: string, label: Visible, hint: Visible = COUNTRY): FieldOf => ({
  path,
  label,
  hint,
  kind: 'code',
});
const flag = (path: string, label: Visible): FieldOf => ({
  path,
  label,
  hint: t`← → to choose`,
  kind: 'flag',
});

const documents = (listPath: string): ListOf => ({
  listPath,
  label: t`Document`,
  fields: [text('file_id', t`file ID`, FILE_ID), text('tag', t`tag`, t`the kind of document`)],
});

const address = (at: string, line2: boolean): readonly FieldOf[] => [
  text(`${at}.address_line1`, t`Address`),
  ...(line2 ? [text(`${at}.address_line2`, t`Address, line 2`, t`optional`)] : []),
  text(`${at}.suburb`, t`Suburb`),
  text(`${at}.state`, t`State`),
  text(`${at}.postcode`, t`Postcode`),
  code(`${at}.country_code`, t`Country`),
];

const ACCOUNT = 'account_details';
const BUSINESS = `${ACCOUNT}.business_details`;
const USAGE = `${BUSINESS}.account_usage`;
export const PERSONS = `${ACCOUNT}.business_person_details`;
export const BUSINESS_NAME = `${BUSINESS}.business_name`;

/** INTERFACE.md, Create user body. */
const businessSections: readonly SectionOf[] = [
  {
    id: 'business',
    title: t`Business`,
    about: t`The business's name and activity.`,
    parts: [
      text(BUSINESS_NAME, t`Business name`),
      text(`${ACCOUNT}.legal_entity_type`, t`Legal entity`, seen(t`BUSINESS`)),
      text(`${BUSINESS}.business_structure`, t`Structure`, seen(t`COMPANY`)),
      flag(`${BUSINESS}.as_trustee`, t`Acts as trustee`),
      text(`${BUSINESS}.contact_number`, t`Contact number`),
      text(`${BUSINESS}.description_of_goods_or_services`, t`Goods or services`),
      text(`${BUSINESS}.industry_category_code`, t`Industry code`),
      { listPath: `${BUSINESS}.operating_country`, label: t`Operates in`, fields: [code('', t`country`)] },
    ],
  },
  {
    id: 'usage',
    title: t`Account usage`,
    about: t`The purpose of the account. Purser sends the revenue with exactly the typed digits.`,
    parts: [
      text(`${USAGE}.estimated_monthly_revenue.amount`, t`Monthly revenue`, t`such as 25000.00 or 25,000.00`),
      code(`${USAGE}.estimated_monthly_revenue.currency`, t`Currency`, t`three capital letters, such as GBP`),
      {
        listPath: `${USAGE}.product_reference`,
        label: t`Product`,
        fields: [text('', t`reference`, t`the reference of a product for this account`)],
      },
    ],
  },
  {
    id: 'identifiers',
    title: t`Identifiers`,
    about: t`The business's numbers in public registers.`,
    parts: [
      {
        listPath: `${BUSINESS}.business_identifiers`,
        label: t`Identifier`,
        fields: [
          text('type', t`type`, seen(t`BRN`)),
          text('number', t`number`, t`as in the register`),
          code('country_code', t`country`),
        ],
      },
    ],
  },
  {
    id: 'address',
    title: t`Registration address`,
    about: t`The registered address of the business.`,
    parts: address(`${BUSINESS}.registration_address`, true),
  },
  {
    id: 'documents',
    title: t`Business documents`,
    about: UPLOAD,
    parts: [documents(`${BUSINESS}.attachments.business_documents`)],
  },
];

/** Paths start at the person. */
const personSections: readonly SectionOf[] = [
  {
    id: 'person',
    title: t`Person`,
    about: t`The person's name and roles. Each role is a row.`,
    parts: [
      text('first_name', t`First name`),
      text('middle_name', t`Middle name`, t`optional`),
      text('last_name', t`Last name`),
      text('date_of_birth', t`Date of birth`, DAY),
      code('nationality', t`Nationality`),
      { listPath: 'roles', label: t`Role`, fields: [text('', t`role`, seen(t`BENEFICIAL_OWNER`))] },
    ],
  },
  {
    id: 'person-address',
    title: t`Residential address`,
    about: t`The person's home address.`,
    parts: address('residential_address', false),
  },
  {
    id: 'person-identification',
    title: t`Identification`,
    about: t`Passport is the only documented type. Purser keeps the number only in this form and in the draft.`,
    parts: [
      text('identifications.primary.identification_type', t`Type`, seen(t`PASSPORT`)),
      code('identifications.primary.issuing_country_code', t`Issued by`),
      text('identifications.primary.passport.number', t`Number`, t`the full number`),
      text('identifications.primary.passport.effective_at', t`Valid from`, DAY),
      text('identifications.primary.passport.expire_at', t`Valid to`, DAY),
      text('identifications.primary.passport.front_file_id', t`Front file ID`, FILE_ID),
    ],
  },
  {
    id: 'person-documents',
    title: t`Documents`,
    about: UPLOAD,
    parts: [documents('attachments.business_person_documents')],
  },
];

const closingSections: readonly SectionOf[] = [
  {
    id: 'contact',
    title: t`Primary contact`,
    about: t`The customer's contact details.`,
    parts: [
      text('primary_contact.email', t`E-mail`, t`can't be changed later`),
      text('primary_contact.mobile', t`Mobile`),
    ],
  },
  {
    id: 'agreements',
    title: t`Agreements`,
    about: t`The customer's agreements. Only the customer can agree.`,
    parts: [
      flag('customer_agreements.agreed_to_data_usage', t`Data usage`),
      flag('customer_agreements.agreed_to_terms_and_conditions', t`Terms and conditions`),
    ],
  },
];

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The service may accept a first valid day after the last. `person`: from 0; without it, for all persons. */
export function passportWarnings(body: Json, person?: number): readonly Visible[] {
  return Array.from({ length: personsIn(body) }, (_, n) => n)
    .filter(n => person === undefined || n === person)
    .flatMap(n => {
      const at = (name: string): string => {
        const value = jsonAt(body, `${PERSONS}.${n}.identifications.primary.passport.${name}`);
        return typeof value === 'string' ? value.trim() : '';
      };
      const [from, to] = [at('effective_at'), at('expire_at')];
      return ISO_DAY.test(from) && ISO_DAY.test(to) && from > to
        ? [
            t`Person ${n + 1}: the passport's first valid day (${visible(from)}) is after its last valid day (${visible(to)}). Check both dates.`,
          ]
        : [];
    });
}
