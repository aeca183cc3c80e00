// The question that a quote becomes: everything that is confirmed, with a fresh reading of the quote before it is sent.

import type { App } from '../../effects/app.ts';
import { type Question, reread } from '../../effects/question.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isHere, isUnresolved, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { type Balances, balancesIn, overdrawn } from '../../ui/screens/available.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { asRead, deviationsOf } from './conversion.ts';
import { flowOf, step } from './flow.ts';
import { type Held, type Usable, usableOf, whyNotConvert } from './held.ts';
import { conversionLines, LABELS, lineOf, quoteFacts } from './quote-facts.ts';
import type { Terms } from './terms.ts';

const OVER = t`The quote has expired, or is about to: nothing was sent. Go back with Esc and ask for a new one with r.`;

/** How long, in ms, a conversion is recent: the same again may be a slip. */
const RECENT = 10 * 60_000;

/** Opens the dialog about the quote that is held. */
export function review(app: App, held: Held): void {
  const state = app.store.getState();
  const { customer } = state;
  const usable = usableOf(held);
  if (!customer || 'missing' in usable || whyNotConvert(held, app.clock.monotonic())) return;
  const owner = customerKey(customer);
  const question = questionOf(held, usable, balancesIn(state), warningsFor(held, usable, state));
  void app.writes.ask({
    ...question,
    ended: ended =>
      app.store.setState(now =>
        flowOf.change(now, owner, flow =>
          step(flow, { kind: 'ended', quoteId: usable.id, ended }, app.clock.monotonic()),
        ),
      ),
  });
}

/** INTERFACE.md, Endpoints › Family B: foreign exchange: the amount that was given "must match the quote". */
function questionOf(
  { terms, quote, margin }: Held,
  { id, sold, expiresAt }: Usable,
  balances: Balances,
  warnings: readonly Visible[],
): Question<'conversion.create'> {
  return {
    operation: 'conversion.create',
    input: { body: { quote_id: id, ...givenAmount(terms), ...currencies(terms), validAmount: true } },
    title: t`Convert ${visible(terms.sell)} to ${visible(terms.buy)}`,
    button: t`Convert`,
    lines: conversionLines(quote, balances),
    warnings,
    token: { text: sold, name: t`the amount that leaves` },
    deadline: { at: expiresAt, margin, label: t`Quote expires in`, over: OVER },
    reread: reread({
      operation: 'quote.get',
      input: { query: { quote_id: id } },
      check: now => ({ lines: conversionLines(now, balances) }),
    }),
    done: made => [
      idText(made.id) === undefined
        ? t`It came without an ID: look for it in the balance history (B).`
        : t`The conversion is ${textCell(made.id).text}, its system reference number ${textCell(made.system_reference_number).text}.`,
      t`Its status is ${textCell(made.status).text}; it is read again until it is SETTLED.`,
      ...deviationsOf(asRead(made), quote),
    ],
  };
}

const givenAmount = ({ side, amount }: Terms) =>
  side === 'source' ? { source_amount: amount } : { destination_amount: amount };

const currencies = ({ sell, buy }: Terms) => ({ source_currency: sell, destination_currency: buy });

/** What speaks against it without barring it. */
export function warningsFor(held: Held, { sold }: Usable, state: State): readonly Visible[] {
  const short = overdrawn({ currency: held.terms.sell, amount: sold }, balancesIn(state));
  return [...(short ? [short] : []), ...earlier(held, state)];
}

/** Conversions of this customer that may be this very one: begun and not certain yet, or the same amount just now. */
function earlier({ terms, quote }: Held, state: State): readonly Visible[] {
  const { customer, now, reach } = state;
  const before = journalRows(state).filter(
    row =>
      row.intent.operation === 'conversion.create' &&
      isHere(row, state) &&
      customer !== undefined &&
      customerKey(row.intent.customer) === customerKey(customer),
  );
  const open = before.find(isUnresolved);
  const facts = quoteFacts(quote).map(lineOf);
  const given = facts.find(({ label }) => label === (terms.side === 'source' ? LABELS.sold : LABELS.bought));
  const other = terms.side === 'source' ? LABELS.bought : LABELS.sold;
  const otherCurrency = terms.side === 'source' ? terms.buy : terms.sell;
  const same = before.find(
    ({ state: word, intent }) =>
      word === 'DONE' &&
      now - intent.createdAt < RECENT &&
      intent.what.some(line => line.label === given?.label && line.value === given.value) &&
      intent.what.some(line => line.label === other && line.value.endsWith(` ${otherCurrency}`)),
  );
  const ago = (epochMs: number): Visible => showTime(epochMs, 'relative', now, reach.zone);
  return [
    ...(open
      ? [
          t`An earlier conversion, begun ${ago(open.intent.createdAt)}, is not certain yet: see the journal (0) first.`,
        ]
      : []),
    ...(same
      ? [t`The same was converted ${ago(same.intent.createdAt)}: confirm only if a second one is meant.`]
      : []),
  ];
}
