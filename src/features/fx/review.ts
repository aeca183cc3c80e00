// The dialog for a quote: all confirmed lines, and a new read of the quote before Purser sends the conversion.

import type { App } from '../../effects/app.ts';
import { ALIKE_MS } from '../../effects/duplicates.ts';
import { type Question, reread } from '../../effects/question.ts';
import { tokenOf } from '../../effects/token-of.ts';
import type { Row } from '../../journal/intent.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isUnresolved } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { type Balances, balancesIn, overdrawn } from '../../ui/screens/available.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { doneAt } from '../../ui/screens/done-from-here.ts';
import { asRead, deviationsOf } from './conversion.ts';
import { type FlowEvent, flowOf, step } from './flow.ts';
import { type Held, type Usable, usableOf, whyNotConvert } from './held.ts';
import { converts, rowsMade } from './made.ts';
import { conversionLines } from './quote-facts.ts';
import { instant } from './quoting.ts';
import { whyDiscard } from './reread-quote.ts';
import type { Terms } from './terms.ts';
import { whyUsed } from './used-quote.ts';

const OVER = t`Not sent. The quote has expired, or is about to expire. Press Esc to go back, then r for a new quote.`;

/** Opens the dialog for the current quote. */
export function review(app: App, held: Held): void {
  // The warnings include conversions that another console has made since.
  app.journal.refresh();
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
  const warnings = () => warningsFor(held, usable, app.store.getState(), balances);
  void app.writes.ask({
    ...questionOf(held, usable, balances),
    warnings: warnings(),
    reread: reread({
      operation: 'quote.get',
      input: { query: { quote_id: id } },
      check(now) {
        // A barred quote ends the dialog, so that no later read can permit it again.
        app.journal.refresh();
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
  { terms, quote, margin }: Held,
  { id, sold, expiresAt }: Usable,
  balances: Balances,
): Omit<Question<'conversion.create'>, 'warnings'> {
  const input = { body: { quote_id: id, ...givenAmount(terms), ...currencies(terms), validAmount: true } };
  return {
    operation: 'conversion.create',
    input,
    title: t`Convert ${visible(terms.sell)} to ${visible(terms.buy)}`,
    button: t`Convert`,
    lines: conversionLines(quote, balances),
    token: tokenOf('conversion.create', input, { sold }),
    deadline: { at: expiresAt, margin, label: t`Quote expires in`, over: OVER },
    done: made => [
      idText(made.id) === undefined
        ? t`The service sent no conversion ID. Look for the conversion in the balance history (B).`
        : t`Conversion ID ${textCell(made.id).text}, system reference number ${textCell(made.system_reference_number).text}.`,
      t`Status: ${textCell(made.status).text}. Purser checks the conversion until its status is SETTLED.`,
    ],
    contradictions: made => deviationsOf(asRead(made), quote),
  };
}

const givenAmount = ({ side, amount }: Terms) =>
  side === 'source' ? { source_amount: amount } : { destination_amount: amount };

const currencies = ({ sell, buy }: Terms) => ({ source_currency: sell, destination_currency: buy });

type Amount = Pick<Terms, 'side' | 'amount' | 'sell' | 'buy'>;

/** The warnings, with the same words on the screen and just before sending. */
export const warningsFor = (
  { terms }: { readonly terms: Amount },
  { sold }: Pick<Usable, 'sold'>,
  state: State,
  balances: Balances = balancesIn(state),
): readonly Visible[] => {
  const short = overdrawn({ currency: terms.sell, amount: sold }, balances);
  return [...(short ? [short] : []), ...earlier(terms, state)];
};

/** Possible duplicates of this customer: an unresolved conversion, or a recent one of the same amount. */
function earlier(terms: Amount, state: State): readonly Visible[] {
  const { now, reach, time } = state;
  const before = rowsMade(state);
  const open = before.find(isUnresolved);
  const same = before.find(row => now - (doneAt(row) ?? 0) <= ALIKE_MS && converts(row, terms));
  const mode = time === 'relative' ? 'local' : time;
  const at = (epochMs: number): Visible => showTime(epochMs, mode, now, reach.zone);
  return [
    ...(open
      ? [t`An earlier conversion (${at(open.intent.createdAt)}) is unresolved. Check the journal (0) first.`]
      : []),
    ...(same
      ? [
          t`Possible duplicate: the same amount was converted, ${saidAt(same, at)}. Confirm only if the customer wants a second conversion.`,
        ]
      : []),
  ];
}

const saidAt = (row: Row, at: (epochMs: number) => Visible): Visible => {
  const moment = at(doneAt(row) ?? row.intent.createdAt);
  return row.state === 'RESOLVED' ? t`as resolved by a person at ${moment}` : moment;
};
