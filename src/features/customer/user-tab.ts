// The customer as the service knows it: every field of it, nested ones indented; what is hidden is said to be.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { statusCell, textCell, timeCell } from '../../ui/screens/cells.ts';
import { documentTab } from '../../ui/screens/document-screen.tsx';
import { joinedEntries } from '../../ui/screens/joined.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import { momentOf } from '../../ui/screens/moment.ts';
import { type TreeLook, treeEntries } from '../../ui/screens/tree.ts';

export type User = Result<'user.get'>;

export const userQuery: DocumentQuery<'user.get'> = { operation: 'user.get', input: {} };

export const userTab = documentTab<'user.get'>({
  title: t`User`,
  // The service is told by a header whose user is meant.
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
  ],
});

/** INTERFACE.md, Endpoints › Family B: onboarding: "the path and payload of that call and of the update-user call: not shown". */
const ELSEWHERE = t`Changing a customer, and submitting its account for activation, are not in the interface: both are done elsewhere.`;

const summary = (value: User, state: State): readonly Entry[] => [
  { label: t`Nickname`, cell: textCell(value.nickname, 'strong') },
  { label: t`Status`, cell: statusCell(value.status, { CREATED: 'accent' }) },
  { label: t`ID`, cell: textCell(value.id) },
  { label: t`Created`, cell: timeCell(value.created_at, momentOf(state)) },
  { label: t`View`, cell: textCell(value.view_type) },
  viewNote(value.view_type),
];

function viewNote(view: User['view_type']): Entry {
  if (view === 'EXCLUDED_PII')
    return {
      note: t`Personal data is hidden in this view. How it is hidden isn't in the interface, nor how to see it: what is personal and empty below may be hidden, or never have been given.`,
      tone: 'warn',
    };
  return view === undefined || view instanceof Odd
    ? {
        note: t`The interface knows the view EXCLUDED_PII only, which hides personal data: whether this one hides any isn't known.`,
        tone: 'warn',
      }
    : { note: t`` };
}

/** Told above already. */
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
  // An object, or nothing could be decoded from it.
  const sent = raw as Readonly<Record<string, Json>> | undefined;
  return treeEntries(without({ ...value }), sent && without(sent), look);
}

const HIDDEN: Cell = { text: t`– hidden in this view, or not given`, tone: 'dim' };

/** What of a user is about a person. */
const PERSONAL =
  /^account_details\.(?:business_person_details|trustee_details|individual_details|business_details\.contact_number)$|^primary_contact\.(?:email|mobile)$/;

/** Names on the wire that leave no room for what they name. */
const names: Readonly<Record<string, Visible>> = {
  business_person_details: t`Persons`,
  description_of_goods_or_services: t`Goods or services`,
  explanation_for_high_risk_countries_exposure: t`Why high-risk countries`,
  has_nominee_shareholders: t`Nominee shareholders`,
  no_shareholders_with_over_25percent: t`No holder over 25 %`,
  registration_address_english: t`Reg. address, English`,
  estimated_monthly_revenue: t`Est. monthly revenue`,
  agreed_to_terms_and_conditions: t`Agreed to the terms`,
  agreed_to_data_usage: t`Agreed to data usage`,
  industry_category_code: t`Industry code`,
  business_name_english: t`Name in English`,
  business_name_trading: t`Trading name`,
  legal_entity_identifier: t`Legal entity ident.`,
  service_agreement_type: t`Service agreement`,
};
