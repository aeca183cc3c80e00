// A new account, with its form.

import { Odd } from '../../api/contract/odd.ts';
import type { Input, Result } from '../../api/contract/operations.ts';
import { created } from '../../api/contract/write-meaning.ts';
import { textCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { textIn } from '../../journal/request-body.ts';
import type { Json } from '../../lib/json.ts';
import { jsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { creating, questionOf } from '../../money/act.ts';
import { type CheckedWrite, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { CHOOSE, country, currency, oneOf, optional, text } from '../../money/form/body-fields.ts';
import { questionForm } from '../../money/form/question-form.ts';
import { textOf } from '../../money/same-thing.ts';
import { confirmedIn } from '../../money/shown-lines.ts';
import type { Question } from '../../sending/question.ts';
import { type BodyField, type FieldPlace, isBegun, screenForm, typedIn } from '../../store/body-form.ts';

const ACT = creating(t`account`, t`Open`);

export const accountCreate: WriteDefinition<'account.create'> = {
  operation: 'account.create',
  class: 'write',
  happened(intent) {
    const currency = confirmedIn(intent, t`Currency`);
    return currency === undefined ? t`Opened an account.` : t`Opened an account in ${currency}.`;
  },
  meaning: created,
  token: { words: t`the currency`, of: ({ body }) => ({ text: body.currency, name: t`the currency` }) },
  question: ({ body }) => asked(accountQuestion(body)),
  duplicates: {
    similar: {
      what: t`an account of this type, country and currency`,
      of: intent => [textOf(intent, 'type'), textOf(intent, 'country'), textOf(intent, 'currency')],
    },
  },
  reconcile: {
    plan: intent =>
      readWith(textIn(intent, 'currency'), currency => ({
        operation: 'account.list',
        input: { query: { currency } },
      })),
    evidence: { 'account.list': accountsNow },
    proof: t`The service's list has no opening time and no request ID. An account in the list may be older than this request. An INACTIVE account with a dash for its number is new.`,
  },
  onScreen: { place: 'accounts', key: 'n' },
};

/** The Accounts tab has all of them. */
const MOST = 20;

function accountsNow(read: Result<'account.list'>, { row }: CheckedWrite): readonly Entry[] {
  const rows = read.flatMap(one => (one instanceof Odd ? [] : [one]));
  return [
    { heading: t`Accounts in this currency now` },
    noted(t`Requested label: “${visible(textIn(row.intent, 'label') ?? '', 60)}”.`, 'plain'),
    ...(rows.length === 0 ? [noted(t`None.`, 'warn')] : []),
    ...rows
      .slice(0, MOST)
      .flatMap((one, i): readonly Entry[] => [
        noted(t`Account ${i + 1} of ${rows.length}:`, 'plain'),
        { label: t`Label`, cell: textCell(one.label) },
        { label: t`Status`, cell: textCell(one.status) },
        { label: t`Number`, cell: textCell(one.account_number) },
        { label: t`ID`, cell: textCell(one.id) },
      ]),
  ];
}

export type NewAccount = Input<'account.create'>['body'];

export const accountQuestion = (body: NewAccount): Question<'account.create'> => ({
  ...questionOf(accountCreate, ACT, { body }),
  lines: [
    { label: t`Type`, value: typeText(body.type) },
    { label: t`Country`, value: visible(body.country) },
    { label: t`Currency`, value: visible(body.currency) },
    { label: t`Label`, value: body.label === undefined ? t`not sent` : visible(body.label) },
    ...body.required_features.map(({ currency, transfer_method: method }, i) => ({
      label: t`Feature ${i + 1}`,
      value: t`${visible(currency)} ${visible(method)}`,
    })),
  ],
  warnings: [
    t`Purser can't check for a duplicate: look for this account in the list (2) first. The service can't close an account.`,
  ],
  done: accounts => accounts.map(sentenceOf),
});

type OpenedAccount = Result<'account.create'>[number];

/** A new inactive account has a placeholder dash for its number (INTERFACE.md, Account (Family B)). */
function sentenceOf(account: OpenedAccount): Visible {
  if (account instanceof Odd)
    return t`Purser can't read one account in the response. The list shows that account.`;
  const [id, status] = [textCell(account.id).text, textCell(account.status).text];
  const { account_number: number } = account;
  const numbered = number === undefined ? t`none sent` : textCell(number).text;
  return account.status === 'INACTIVE'
    ? t`Account ID ${id}, status INACTIVE, number: ${numbered}. The step to ACTIVE is not documented by the service.`
    : t`Account ID ${id}, status ${status}, number: ${numbered}.`;
}

const typeText = (type: NewAccount['type']): Visible => visible(type.replace('_', ' '));

const FEATURES = 'required_features';

/** "GBP SWIFT". Undefined until both are filled in. */
function featureAt(body: Json, n: number): string | undefined {
  const [currency, method] = ['currency', 'transfer_method'].map(name =>
    typedIn(body, `${FEATURES}.${n}.${name}`).trim().toUpperCase(),
  );
  return currency && method && `${currency} ${method}`;
}

function refuseTwice({ body, path }: FieldPlace): Visible | undefined {
  const n = Number(path.split('.')[1]);
  const mine = featureAt(body, n);
  return mine && Array.from({ length: n }, (_, at) => featureAt(body, at)).includes(mine)
    ? t`This feature is a duplicate of another feature.`
    : undefined;
}

function refuseNone({ body, path }: FieldPlace): Visible | undefined {
  const none = withoutEmpty(jsonAt(body, FEATURES) ?? []) === undefined;
  return none && path === `${FEATURES}.0.currency` ? t`At least one feature is required.` : undefined;
}

const code = currency(t``, t`the feature's currency, three letters; Ctrl+N adds a feature`);
const featureCurrency: BodyField<string> = {
  ...code,
  item: t`Feature`,
  missing: place => (isBegun(place) ? code.missing?.(place) : refuseNone(place)),
  wrong: (typed, place) => code.wrong?.(typed, place) ?? refuseTwice(place),
};

const method = oneOf(t`  transfer`, ['LOCAL', 'SWIFT'], CHOOSE, t`Choose the transfer method.`);
const featureMethod: typeof method = {
  ...method,
  missing: place => (isBegun(place) ? method.missing?.(place) : undefined),
};

/** At least one feature, and none twice. Empty rows are not sent. */
export const newAccountForm = screenForm<NewAccount>()({
  type: oneOf(t`Type`, ['global_account', 'virtual_account'], CHOOSE, t`Choose the account type.`, typeText),
  country: country(t`Country`, t`two letters, such as GB`),
  currency: currency(t`Currency`, t`three letters, such as GBP`),
  label: optional(text(t`Label`, t`optional`)),
  'required_features.*.currency': featureCurrency,
  'required_features.*.transfer_method': featureMethod,
});

export const newAccountScreen = questionForm({
  place: 'new-account',
  write: accountCreate,
  form: newAccountForm,
  adds: { title: t`another feature`, list: FEATURES },
  button: t`Review account`,
  above: () => [
    {
      note: t`Opens an account for this customer. The account needs at least one feature: a currency, and the transfer method for that currency. Purser sends nothing before you review and confirm.`,
    },
  ],
  question: accountQuestion,
});
