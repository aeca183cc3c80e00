// The rows of a conversion's steps after the form: the quote with its countdown, then the conversion. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import { Odd } from '../../api/contract/odd.ts';
import { momentOf } from '../../format/cells.ts';
import { type Entry, type FigurePair, noted, type Tone } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { showDuration, stampOf } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { balancesIn } from '../../money/available.ts';
import { idText } from '../../records/facts.ts';
import { conversionQuery } from '../../records/reads.ts';
import { type Instant, leftOf, urgencyOf } from '../../store/live-quote.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { barBelowPair, pairLines } from '../../ui/kit/figures.ts';
import { largeMoney } from '../../ui/kit/large.ts';
import type { Painted, Theme } from '../../ui/kit/theme.ts';
import { type Area, hasLargeDigits } from '../../ui/screens/layout.ts';
import { conversionEntries, deviationsOf, readEntries, soldAndBought } from './conversion.ts';
import { asRead } from './conversion-create.ts';
import type { Flow, QuotedStage, Stage } from './flow.ts';
import {
  balanceFacts,
  barConvert,
  differencesOf,
  type HeldQuote,
  quoteFacts,
  SIDES,
  usableOf,
} from './quote-facts.ts';
import { comparedWith, warningsFor } from './review.ts';

/** The lines of a stage after the form. */
interface StageLines {
  /** The amounts and the countdown, which stay in view while the other lines scroll. */
  readonly head: readonly Painted[];
  readonly lines: readonly Painted[];
  /** Blank cells before each line, so that the text is in the middle of a wide screen. */
  readonly indent: number;
  /** Blank rows above the head. */
  readonly above: number;
}

/** In cells. */
const WIDEST = 78;
/** The rows of a quote with remarks. */
const USUAL_ROWS = 22;

export function stageLines(stage: Stage, state: State, area: Area, theme: Theme): StageLines {
  const width = Math.min(area.width - 1, WIDEST);
  const indent = Math.floor((area.width - 1 - width) / 2);
  const above = Math.max(0, Math.floor((area.height - USUAL_ROWS) / 3));
  const compose = (entries: readonly Entry[]) => composeDetails(entries, width, theme);
  if (stage.kind === 'form') return { head: [], lines: [], indent: 0, above: 0 };
  const quoted = stage.kind === 'asking' ? stage.over : stage.kind === 'quoted' ? stage : undefined;
  if (!quoted) {
    const money = stage.kind === 'converted' && hasLargeDigits(state) ? madeFigures(stage, width, theme) : [];
    return { head: [], lines: [...money, ...compose(stageEntries(stage, state))], indent, above };
  }
  const { barred, remarks, facts } = quotedParts(quoted, state);
  const asking = stage.kind === 'asking' ? [askingEntry(stage, state)] : [];
  const said: readonly Entry[] = [...asking, ...barred, ...remarks];
  const head = headLines(quoted.held, state, width, theme);
  const lines = compose([...said, ...(said.length > 0 ? [{ note: t`` }] : []), ...facts]);
  // An amount may have hundreds of digits, and a terminal ten rows.
  return head.length + above + LEAST_ROOM <= area.height
    ? { head, lines, indent, above }
    : { head: [], lines: [...head, ...lines], indent, above: 0 };
}

/** Fewer rows can't be scrolled. */
const LEAST_ROOM = 3;
/** From this many rows on the head begins with a blank line. */
const ROOMY = 28;

function headLines(held: HeldQuote, state: State, width: number, theme: Theme): readonly Painted[] {
  const [price] = priceEntries(held, state);
  const expiry = expiryEntry(held, state);
  const { rows } = state.size;
  const style = { large: hasLargeDigits(state), airy: rows >= 20 };
  const pair = price && pairLines(price.pair, width, theme, style);
  if (!pair || !('bar' in expiry)) return composeDetails([...(price ? [price] : []), expiry], width, theme);
  return [
    ...(style.airy && rows < ROOMY ? pair.slice(1) : pair),
    barBelowPair(expiry.bar, width, theme),
    ...(style.airy ? [theme.paint('plain', t``)] : []),
  ];
}

