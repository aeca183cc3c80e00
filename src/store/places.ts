// The list of all places: the tabs and the places under them. Screens, `:`, the tab bar and the shell command use it.

import { t, type Visible } from '../lib/visible.ts';

export const TABS = [
  'overview',
  'accounts',
  'cards',
  'fx',
  'payouts',
  'mandates',
  'beneficiaries',
  'rfi',
  'customer',
  'journal',
] as const;
export type TabId = (typeof TABS)[number];

interface PlaceFacts {
  readonly tab: TabId;
  readonly title: Visible;
  /** The kind of ID that the place opens with, if any. */
  readonly takes?: Visible;
  /** The service filter for the ID, if the ID filters the place's list. */
  readonly filter?: string;
  /** The palette offers the place without an ID. */
  readonly alone?: true;
  /** Opens on top of any view. */
  readonly anywhere?: true;
  /** No request takes this ID, so the loaded rows are searched. */
  readonly search?: true;
  /** A form or a search. Links don't open it, because a link must not fill in a form. */
  readonly typed?: true;
}

const tab = (id: TabId, title: Visible): PlaceFacts => ({ tab: id, title });

/** In the order in which `:` and the help name the places: first the tabs. */
const FACTS = {
  overview: tab('overview', t`Overview`),
  accounts: { ...tab('accounts', t`Accounts`), takes: t`account ID`, filter: 'id' },
  cards: { ...tab('cards', t`Cards`), takes: t`card ID`, search: true },
  fx: tab('fx', t`FX`),
  payouts: { ...tab('payouts', t`Payouts`), takes: t`payout ID`, search: true },
  mandates: tab('mandates', t`Mandates`),
  beneficiaries: tab('beneficiaries', t`Beneficiaries`),
  rfi: { ...tab('rfi', t`RFI`), takes: t`question ID`, search: true },
  customer: tab('customer', t`Customer`),
  journal: tab('journal', t`Journal`),
  find: {
    tab: 'overview',
    title: t`Find`,
    takes: t`ID, reference, amount, name, or last four`,
    anywhere: true,
    typed: true,
  },
  transactions: { tab: 'accounts', title: t`Transactions`, takes: t`account ID` },
  balances: { tab: 'accounts', title: t`Balances`, alone: true },
  history: { tab: 'accounts', title: t`Balance history`, alone: true },
  check: { tab: 'accounts', title: t`Balance check`, alone: true },
  timeline: { tab: 'overview', title: t`Timeline`, takes: t`account or card ID`, alone: true },
  'direct-debits': { tab: 'payouts', title: t`Direct debits`, takes: t`transaction ID`, alone: true },
  convert: { tab: 'fx', title: t`Convert`, alone: true, typed: true },
  quote: { tab: 'fx', title: t`Quote`, takes: t`quote ID` },
  handover: { tab: 'journal', title: t`Handover`, alone: true },
  approvals: { tab: 'journal', title: t`Approvals`, alone: true },
  conversion: { tab: 'fx', title: t`Conversion`, takes: t`conversion ID` },
  // People type this name, so it stays, although the screen is called “Check outcome”.
  'read-back': { tab: 'journal', title: t`Check outcome`, takes: t`request ID` },
  resolve: { tab: 'journal', title: t`Resolve`, takes: t`request ID`, typed: true },
  'new-payout': { tab: 'payouts', title: t`New payout`, takes: t`beneficiary ID`, alone: true, typed: true },
  'cancel-payout': { tab: 'payouts', title: t`Cancel payout`, takes: t`payout ID`, typed: true },
  'card-transactions': { tab: 'cards', title: t`Card transactions`, takes: t`card ID` },
  'card-limits': { tab: 'cards', title: t`Card limits`, takes: t`card ID`, typed: true },
  'new-cardholder': { tab: 'cards', title: t`New cardholder`, typed: true },
  'update-cardholder': { tab: 'cards', title: t`Change a cardholder`, takes: t`cardholder ID`, typed: true },
  'issue-card': { tab: 'cards', title: t`Issue a card`, takes: t`cardholder ID`, typed: true },
  'card-details': { tab: 'cards', title: t`Card details`, takes: t`card ID`, typed: true },
  'account-mandates': { tab: 'mandates', title: t`Mandates`, takes: t`Global Account ID` },
  'new-beneficiary': { tab: 'beneficiaries', title: t`New beneficiary`, typed: true },
  'create-beneficiary': { tab: 'beneficiaries', title: t`Create beneficiary`, typed: true },
  'update-beneficiary': {
    tab: 'beneficiaries',
    title: t`Change beneficiary`,
    takes: t`beneficiary ID`,
    typed: true,
  },
  'new-account': { tab: 'accounts', title: t`New account`, typed: true },
  'new-user': { tab: 'customer', title: t`New customer`, typed: true },
  'new-user-section': { tab: 'customer', title: t`Section`, takes: t`section`, typed: true },
  'new-user-load': { tab: 'customer', title: t`Load JSON file`, typed: true },
  'respond-rfi': { tab: 'rfi', title: t`Answer`, takes: t`question ID`, typed: true },
} satisfies Readonly<Record<string, PlaceFacts>>;

export type PlaceId = keyof typeof FACTS;
export const places: Readonly<Record<PlaceId, PlaceFacts>> = FACTS;
export const PLACES = Object.keys(FACTS) as readonly PlaceId[];

export const tabKey = (id: TabId): string => String((TABS.indexOf(id) + 1) % 10);

export const isPlace = (word: string): word is PlaceId => Object.hasOwn(places, word);
