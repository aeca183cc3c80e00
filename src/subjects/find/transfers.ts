// Searches beneficiaries, direct debits, quotes, conversions, payouts and cardholders, the journal, and RFI questions.

import { explain } from '../../api/client/explain.ts';
import { askedQuestions } from '../../format/asked-questions.ts';
import { amountCell } from '../../format/cells.ts';
import { money, name } from '../../format/customer-lists.ts';
import { documentOf } from '../../format/joined.ts';
import type { Row } from '../../journal/intent.ts';
import { t, visible } from '../../lib/visible.ts';
import { idText } from '../../records/facts.ts';
import {
  beneficiariesQuery,
  beneficiaryQuery,
  conversionQuery,
  debitQuery,
  debitsQuery,
  quoteQuery,
  rfiQuery,
} from '../../records/reads.ts';
import { isHere, journalRows, whyJournalUnread } from '../../store/journal-view.ts';
import { openView } from '../../store/view.ts';
import { visitFound, visitOnTop } from '../../store/workspace.ts';
import {
  byId,
  endsIn,
  failedLook,
  type Hit,
  inRows,
  type SearchResult,
  type SearchSource,
  saysNo,
} from './source.ts';

const beneficiary: SearchSource = byId({
  id: 'beneficiary',
  title: t`Beneficiary`,
  shapes: ['any'],
  query: beneficiaryQuery,
  idOf: value => idText(value.id),
  what: value => name(value.account_holder_name, value.account_number, value.status),
  go: (id, state) => visitOnTop(state, { ...openView('beneficiaries'), filter: id }),
});

const beneficiaryByNumber: SearchSource = inRows({
  id: 'beneficiary',
  title: t`Beneficiary`,
  shapes: ['last four'],
  through: 500,
  among: () => ({ queries: [beneficiariesQuery], ready: true }),
  fits: (row, { text }) => endsIn(row.account_number, text),
  what: row => name(row.account_holder_name, row.account_number, row.status),
  go: (state, { id }, { text }) =>
    visitOnTop(state, { ...openView('beneficiaries'), filter: idText(id) ?? text }),
});

const directDebit: SearchSource = byId({
  id: 'direct debit',
  title: t`Direct debit`,
  shapes: ['any'],
  query: debitQuery,
  idOf: value => idText(value.transaction_id),
  what: value => money(amountCell(value.amount, value.currency), value.debtor_name, value.status),
  go: (id, state) => visitFound(state, 'direct-debits', id),
});

/** Not readable by reference, and the list covers 30 days (INTERFACE.md, Endpoints › Family A, rule 3). */
const debitByReference: SearchSource = inRows({
  id: 'direct debit reference',
  title: t`Direct debit reference`,
  shapes: ['any'],
  through: 1000,
  within: {
    word: t`not in 30 days`,
    how: t`of the last 30 days. For another period, press f in the direct debits list.`,
  },
  among: () => ({ queries: [debitsQuery], ready: true }),
  fits: ({ statement_ref }, { text }) => idText(statement_ref)?.toLowerCase() === text.toLowerCase(),
  mentions: ({ mandate_id }, { text }) => idText(mandate_id) === text,
  what: row => money(amountCell(row.amount, row.currency), row.debtor_name, row.status),
  go: (state, _, { text }) => visitOnTop(state, { ...openView('direct-debits'), filter: text }),
});

const quote: SearchSource = byId({
  id: 'quote',
  title: t`Quote`,
  shapes: ['any', 'quote'],
  query: quoteQuery,
  idOf: value => idText(value.id),
  what: value => name(value.sourceCurrencyCode, value.destinationCurrencyCode),
  go: (id, state) => visitFound(state, 'quote', id),
});

const conversion: SearchSource = byId({
  id: 'conversion',
  title: t`Conversion`,
  shapes: ['any', 'conversion'],
  query: conversionQuery,
  idOf: value => idText(value.id),
  what: value => name(value.sourceCurrencycode, value.destinationCurrencycode, value.status),
  go: (id, state) => visitFound(state, 'conversion', id),
});

const payout: SearchSource = {
  id: 'payout',
  title: t`Payout`,
  stage: 'direct',
  shapes: ['any'],
  look: ({ text }) => ({
    kind: 'unsearchable',
    how: t`Not supported by the service: the API can't read a payout by its ID or system reference number. The journal has payouts made in Purser. Press Enter to cancel the payout with this ID.`,
    go: state => visitFound(state, 'cancel-payout', text),
  }),
};

const cardholder: SearchSource = {
  id: 'cardholder',
  title: t`Cardholder`,
  stage: 'direct',
  shapes: ['any'],
  look: ({ text }) => ({
    kind: 'unsearchable',
    how: t`Not supported by the service: the API can't read a cardholder. Purser can only find cards with this cardholder ID. Press Enter to change the cardholder with this ID.`,
    go: state => visitFound(state, 'update-cardholder', text),
  }),
};

export const transferSources: readonly SearchSource[] = [
  beneficiary,
  beneficiaryByNumber,
  directDebit,
  debitByReference,
  quote,
  conversion,
  payout,
  cardholder,
];

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
    const { kind } = state.journal;
    if (kind === 'closed') return { kind: 'reading' };
    const hits = journalRows(state)
      .filter(row => isHere(row, state) && textsOf(row).some(said => said.includes(text)))
      .map((row): Hit => {
        const { requestId, title } = row.intent;
        const exact = requestId === text;
        return {
          key: requestId,
          what: {
            words: exact
              ? t`${visible(title, 40)}: ${visible(row.state)}`
              : t`named in ${visible(title, 40)}: ${visible(row.state)}`,
          },
          at: row.intent.createdAt,
          raw: { requestId, operation: row.intent.operation, state: row.state },
          exact,
          go: now => visitOnTop(now, { ...openView('journal'), filter: requestId }),
        };
      });
    if (hits.length > 0) return { kind: 'found', hits };
    const count = journalRows(state).length;
    const unread = whyJournalUnread(state);
    if (unread !== undefined)
      return {
        kind: 'absent',
        how: t`The team's journal was not read. Not found on this machine (${count}).`,
      };
    return { kind: 'absent', how: t`Not found among the newest entries of the journal (${count}).` };
  },
};

const RFI = t`RFI question`;

const question: SearchSource = {
  id: 'rfi',
  title: RFI,
  stage: 'lists',
  shapes: ['any'],
  needs: () => [{ kind: 'document', query: rfiQuery }],
  look({ text }, state): SearchResult {
    const { value, raw, failure } = documentOf(state, rfiQuery);
    if (value === undefined) {
      if (failure === undefined) return { kind: 'reading' };
      return saysNo(failure)
        ? { kind: 'absent', how: t`Not found. ${explain(failure, RFI).what}` }
        : failedLook(failure, RFI);
    }
    const found = askedQuestions(value, raw ?? null).find(({ question: { id } }) => idText(id) === text);
    if (found === undefined)
      return { kind: 'absent', how: t`Not found in the open and the answered questions.` };
    return {
      kind: 'found',
      hits: [
        {
          key: text,
          what: { words: found.question.open ? t`open question` : t`answered question` },
          raw: found.raw,
          exact: true,
          go: now => visitOnTop(now, { ...openView('rfi'), filter: text }),
        },
      ],
    };
  },
};

export const recordSources: readonly SearchSource[] = [journal, question];
