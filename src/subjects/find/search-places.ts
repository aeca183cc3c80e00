// The places of a search: records that the service reads by ID, lists that Purser reads, the journal, and RFI questions.

import { explain } from '../../api/client/explain.ts';
import { askedQuestions } from '../../format/asked-questions.ts';
import { amountCell } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import type { Row } from '../../journal/intent.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { idText } from '../../records/facts.ts';
import {
  accountsQuery,
  beneficiariesQuery,
  beneficiaryQuery,
  cardsQuery,
  cardTransactionsQuery,
  conversionQuery,
  debitQuery,
  debitsQuery,
  globalAccountQuery,
  historyQuery,
  mandateQuery,
  quoteQuery,
  rfiQuery,
  transactionsQuery,
} from '../../records/reads.ts';
import { isHere, journalFacts, journalRows } from '../../store/journal-view.ts';
import { saysNo } from '../../store/list.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { visitFound, visitOnTop } from '../../store/workspace.ts';
import {
  byId,
  failedLook,
  type Hit,
  inRows,
  MOST_UNDER,
  type SearchResult,
  type SearchSource,
  underEach,
} from './source.ts';

/** A list that has the record only. */
const filtered = (state: State, place: PlaceId, text: string, subject?: string): State =>
  visitOnTop(state, { ...openView(place, subject), filter: text });

const withId = (id: string) => ({ ...accountsQuery, input: { query: { id } } });

const allAccounts = { kind: 'list', query: accountsQuery, through: 200 } as const;

const account = inRows({
  kind: 'account',
  stage: 'direct',
  shapes: ['any', 'last four'],
  through: allAccounts.through,
  among: ({ text, shape }) => ({
    queries: [shape === 'last four' ? accountsQuery : withId(text)],
    ready: true,
  }),
  go: (state, { id }, { text }) => visitFound(state, 'accounts', idText(id) ?? text),
});

/** Accounts of Family B may lack a Global Account of Family A. */
const globalAccount = byId({
  kind: 'global-account',
  query: globalAccountQuery,
  go: (id, state) => visitFound(state, 'account-mandates', id),
});

const accountsIn = (state: State) => underEach(state, accountsQuery, t`accounts`);

const transaction = inRows({
  kind: 'transaction',
  through: 100,
  first: [allAccounts],
  among(_asked, state) {
    const { ids, ...others } = accountsIn(state);
    return { queries: ids.map(transactionsQuery), ...others };
  },
  keyOf: (_, { input }) => input.headers['x-account-id'],
  go: (state, _, { text }, { input }) => filtered(state, 'transactions', text, input.headers['x-account-id']),
});

const historyEntry = inRows({
  kind: 'history',
  through: 200,
  among: () => ({ queries: [historyQuery], ready: true }),
  mentions: ({ description }, { text }) => (idText(description) ?? '').includes(text),
  go: (state, _, { text }) => filtered(state, 'history', text),
});

const mandateUnder = (of: string): SearchSource =>
  byId({
    kind: 'mandate',
    query: id => mandateQuery(of, id),
    go: (id, state) => filtered(state, 'account-mandates', id, of),
  });

/** A mandate is read with its account, so each account is tried. */
const mandate: SearchSource = {
  id: 'mandate',
  title: t`Mandate`,
  stage: 'lists',
  shapes: ['any'],
  needs: (asked, state) => [
    allAccounts,
    ...accountsIn(state).ids.flatMap(id => mandateUnder(id).needs?.(asked, state) ?? []),
  ],
  look(asked, state) {
    const { ids, ready, failure, under } = accountsIn(state);
    const looks = ids.map(id => mandateUnder(id).look(asked, state));
    const first = (kind: SearchResult['kind']): SearchResult | undefined =>
      looks.find(look => look.kind === kind);
    return (
      first('found') ??
      (ready ? first('reading') : { kind: 'reading' }) ??
      first('failed') ??
      (failure ? failedLook(failure, t`Accounts`) : undefined) ??
      (under === ''
        ? { kind: 'absent', how: t`Not found: Purser searched ${counted(ids.length, t`account`)}.` }
        : {
            kind: 'part',
            word: t`partly searched`,
            how: t`Not found${under}. The mandate may be under another account.`,
          })
    );
  },
};

/** The same query as the Cards tab. The service can't read a card by its ID. */
const allCards = cardsQuery({ server: {} });

const card = inRows<'card.list'>({
  kind: 'card',
  title: t`Card or cardholder`,
  shapes: ['any', 'last four'],
  through: 300,
  among: () => ({ queries: [allCards], ready: true }),
  go: (state, { cardHashId }, { text, shape }) =>
    visitFound(state, 'cards', shape === 'last four' ? (idText(cardHashId) ?? text) : text),
});

const cardTransaction = inRows({
  kind: 'card-transaction',
  through: 100,
  first: [{ kind: 'list', query: allCards, through: MOST_UNDER }],
  among(_asked, state) {
    const { ids, ...others } = underEach(state, allCards, t`cards`);
    return { queries: ids.map(cardTransactionsQuery), ...others };
  },
  amount: row => amountCell(row.billing_amount, row.billing_currency),
  keyOf: (row, { input }) => `${input.query.id} ${idText(row.transaction_id) ?? ''}`,
  go: (state, _, { text }, { input }) => filtered(state, 'card-transactions', text, input.query.id),
});

