// The screen of the selected customer: the record, and the keys for terms, activation and a new customer.

import { Odd } from '../../api/contract/odd.ts';
import type { WriteId } from '../../api/contract/operations.ts';
import { ageText, momentOf, statusCell, textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf, joinedEntries } from '../../format/joined.ts';
import { explained } from '../../format/statuses.ts';
import { sameId } from '../../lib/identifier.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { idText, statusText } from '../../records/facts.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../records/record-statuses.ts';
import type { Question } from '../../sending/question.ts';
import { overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { notesHere } from '../../store/together-view.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import {
  type DocumentAction,
  type DocumentDeclaration,
  documentTab,
} from '../../ui/screens/document-screen.tsx';
import { noteEntries } from '../../ui/screens/note-entries.ts';
import { type TreeLook, treeEntries } from '../../ui/screens/record-tree.ts';
import { type User, userQuery } from './of-customer.ts';
import { activationQuestion, userActivate } from './user-activate.ts';
import { termsQuestion } from './user-terms.ts';

const asks = <Id extends WriteId>(
  action: Pick<DocumentAction, 'id' | 'title' | 'key' | 'footer'>,
  question: (id: string, user: User) => Question<Id>,
): DocumentAction => ({
  ...action,
  barred: barUser,
  run({ store, dialog }) {
    const read = readUser(store.getState());
    if (read) void dialog.ask(question(read.id, read.user));
  },
});

const activates = asks({ id: 'activate', title: t`activate`, key: 'v', footer: 1 }, activationQuestion);
const terms = asks({ id: 'terms', title: t`request terms`, key: 'a' }, termsQuestion);

const begins: DocumentAction = {
  id: 'new',
  title: t`new customer`,
  key: 'n',
  footer: 2,
  run: app => app.store.setState(state => visit(state, 'new-user')),
};

const explains: DocumentAction = {
  id: 'explain',
  title: t`explain status`,
  key: 'i',
  barred: state =>
    documentOf(state, userQuery).value ? undefined : t`Purser has not read the customer yet.`,
  run: app =>
    app.store.setState(state => {
      const user = documentOf(state, userQuery).value;
      if (!user) return {};
      const statuses = { of: ({ status }: User) => statusText(status), explain: customerStatuses };
      const record = t`${textCell(user.nickname).text} · ${textCell(user.id).text}`;
      return { overlay: overlayWith({ kind: 'explain', record, lines: explained(statuses, user), top: 0 }) };
    }),
};

const copies: DocumentAction = {
  id: 'copy-id',
  title: t`copy ID`,
  key: 'y',
  barred: state =>
    idText(documentOf(state, userQuery).value?.id) === undefined
      ? t`There is no ID to copy: Purser has not read the customer yet.`
      : undefined,
  run(app) {
    const user = documentOf(app.store.getState(), userQuery).value;
    if (user) void app.clipboard.copy(t`the user ID`, textCell(user.id).text);
  },
};

const userTab = documentTab<'user.get'>({
  title: t`User`,
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
      : [{ note: t`` }, { note: t`Read ${ageText(read.asOf, state.now) ?? t`just now`}. ${ELSEWHERE}` }]),
    ...notes(state),
  ],
});

export const customer: DocumentDeclaration = {
  place: 'customer',
  tabs: [userTab],
  actions: [activates, terms, begins, explains, copies],
};

const customerStatuses: Readonly<Record<'CREATED', StatusMeaning>> = {
  CREATED: {
    means: t`The customer was created. The service documents no other status.`,
    next: t`Before activation, the account must be submitted to the service. Do this outside Purser: the call is not documented.`,
    final: NOT_SHOWN,
    undo: NOT_SHOWN,
  },
};

export function readUser(state: State): { readonly id: string; readonly user: User } | undefined {
  const { customer } = state;
  const { value: user } = documentOf(state, userQuery);
  const id = user && idText(user.id);
  return customer && user && id !== undefined && sameId(id, customer.userId) ? { id, user } : undefined;
}

function barUser(state: State): Visible | undefined {
  const why = whyNotWrite(state);
  if (why !== undefined) return why;
  const read = readUser(state);
  if (!read)
    return t`Purser has not read this customer, or the service returned a different customer. Press r.`;
  return isConfirmableId(read.id, userActivate, state) ? undefined : unusableId(t`user ID`);
}

const notes = (state: State): readonly Entry[] => {
  const all = notesHere(state);
  return all.length === 0 ? [] : [{ heading: t`Notes` }, ...noteEntries(all, state)];
};

/** INTERFACE.md, Endpoints › Family B: onboarding: "The path and payload of both calls: not shown." */
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
    return noted(
      t`This view hides personal data. Purser can't tell whether the fields under “Hidden or missing” are empty. The service documents no way to see hidden data.`,
      'warn',
    );
  return view === undefined || view instanceof Odd
    ? noted(
        t`Purser can't tell whether this view hides personal data. The service documents only the view EXCLUDED_PII, which hides personal data.`,
        'warn',
      )
    : { note: t`` };
}

const SUMMED: ReadonlySet<string> = new Set(['nickname', 'status', 'id', 'created_at', 'view_type']);

const without = <T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !SUMMED.has(name)));

function tree(value: User, raw: Json | undefined, state: State): readonly Entry[] {
  const hides = value.view_type === 'EXCLUDED_PII';
  const look: TreeLook = {
    moment: momentOf(state),
    names,
    absent: path => (hides && PERSONAL.test(path) ? t`Hidden or missing` : undefined),
  };
  // The record was decoded, so its JSON is an object.
  const sent = raw as Readonly<Record<string, Json>> | undefined;
  return treeEntries(without({ ...value }), sent && without(sent), look);
}

const PERSONAL =
  /^account_details\.(?:business_person_details|trustee_details|individual_details|business_details\.contact_number)$|^primary_contact\.(?:email|mobile)$/;

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
