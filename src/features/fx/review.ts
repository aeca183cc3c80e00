// The dialog for a quote: all confirmed lines, and a new read of the quote before Purser sends the conversion.

import type { App } from '../../effects/app.ts';
import { withCurrentJournal } from '../../effects/current-journal.ts';
import { reread } from '../../effects/question.ts';
import { JsonNumber } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Balances, balancesIn } from '../../records/available.ts';
import { conversionLines } from '../../records/quote-facts.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import {
  conversionCreate,
  conversionOf,
  type MadeConversion,
  overdrawnBy,
} from '../../writes/conversion-create.ts';
import { kindWarnings } from '../../writes/doubts.ts';
import { draftIntent } from '../../writes/draft.ts';
import { type FlowEvent, flowOf, step } from './flow.ts';
import { type HeldQuote, type Usable, usableOf, whyNotConvert } from './held.ts';
import { flowIn, instant } from './quoting.ts';
import { whyDiscard } from './reread-quote.ts';
import type { Terms } from './terms.ts';
import { whyUsed } from './used-quote.ts';

const OVER = t`Not sent. The quote has expired, or is about to expire. Press Esc to go back, then r for a new quote.`;

/** Opens the dialog for the current quote, unless another console has converted it. */
export const review = (app: App, held: HeldQuote): Promise<void> =>
  withCurrentJournal(app, () => {
    const { stage } = flowIn(app.store.getState());
    if (stage.kind === 'quoted' && stage.held === held) ask(app, held);
  });

function ask(app: App, held: HeldQuote): void {
  const state = app.store.getState();
  const { customer } = state;
  const usable = usableOf(held);
  if (!customer || 'missing' in usable || whyNotConvert(held, instant(app))) return;
  const owner = customerKey(customer);
  const { id } = usable;
  const used = whyUsed(id, state);
  if (used) {
    app.store.setState({ notice: { text: used, tone: 'warning' } });
    return;
  }
  const balances = balancesIn(state);
  const tell = (event: FlowEvent): void =>
    app.store.setState(now => flowOf.change(now, owner, flow => step(flow, event, instant(app))));
  const warnings = () => overdrawnBy(held.terms.sell, usable.sold, balances);
  void app.writes.ask({
    ...questionOf(held, usable, balances),
    warnings: warnings(),
    reread: reread({
      operation: 'quote.get',
      input: { query: { quote_id: id } },
      first: app.journal.current,
      check(now) {
        // A barred quote ends the dialog, so that no later read can permit it again.
        const why = whyUsed(id, app.store.getState()) ?? whyDiscard(held, now, instant(app));
        if (why !== undefined) {
          tell({ kind: 'discarded', quoteId: id, why });
          return { barred: why };
        }
        return { lines: conversionLines(now, balances), warnings: warnings() };
      },
    }),
    ended: ended => tell({ kind: 'ended', quoteId: id, ended }),
  });
}

/** INTERFACE.md, Endpoints › Family B: foreign exchange: the amount that was given "must match the quote". */
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

/** The warnings of the screen with the quote, with the words of the dialog. */
export const warningsFor = (held: HeldQuote, usable: Usable, state: State): readonly Visible[] => {
  const { side, amount, sell, buy } = held.terms;
  const draft = draftIntent(
    conversionCreate.operation,
    {
      [side === 'source' ? 'source_amount' : 'destination_amount']: new JsonNumber(amount),
      source_currency: sell,
      destination_currency: buy,
    },
    state,
  );
  return [...overdrawnBy(sell, usable.sold, balancesIn(state)), ...(draft ? kindWarnings(draft, state) : [])];
};