const beneficiary = byId({
  kind: 'beneficiary',
  query: beneficiaryQuery,
  go: (id, state) => filtered(state, 'beneficiaries', id),
});

const beneficiaryByNumber = inRows({
  kind: 'beneficiary',
  shapes: ['last four'],
  through: 500,
  among: () => ({ queries: [beneficiariesQuery], ready: true }),
  go: (state, { id }, { text }) => filtered(state, 'beneficiaries', idText(id) ?? text),
});

const directDebit = byId({
  kind: 'direct-debit',
  query: debitQuery,
  go: (id, state) => visitFound(state, 'direct-debits', id),
});

/** Not readable by reference, and the list covers 30 days (INTERFACE.md, Endpoints › Family A, rule 3). */
const debitByReference = inRows({
  kind: 'direct-debit',
  title: t`Direct debit reference`,
  through: 1000,
  within: {
    word: t`not in 30 days`,
    how: t`of the last 30 days. For another period, press f in the direct debits list.`,
  },
  among: () => ({ queries: [debitsQuery], ready: true }),
  fits: ({ statement_ref }, { text }) => idText(statement_ref)?.toLowerCase() === text.toLowerCase(),
  mentions: ({ mandate_id }, { text }) => idText(mandate_id) === text,
  go: (state, _, { text }) => filtered(state, 'direct-debits', text),
});

const quote = byId({
  kind: 'quote',
  shape: 'quote',
  query: quoteQuery,
  go: (id, state) => visitFound(state, 'quote', id),
});

const conversion = byId({
  kind: 'conversion',
  shape: 'conversion',
  query: conversionQuery,
  go: (id, state) => visitFound(state, 'conversion', id),
});

/** Enter opens a form with the searched text as its ID. */
const unsearchable = (title: Visible, form: PlaceId, how: Visible): SearchSource => ({
  id: title,
  title,
  stage: 'direct',
  shapes: ['any'],
  look: ({ text }) => ({ kind: 'unsearchable', how, go: state => visitFound(state, form, text) }),
});

const payout = unsearchable(
  t`Payout`,
  'cancel-payout',
  t`Not supported by the service: the API can't read a payout by its ID or system reference number. The journal has payouts made in Purser. Press Enter to cancel the payout with this ID.`,
);

const cardholder = unsearchable(
  t`Cardholder`,
  'update-cardholder',
  t`Not supported by the service: the API can't read a cardholder. Purser can only find cards with this cardholder ID. Press Enter to change the cardholder with this ID.`,
);

/** The request ID, the request and the response may have an ID. */
const textsOf = ({ intent, transitions }: Row): readonly string[] => [
  intent.requestId,
  intent.target,
  intent.body ?? '',
  ...transitions.flatMap(({ answer }) => answer?.text ?? []),
];

const journal: SearchSource = {
  id: 'journal',
  title: t`Journal`,
  stage: 'direct',
  shapes: ['any', 'quote', 'conversion'],
  look({ text }, state): SearchResult {
    if (state.journal.kind === 'closed') return { kind: 'reading' };
    const hits = journalRows(state)
      .filter(row => isHere(row, state) && textsOf(row).some(said => said.includes(text)))
      .map((row): Hit => {
        const { requestId, title, operation, createdAt } = row.intent;
        const exact = requestId === text;
        const words = t`${exact ? t`` : t`named in `}${visible(title, 40)}: ${visible(row.state)}`;
        return {
          ...{ key: requestId, id: requestId, what: { words }, at: createdAt, exact },
          raw: { requestId, operation, state: row.state },
          go: now => filtered(now, 'journal', requestId),
        };
      });
    if (hits.length > 0) return { kind: 'found', hits };
    const count = journalRows(state).length;
    return {
      kind: 'absent',
      how:
        journalFacts(state).unread === undefined
          ? t`Not found among the newest entries of the journal (${count}).`
          : t`The team's journal was not read. Not found on this machine (${count}).`,
    };
  },
};

const QUESTION = t`RFI question`;

const question: SearchSource = {
  id: 'rfi',
  title: QUESTION,
  stage: 'lists',
  shapes: ['any'],
  needs: () => [{ kind: 'document', query: rfiQuery }],
  look({ text }, state): SearchResult {
    const { value, raw, failure } = documentOf(state, rfiQuery);
    if (value === undefined) {
      if (failure === undefined) return { kind: 'reading' };
      return saysNo(failure)
        ? { kind: 'absent', how: t`Not found. ${explain(failure, QUESTION).what}` }
        : failedLook(failure, QUESTION);
    }
    const found = askedQuestions(value, raw ?? null).find(one => idText(one.question.id) === text);
    if (found === undefined)
      return { kind: 'absent', how: t`Not found in the open and the answered questions.` };
    const words = found.question.open ? t`open question` : t`answered question`;
    const hit = { key: text, id: text, what: { words }, raw: found.raw, exact: true };
    return { kind: 'found', hits: [{ ...hit, go: now => filtered(now, 'rfi', text) }] };
  },
};

export const searchPlaces: readonly SearchSource[] = [
  ...[journal, question],
  ...[account, globalAccount, mandate, transaction, historyEntry],
  ...[beneficiary, beneficiaryByNumber, directDebit, debitByReference, quote, conversion],
  ...[payout, cardholder],
  ...[card, cardTransaction],
];