const askingEntry = ({ since }: Extract<Stage, { kind: 'asking' }>, { tick }: State): Entry =>
  noted(t`Requesting a quote … ${showDuration(tick - since.tick)}. Press Esc to stop.`, 'plain');

export function stageEntries(stage: Exclude<Stage, { kind: 'form' }>, state: State): readonly Entry[] {
  switch (stage.kind) {
    case 'asking':
      return [askingEntry(stage, state), ...(stage.over ? quotedEntries(stage.over, state) : [])];
    case 'quoted':
      return quotedEntries(stage, state);
    case 'converted':
      return convertedEntries(stage, state);
  }
}

/** In the order in which they are spoken: problems come first. */
function quotedEntries(quoted: QuotedStage, state: State): readonly Entry[] {
  const { barred, remarks, facts } = quotedParts(quoted, state);
  const { held } = quoted;
  return [
    ...barred,
    ...priceEntries(held, state),
    expiryEntry(held, state),
    ...remarks,
    { note: t`` },
    ...facts,
  ];
}

function quotedParts({ held, before, failure, attempt, dropped }: QuotedStage, state: State) {
  const differences = differencesOf(held);
  const usable = usableOf(held);
  const why = barConvert(held, state);
  const barred: readonly Entry[] = [
    ...(failure ? failureEntries(failure, t`r`) : []),
    ...(attempt ? [noted(attemptText(attempt), 'bad')] : []),
    ...(why ? [noted(why, 'bad')] : []),
    ...differences.map(({ label, asked, quoted }) =>
      noted(t`${label}: you requested ${asked}, but the service quoted ${quoted}.`, 'bad'),
    ),
  ];
  const remarks: readonly Entry[] = [
    ...(before ? comparedWith(before, held).map(note => noted(note, 'plain')) : []),
    ...(dropped ? [noted(t`This quote replaces ${dropped}. You can't go back to that quote.`, 'plain')] : []),
    ...(why || 'missing' in usable
      ? []
      : warningsFor(held, usable, state, attempt).map(note => noted(note, 'warn'))),
  ];
  const facts: readonly Entry[] = [
    ...availableEntries(held, attempt, state),
    ...quoteFacts(held.quote).slice(PRICE),
  ];
  return { barred, remarks, facts };
}

/** After an attempt that may have worked, the balances may already include the conversion. */
function availableEntries(
  { quote }: HeldQuote,
  attempt: QuotedStage['attempt'],
  state: State,
): readonly Entry[] {
  const balances = balancesIn(state);
  if (attempt?.word !== 'UNKNOWN' && attempt?.word !== 'DONE') return balanceFacts(quote, balances);
  return [
    ...balanceFacts({ ...quote, sourceAmount: undefined, destinationAmount: undefined }, balances),
    noted(t`These balances may already include that conversion.`, 'warn'),
  ];
}

/** Both amounts and the rate. */
const PRICE = 3;

function priceEntries(held: HeldQuote, at: Instant): readonly { readonly pair: FigurePair }[] {
  const [sold, bought, rate] = quoteFacts(held.quote);
  if (!sold || !bought || !rate) return [];
  const over = barConvert(held, at) !== undefined;
  const toned = (fact: typeof sold, tone: Tone) =>
    fact.cell.tone === 'strong'
      ? { ...fact, cell: { ...fact.cell, tone: over ? ('dim' as const) : tone } }
      : fact;
  return [{ pair: { left: toned(sold, 'strong'), right: toned(bought, 'money-in'), between: rate } }];
}

function expiryEntry(held: HeldQuote, state: State): Entry {
  const left = leftOf(held, state);
  const label = t`Expires in`;
  if (left === undefined) return { label, cell: { text: t`? not known`, tone: 'warn' } };
  if (left === 0) return { bar: { text: expiredText(held, state), share: 0, tone: 'bad' } };
  const whole = (held.expiresAt ?? 0) - held.asked.tick - held.margin;
  const tone = urgencyOf(left) ?? 'gauge';
  return { bar: { text: t`${label} ${showDuration(left)}`, share: whole > 0 ? left / whole : 0, tone } };
}

