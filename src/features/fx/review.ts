// The question that a quote becomes: everything that is confirmed, with a fresh reading of the quote before it is sent.

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

const OVER = t`The quote has expired, or is about to: nothing was sent. Go back with Esc and ask for a new one with r.`;

/** Opens the dialog about the quote that is held. */
export function review(app: App, held: Held): void {
  // What another console has done meanwhile is warned of too.
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
        // What bars it ends the dialog, so that no later reading can make it good again.
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
        ? t`It came without an ID: look for it in the balance history (B).`
        : t`The conversion is ${textCell(made.id).text}, its system reference number ${textCell(made.system_reference_number).text}.`,
      t`Its status is ${textCell(made.status).text}; it is read again until it is SETTLED.`,
    ],
    contradictions: made => deviationsOf(asRead(made), quote),
  };
}

const givenAmount = ({ side, amount }: Terms) =>
  side === 'source' ? { source_amount: amount } : { destination_amount: amount };

const currencies = ({ sell, buy }: Terms) => ({ source_currency: sell, destination_currency: buy });

type Amount = Pick<Terms, 'side' | 'amount' | 'sell' | 'buy'>;

/** What speaks against it without barring it; at the screen's moment and just before it is sent the same, word for word. */
export const warningsFor = (
  { terms }: { readonly terms: Amount },
  { sold }: Pick<Usable, 'sold'>,
  state: State,
  balances: Balances = balancesIn(state),
): readonly Visible[] => {
  const short = overdrawn({ currency: terms.sell, amount: sold }, balances);
  return [...(short ? [short] : []), ...earlier(terms, state)];
};

/** Conversions of this customer that may be this very one: begun and not certain yet, or the same amount just now. */
function earlier(terms: Amount, state: State): readonly Visible[] {
  const { now, reach, time } = state;
  const before = rowsMade(state);
  const open = before.find(isUnresolved);
  const same = before.find(row => now - (doneAt(row) ?? 0) <= ALIKE_MS && converts(row, terms));
  const mode = time === 'relative' ? 'local' : time;
  const at = (epochMs: number): Visible => showTime(epochMs, mode, now, reach.zone);
  return [
    ...(open
      ? [
          t`An earlier conversion, begun ${at(open.intent.createdAt)}, is not certain yet: see the journal (0) first.`,
        ]
      : []),
    ...(same ? [t`The same was converted, ${saidAt(same, at)}: confirm only if a second one is meant.`] : []),
  ];
}

const saidAt = (row: Row, at: (epochMs: number) => Visible): Visible => {
  const moment = at(doneAt(row) ?? row.intent.createdAt);
  return row.state === 'RESOLVED' ? t`as was found ${moment}` : moment;
};
