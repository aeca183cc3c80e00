// All fields of the customer's record. Nested fields are indented. A field that may be hidden says so.

import { Odd } from '../../api/contract/odd.ts';
import { ageText, momentOf, statusCell, textCell, timeCell } from '../../format/cells.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { joinedEntries } from '../../format/joined.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { notesHere } from '../../store/together.ts';
import { documentTab } from '../../ui/screens/document-screen.tsx';
import { noteEntries } from '../../ui/screens/notes.ts';
import { type TreeLook, treeEntries } from '../../ui/screens/tree.ts';
import { type User, userQuery } from './user-lines.ts';

export const userTab = documentTab<'user.get'>({
  title: t`User`,
  // The query has no ID, because a request header names the user.
  query: () => userQuery,
  entries: (read, state) => [
    ...joinedEntries(read, {
      title: t`Customer`,
      asked: state.customer?.userId ?? '',
      idOf: value => value.id,
      entries: value => [...summary(value, state), ...tree(value, read.raw, state)],
    }),
    ...(read.value === undefined
      ? []
      : [{ note: t`Read ${ageText(read.asOf, state.now) ?? t`just now`}. ${ELSEWHERE}` }]),
    ...notes(state),
  ],
});

const notes = (state: State): readonly Entry[] => {
  const all = notesHere(state);
  return all.length === 0 ? [] : [{ heading: t`Notes of the team` }, ...noteEntries(all, state)];
};

/**
 * INTERFACE.md, Endpoints › Family B: onboarding: "The path and payload of both calls: not shown." The calls submit the account
 * for activation, and change the user.
 */
const ELSEWHERE = t`Not documented by the service: how to change a customer, and how to submit the customer's account for activation. Both are done outside Purser.`;

const summary = (value: User, state: State): readonly Entry[] => [
  { label: t`Nickname`, cell: textCell(value.nickname, 'strong') },
  { label: t`Status`, cell: statusCell(value.status, { CREATED: 'warn' }) },
  { label: t`ID`, cell: textCell(value.id) },
  { label: t`Created`, cell: timeCell(value.created_at, momentOf(state)) },
  { label: t`View`, cell: textCell(value.view_type) },
  viewNote(value.view_type),
];

function viewNote(view: User['view_type']): Entry {
  if (view === 'EXCLUDED_PII')
    return {
      note: t`This view hides personal data. Purser can't tell whether a field marked “hidden or missing” is empty. The service documents no way to see hidden data.`,
      tone: 'warn',
    };
  return view === undefined || view instanceof Odd
    ? {
        note: t`Purser can't tell whether this view hides personal data. The service documents only the view EXCLUDED_PII, which hides personal data.`,
        tone: 'warn',
      }
    : { note: t`` };
}

/** The fields that the summary shows. */
const SUMMED: ReadonlySet<string> = new Set(['nickname', 'status', 'id', 'created_at', 'view_type']);

const without = <T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !SUMMED.has(name)));

function tree(value: User, raw: Json | undefined, state: State): readonly Entry[] {
  const hides = value.view_type === 'EXCLUDED_PII';
  const look: TreeLook = {
    moment: momentOf(state),
    names,
    absent: path => (hides && PERSONAL.test(path) ? HIDDEN : undefined),
  };
  // The record was decoded, so its JSON is an object.
  const sent = raw as Readonly<Record<string, Json>> | undefined;
  return treeEntries(without({ ...value }), sent && without(sent), look);
}

const HIDDEN: Cell = { text: t`– hidden or missing`, tone: 'dim' };

/** The personal fields of a user. */
const PERSONAL =
  /^account_details\.(?:business_person_details|trustee_details|individual_details|business_details\.contact_number)$|^primary_contact\.(?:email|mobile)$/;

/** Short labels for long wire names. */
const names: Readonly<Record<string, Visible>> = {
  business_person_details: t`Persons`,
  description_of_goods_or_services: t`Goods or services`,
  explanation_for_high_risk_countries_exposure: t`High-risk reason`,
  has_nominee_shareholders: t`Nominee shareholders`,
  no_shareholders_with_over_25percent: t`No holder >25 %`,
  registration_address_english: t`Reg. address, English`,
  estimated_monthly_revenue: t`Est. monthly revenue`,
  agreed_to_terms_and_conditions: t`Agreed to terms`,
  agreed_to_data_usage: t`Agreed to data usage`,
  industry_category_code: t`Industry code`,
  business_name_english: t`Name in English`,
  business_name_trading: t`Trading name`,
  legal_entity_identifier: t`Legal entity ident.`,
  service_agreement_type: t`Service agreement`,
};
