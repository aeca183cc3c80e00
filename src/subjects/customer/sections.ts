// The sections of a new customer's body (business, each person, the rest) and their fields.

import type { Json } from '../../lib/json.ts';
import { countAt, jsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { FieldProblem } from '../../store/new-user.ts';
import {
  businessSections,
  closingSections,
  type FieldOf,
  type ListOf,
  PERSONS,
  personSections,
  type SectionOf,
} from './fields.ts';

export interface Section {
  /** Such as "business" or "person.0". It is the subject of the section's view. */
  readonly id: string;
  readonly title: Visible;
  readonly about: Visible;
  /** The person's number from 0; undefined if the section is not a person's. */
  readonly person: number | undefined;
  /** Whether this is the first section of a person. */
  readonly heads: boolean;
  readonly parts: readonly (FieldOf | ListOf)[];
}

/** A field with its `path` in the body. */
export interface PlacedField extends FieldOf {
  /** The list item that the field belongs to, if any. Staff can add or remove items. */
  readonly item?: { readonly listPath: string; readonly at: number };
}

/** The number of persons. At least one, because the service requires a person. */
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

/** The section's current fields. An empty list shows one item. */
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

/** The lists of a section, in their order. */
export const listsOf = (section: Section): readonly ListOf[] => section.parts.filter(isList);

export const problemsOf = (
  section: Section,
  body: Json,
  problems: readonly FieldProblem[],
): readonly FieldProblem[] =>
  fieldsOf(section, body).flatMap(field => problems.filter(({ path }) => path === field.path));

/** The typed value as text. A flag gives "true" or "false". */
export function typedIn(body: Json, { path }: PlacedField): string {
  const value = jsonAt(body, path);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'string' ? value : '';
}

/** The person's typed name. */
export function personName(body: Json, n: number): Visible {
  const part = (name: string): string => {
    const value = jsonAt(body, `${PERSONS}.${n}.${name}`);
    return typeof value === 'string' ? value.trim() : '';
  };
  return visible(`${part('first_name')} ${part('last_name')}`.trim(), 40);
}