/** "Expired 15:44:06" */
function expiredText({ quote: { expiryTime } }: HeldQuote, { time, reach }: State): Visible {
  if (expiryTime === undefined || expiryTime instanceof Odd) return t`Expired`;
  const stamp = stampOf(expiryTime.epochMs, time === 'utc' ? 'utc' : 'local', reach.zone);
  return t`Expired ${visible(stamp.slice(11, 19))}`;
}

/** Above the form that was opened from a valid quote. */
export function keptEntries({ live }: Flow, state: State): readonly Entry[] {
  const left = live && leftOf(live, state);
  return live && left
    ? [
        noted(
          t`The quote ${live.pair} ${live.gets} is still valid: ${showDuration(left)}. Ctrl+Y goes back to it.`,
          urgencyOf(left) ?? 'plain',
        ),
      ]
    : [];
}

/** `key` names the key for a new quote. */
export function failureEntries(failure: Failure, key: Visible): readonly Entry[] {
  if (failure.kind === 'abandoned') {
    return [noted(t`No quote. The request was stopped.`, 'warn')];
  }
  const { what, todo } = explain(failure, t`Quote`, { does: 'quote', key });
  return [noted(what, 'bad'), noted(ownRemedy(failure, key) ?? todo, 'plain')];
}

function ownRemedy(failure: Failure, key: Visible): Visible | undefined {
  if (failure.kind !== 'refused') return undefined;
  if (failure.status === 401) return t`Purser is signing in again. Press ${key} for a new quote.`;
  // INTERFACE.md, Conflicts: the documents disagree about GET and POST, so a service may refuse one of them.
  return failure.status === 404 || failure.status === 405
    ? t`This service may take the other form of quote request. Change "quote" in the profile's dialect (GET or POST).`
    : undefined;
}

function attemptText({ word, requestId }: NonNullable<QuotedStage['attempt']>): Visible {
  const end = t`The conversion with request ID ${visible(requestId)} ended ${visible(word)}.`;
  return word === 'UNKNOWN'
    ? t`${end} The conversion may have been done. Check the journal (0) before anything else.`
    : word === 'DONE'
      ? t`${end} Purser could not read the response. Check the journal (0).`
      : t`${end} The journal (0) has the details.`;
}

const PASS_ON = t`The conversion differs from the confirmed quote. Send the request ID and the reference to the service's support.`;

type Converted = Extract<Stage, { kind: 'converted' }>;

/** Both amounts of the answer. Undefined if the answer differs from the confirmed quote, or has no readable amounts. */
function madeMoney({ value, from }: Converted) {
  const made = asRead(value);
  if (deviationsOf(made, from.quote).length > 0) return undefined;
  const money = soldAndBought(made).flatMap(({ cell: { text, unit } }) =>
    unit === undefined ? [] : { text, unit },
  );
  return money.length === SIDES.length ? money : undefined;
}

function madeFigures(stage: Converted, width: number, theme: Theme): readonly Painted[] {
  const money = madeMoney(stage);
  const rows = money && largeMoney(money, width);
  return rows ? [...rows.map(row => theme.paint('good', row)), theme.paint('plain', t``)] : [];
}

function convertedEntries(stage: Converted, state: State): readonly Entry[] {
  const { value, requestId, from } = stage;
  const [sold, bought] = madeMoney(stage) ?? [];
  const id = idText(value.id);
  const moment = momentOf(state);
  const read = id === undefined ? undefined : documentOf(state, conversionQuery(id));
  const deviations = deviationsOf(read?.value ?? asRead(value), from.quote);
  return [
    ...deviations.map(note => noted(note, 'bad')),
    ...(deviations.length > 0 ? [noted(PASS_ON, 'plain')] : []),
    ...(deviations.length === 0 && sold && bought
      ? [noted(t`Converted ${sold.text} ${sold.unit} to ${bought.text} ${bought.unit}.`, 'good')]
      : []),
    ...(read?.value === undefined ? conversionEntries(asRead(value), moment) : []),
    ...(id === undefined || read === undefined
      ? [
          noted(
            t`The service sent no ID, so Purser can't watch this conversion. Look for the conversion in the balance history (B).`,
            'warn',
          ),
        ]
      : readEntries(id, read, { moment, now: state.now })),
    { label: t`Request ID`, cell: { text: visible(requestId), tone: 'dim' } },
    noted(t`Press n for a new quote of the same pair.`, 'plain'),
  ];
}
