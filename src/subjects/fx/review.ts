// The dialog for a conversion: its lines, and the read of the quote before Purser sends the conversion.

import { explain } from '../../api/client/explain.ts';
import { idText, textCell } from '../../format/cells.ts';
import type { Row } from '../../journal/intent.ts';
import { JsonNumber } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type Balances, balancesIn } from '../../money/available.ts';
import { createWriteRules, draftIntent } from '../../money/earlier-warnings.ts';
import { withCurrentJournal } from '../../money/journal.ts';
import { type Question, reread } from '../../money/question.ts';
import { isInFlight, isUnresolved, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { comparedWith } from './compared.ts';
import { conversionCreate, conversionOf, type MadeConversion, overdrawnBy } from './conversion-create.ts';
import { type FlowEvent, flowOf, type QuotedStage, step } from './flow.ts';
import { type HeldQuote, type Usable, usableOf, whyNotConvert } from './held.ts';
import { conversionLines } from './quote-facts.ts';
import { askQuote, flowIn, instant } from './quoting.ts';
import { whyDiscard } from './reread-quote.ts';
import type { Terms } from './terms.ts';

const { usedUpBy, kindWarnings } = createWriteRules({ [conversionCreate.operation]: conversionCreate });

const OVER = t`Not sent. The quote has expired, or is about to expire. Press r for a new quote.`;

/** Opens the dialog for the current quote, if no journal entry has used the quote. */
export const review = (app: App, held: HeldQuote): Promise<void> =>
  withCurrentJournal(app, () => {
    const { stage } = flowIn(app.store.getState());
    if (stage.kind === 'quoted' && stage.held === held) ask(app, held);
  });

function ask(app: App, held: HeldQuote): void {
  const asked = asking(app, held);
  if (!asked) return;
  if ('why' in asked) app.store.setState({ notice: { text: asked.why, tone: 'warning' } });
  else void app.writes.ask(asked);
}

type Asked = Question<(typeof conversionCreate)['operation']> | { readonly why: Visible };

/**
 * The question about a quote, or why there is none. Undefined if staff can't convert from the quote. `before`: the
 * previous quote in the same dialog.
 */
function asking(app: App, held: HeldQuote, before?: HeldQuote): Asked | undefined {
  const state = app.store.getState();
  const { customer } = state;
  const usable = usableOf(held);
  if (!customer || 'missing' in usable || whyNotConvert(held, instant(app))) return undefined;
  const owner = customerKey(customer);
  const { id } = usable;
  const used = whyUsed(id, state);
  if (used) return { why: used };
  const balances = balancesIn(state);
  const tell = (event: FlowEvent): void =>
    app.store.setState(now => flowOf.change(now, owner, flow => step(flow, event, instant(app))));
  const warnings = () => overdrawnBy(held.terms.sell, usable.sold, balances);
  return {
    ...questionOf(held, usable, balances),
    warnings: [...(before ? comparedWith(before, held) : []), ...warnings()],
    renew: () => renewed(app, held),
    reread: reread({
      operation: 'quote.get',
      input: { query: { quote_id: id } },
      first: app.journal.current,
      check(now) {
        // The flow remembers the rejection, so that no later read can permit the quote again.
        const state = app.store.getState();
        // Purser ignores waiting entries here: one may be this request, which must not bar itself.
        const sent = journalRows(state).filter(row => row.state !== 'WAITING');
        const why = whyUsed(id, state, sent) ?? whyDiscard(held, now, instant(app));
        if (why !== undefined) {
          tell({ kind: 'discarded', quoteId: id, why });
          return { barred: why };
        }
        return { lines: conversionLines(now, balances), warnings: warnings() };
      },
    }),
    ended({ word, ...rest }) {
      if (word !== 'WAITING') tell({ kind: 'ended', quoteId: id, ended: { ...rest, word } });
    },
  };
}

/** Requests a quote with the same terms, and returns the question about it. */
async function renewed(app: App, before: HeldQuote): Promise<Asked> {
  await askQuote(app, before.terms);
  const { stage } = flowIn(app.store.getState());
  if (stage.kind !== 'quoted') return { why: NO_QUOTE };
  const { held, failure } = stage;
  if (failure) return { why: failure.kind === 'abandoned' ? NO_QUOTE : explain(failure, t`Quote`).what };
  return asking(app, held, before) ?? { why: whyNotConvert(held, instant(app)) ?? NO_QUOTE };
}

const NO_QUOTE = t`No new quote came. Press r for a new quote.`;

/** INTERFACE.md, Endpoints › Family B: foreign exchange: the given amount "must match the quote". */
function questionOf(
  { terms, quote, margin }: HeldQuote,
  { id, sold, expiresAt }: Usable,
  balances: Balances,
) {
  const body = { quote_id: id, ...givenAmount(terms), ...currencies(terms), validAmount: true };
  return {
    ...conversionOf(quote, { body }, sold, balances),
    deadline: { at: expiresAt, margin, label: t`Quote expires in`, over: OVER },
    done: (made: MadeConversion) => [
      idText(made.id) === undefined
        ? t`The service sent no conversion ID. Look for the conversion in the balance history (B).`
        : t`Conversion ID ${textCell(made.id).text}, system reference number ${textCell(made.system_reference_number).text}.`,
      t`Status: ${textCell(made.status).text}. Purser checks the conversion until its status is SETTLED.`,
    ],
  };
}

const givenAmount = ({ side, amount }: Terms) =>
  side === 'source' ? { source_amount: amount } : { destination_amount: amount };

const currencies = ({ sell, buy }: Terms) => ({ source_currency: sell, destination_currency: buy });

/** The warnings for the screen with the quote: a conversion of this quote, and the warnings of the coming dialog. */
export function warningsFor(
  held: HeldQuote,
  usable: Usable,
  state: State,
  attempt?: QuotedStage['attempt'],
): readonly Visible[] {
  const { side, amount, sell, buy } = held.terms;
  const draft = draftIntent(
    conversionCreate,
    {
      [side === 'source' ? 'source_amount' : 'destination_amount']: new JsonNumber(amount),
      source_currency: sell,
      destination_currency: buy,
    },
    state,
  );
  const own = usedUpBy(conversionCreate.operation, usable.id, journalRows(state), state);
  const others = journalRows(state).filter(row => row !== own);
  return [
    ...overdrawnBy(sell, usable.sold, balancesIn(state)),
    // The screen has told the outcome of this quote's conversion already.
    ...(own && own.state !== attempt?.word ? [usedText(own, state)] : []),
    ...(draft ? kindWarnings(draft, state, others) : []),
  ];
}

/** A sentence that says why nobody may convert from this quote again. Undefined if no journal entry has used it. */
export function whyUsed(quoteId: string, state: State, rows = journalRows(state)): Visible | undefined {
  const row = usedUpBy(conversionCreate.operation, quoteId, rows, state);
  return row && usedText(row, state);
}

function usedText(row: Row, state: State): Visible {
  const id = visible(row.intent.requestId);
  if (row.state === 'WAITING')
    return t`This quote's conversion waits for approval already (request ID ${id}).`;
  if (isInFlight(row, state))
    return t`This quote's conversion is being sent (request ID ${id}). Wait for its outcome.`;
  return isUnresolved(row)
    ? t`This quote may be converted already (request ID ${id}, ${visible(row.state)}). Check that entry in the journal (0). Press r for a new quote.`
    : t`This quote is converted already (request ID ${id}). Press r for a new quote.`;
}
