// The dialog for a conversion, and the read of the quote just before Purser sends the conversion.

import { explain } from '../../api/client/explain.ts';
import type { Timestamp } from '../../api/contract/fields.ts';
import { Odd, readable } from '../../api/contract/odd.ts';
import { amountCell, textCell, utcCell, worded } from '../../format/cells.ts';
import { type Cell, cellText } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import {
  compare,
  type Decimal,
  groupDigits,
  isNegative,
  isZero,
  sizeOf,
  subtract,
} from '../../lib/decimal.ts';
import { JsonNumber } from '../../lib/json.ts';
import { join, t, type Untrusted, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { balancesIn } from '../../money/available.ts';
import { withCurrentJournal } from '../../money/journal-effects.ts';
import { LABELS } from '../../money/shown-lines.ts';
import { createWriteRules, draftIntent } from '../../money/write-rules.ts';
import { epochOf, idText } from '../../records/facts.ts';
import type { Question } from '../../sending/question.ts';
import { changedText } from '../../sending/shown-line.ts';
import { isInFlight, isUnresolved, journalRows } from '../../store/journal-view.ts';
import type { Instant } from '../../store/live-quote.ts';
import { warn } from '../../store/notices.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { conversionCreate, conversionOf, overdrawnBy } from './conversion-create.ts';
import { type FlowEvent, flowOf, type QuotedStage, step } from './flow.ts';
import {
  barConvert,
  differencesOf,
  EXPIRES_IN,
  exact,
  givenAmount,
  type HeldQuote,
  LOCKS,
  type QuoteFields,
  SCHEDULES,
  SIDES,
  type Terms,
  type Usable,
  usableOf,
} from './quote-facts.ts';
import { askQuote, flowIn, instant } from './quoting.ts';

const { usedUpBy, kindWarnings } = createWriteRules({ [conversionCreate.operation]: conversionCreate });

const OVER = t`Not sent. Too late to convert this quote. Press r for a new quote.`;

export const review = (app: App, held: HeldQuote): Promise<void> =>
  withCurrentJournal(app, () => {
    const { stage } = flowIn(app.store.getState());
    if (stage.kind === 'quoted' && stage.held === held) ask(app, held);
  });

function ask(app: App, held: HeldQuote): void {
  const asked = asking(app, held);
  if (!asked) return;
  if ('why' in asked) warn(app.store, asked.why);
  else void app.dialog.ask(asked);
}

type Asked = Question<(typeof conversionCreate)['operation']> | { readonly why: Visible };

/** Undefined if staff can't convert from the quote. `before`: the previous quote in the same dialog. */
function asking(app: App, held: HeldQuote, before?: HeldQuote): Asked | undefined {
  const state = app.store.getState();
  const { customer } = state;
  const usable = usableOf(held);
  if (!customer || 'missing' in usable || barConvert(held, instant(app))) return undefined;
  const owner = customerKey(customer);
  const { id } = usable;
  const used = barUsed(id, state);
  if (used) return { why: used };
  const balances = balancesIn(state);
  const tell = (event: FlowEvent): void =>
    app.store.setState(now => flowOf.change(now, owner, flow => step(flow, event, instant(app))));
  const { terms, quote, margin } = held;
  // INTERFACE.md, Endpoints › Family B: foreign exchange: the given amount "must match the quote".
  const body = { quote_id: id, ...givenAmount(terms), ...currencies(terms), validAmount: true };
  const question = conversionOf(
    quote,
    { body },
    {
      sold: usable.sold,
      balances,
      first: app.journal.current,
      found(now) {
        const state = app.store.getState();
        // A waiting entry may be this request, which must not bar itself.
        const sent = journalRows(state).filter(row => row.state !== 'WAITING');
        const why = barUsed(id, state, sent) ?? checkReread(held, now, instant(app));
        // So that no later read can permit the quote again.
        if (why !== undefined) tell({ kind: 'discarded', quoteId: id, why });
        return why ?? now;
      },
      warnings: () => overdrawnBy(terms.sell, usable.sold, balances),
    },
  );
  return {
    ...question,
    warnings: [...(before ? comparedWith(before, held) : []), ...question.warnings],
    deadline: { at: usable.expiresAt, margin, label: EXPIRES_IN, over: OVER },
    done: made => [
      idText(made.id) === undefined
        ? t`The service sent no conversion ID. Look for the conversion in the balance history (B).`
        : t`Conversion ID ${textCell(made.id).text}, system reference number ${textCell(made.system_reference_number).text}.`,
      t`Status: ${textCell(made.status).text}. Purser checks the conversion until its status is SETTLED.`,
    ],
    renew: () => renewed(app, held),
    ended({ word, ...rest }) {
      if (word !== 'WAITING') tell({ kind: 'ended', quoteId: id, ended: { ...rest, word } });
    },
  };
}

async function renewed(app: App, before: HeldQuote): Promise<Asked> {
  await askQuote(app, before.terms);
  const { stage } = flowIn(app.store.getState());
  if (stage.kind !== 'quoted') return { why: NO_QUOTE };
  const { held, failure } = stage;
  if (failure) return { why: failure.kind === 'abandoned' ? NO_QUOTE : explain(failure, t`Quote`).what };
  return asking(app, held, before) ?? { why: barConvert(held, instant(app)) ?? NO_QUOTE };
}

const NO_QUOTE = t`No new quote came. Press r for a new quote.`;

const currencies = ({ sell, buy }: Terms) => ({ source_currency: sell, destination_currency: buy });

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
      [`${side}_amount`]: new JsonNumber(amount),
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

/** A sentence that says why nobody may convert from this quote again. */
export function barUsed(quoteId: string, state: State, rows = journalRows(state)): Visible | undefined {
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

/** `now`, read at `at`, must have every confirmed value, and may have more (INTERFACE.md, Quote). */
export function checkReread(held: HeldQuote, now: QuoteFields, at: Instant): Visible | undefined {
  const changes = changesOf(held.quote, now);
  return changes.length === 0
    ? barConvert(held, at)
    : t`Not sent. The quote has changed. ${join(changes, ' ')} You can't convert from this quote. Go back and press r for a new quote.`;
}

function changesOf(before: QuoteFields, now: QuoteFields): readonly Visible[] {
  const change = (label: Visible, same: boolean, cellOf: (of: QuoteFields) => Cell): readonly Visible[] =>
    same ? [] : [changedText({ label, before: cellText(cellOf(before)), now: cellText(cellOf(now)) })];
  const word = (
    label: Visible,
    name: 'id' | 'conversionSchedule' | 'lockPeriod',
    cellOf: (of: QuoteFields) => Cell,
  ) => change(label, sameWord(before[name], now[name]), cellOf);
  return [
    ...word(t`Quote`, 'id', ({ id }) => textCell(id)),
    ...SIDES.flatMap(({ side, label }) => {
      const [amount, currency] = [`${side}Amount`, `${side}CurrencyCode`] as const;
      return change(
        label,
        sameAmount(before[amount], now[amount]) && sameWord(before[currency], now[currency]),
        of => amountCell(of[amount], of[currency]),
      );
    }),
    ...change(LABELS.rate, sameAmount(before.netExchangeRate, now.netExchangeRate), of =>
      amountCell(of.netExchangeRate),
    ),
    ...word(t`Settles`, 'conversionSchedule', of => worded(of.conversionSchedule, SCHEDULES)),
    ...word(t`Lock period`, 'lockPeriod', of => worded(of.lockPeriod, LOCKS)),
    ...change(t`Expires at`, noSooner(before.expiryTime, now.expiryTime), of => utcCell(of.expiryTime)),
  ];
}

type QuoteWord = Untrusted | string | Odd | undefined;

const sameWord = (before: QuoteWord, now: QuoteWord): boolean =>
  before === undefined || (now !== undefined && exact(before) === exact(now));

type QuoteAmount = Decimal | Odd | undefined;

function sameAmount(before: QuoteAmount, now: QuoteAmount): boolean {
  if (before === undefined) return true;
  if (now === undefined || before instanceof Odd || now instanceof Odd)
    return before instanceof Odd && now instanceof Odd && exact(before) === exact(now);
  return compare(before, now) === 0;
}

type Time = Timestamp | Odd | undefined;

/** A later expiry passes, but does not extend the confirmed expiry. */
function noSooner(before: Time, now: Time): boolean {
  const [was, is] = [epochOf(before), epochOf(now)];
  return was === undefined || (is !== undefined && is >= was);
}

/** A quote that differs from its request may have other currencies. */
const areComparable = (...quotes: readonly HeldQuote[]): boolean =>
  quotes.every(held => differencesOf(held).length === 0);

export function comparedWith(before: HeldQuote, now: HeldQuote): readonly Visible[] {
  if (!areComparable(before, now)) return [];
  const { terms, quote } = now;
  const bySource = terms.side === 'source';
  const money = bySource
    ? moved(before.quote.destinationAmount, quote.destinationAmount)
    : moved(before.quote.sourceAmount, quote.sourceAmount);
  const rate = moved(before.quote.netExchangeRate, quote.netExchangeRate);
  const currency = visible(bySource ? terms.buy : terms.sell, 8);
  return [
    ...(money === undefined ? [] : [moneySentence(money, currency, bySource ? t`gets` : t`pays`)]),
    ...(rate === undefined || isZero(rate) ? [] : [t`The rate changed by ${signed(rate)}.`]),
  ];
}

export function sideBySide(before: HeldQuote, now: HeldQuote): readonly Readonly<Record<string, Visible>>[] {
  if (!areComparable(before, now)) return [];
  const row = (what: Visible, [then, value]: readonly [CellAmount, CellAmount], unit: Visible) => {
    const by = moved(then, value);
    return {
      Price: unit === '' ? what : t`${what} (${unit})`,
      Before: amountCell(then).text,
      Now: amountCell(value).text,
      Change: by === undefined ? t`–` : isZero(by) ? t`0` : signed(by),
    };
  };
  const { quote: then, terms } = before;
  const { quote: value } = now;
  return [
    ...SIDES.map(({ side, by, done }) =>
      row(done, [then[`${side}Amount`], value[`${side}Amount`]], visible(terms[by], 8)),
    ),
    row(t`Rate`, [then.netExchangeRate, value.netExchangeRate], t``),
  ];
}

type CellAmount = Parameters<typeof amountCell>[0];

function moved(before: Decimal | Odd | undefined, now: Decimal | Odd | undefined): Decimal | undefined {
  const [was, is] = [readable(before), readable(now)];
  return was === undefined || is === undefined ? undefined : subtract(is, was);
}

function moneySentence(by: Decimal, currency: Visible, verb: Visible): Visible {
  if (isZero(by)) return t`The customer ${verb} the same as with the last quote.`;
  const amount = groupDigits(sizeOf(by));
  return t`The customer ${verb} ${amount} ${currency} ${isNegative(by) ? t`less` : t`more`} than with the last quote.`;
}

const signed = (by: Decimal): Visible => (isNegative(by) ? groupDigits(by) : t`+${groupDigits(by)}`);
