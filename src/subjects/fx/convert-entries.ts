// The rows of a conversion's steps after the form: the quote with its countdown, then the conversion. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import { idText, momentOf } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { balancesIn } from '../../money/available.ts';
import { type Instant, leftOf, urgencyOf } from '../../store/live-quote.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import type { Painted, Theme } from '../../ui/kit/theme.ts';
import { conversionEntries, conversionQuery, deviationsOf, readEntries } from './conversion.ts';
import { asRead } from './conversion-create.ts';
import type { QuotedStage, Stage } from './flow.ts';
import {
  balanceFacts,
  differencesOf,
  type HeldQuote,
  heldForFact,
  quoteFacts,
  usableOf,
  whyNotConvert,
} from './quote-facts.ts';
import { comparedWith, warningsFor } from './review.ts';

export const stageLines = (stage: Stage, state: State, width: number, theme: Theme): readonly Painted[] =>
  stage.kind === 'form' ? [] : composeDetails(stageEntries(stage, state), width - 1, theme);

export function stageEntries(stage: Exclude<Stage, { kind: 'form' }>, state: State): readonly Entry[] {
  switch (stage.kind) {
    case 'asking':
      return [
        noted(
          t`Requesting a quote … ${showDuration(state.tick - stage.since.tick)}. Press Esc to stop.`,
          'plain',
        ),
        ...(stage.over ? quotedEntries(stage.over, state) : []),
      ];
    case 'quoted':
      return quotedEntries(stage, state);
    case 'converted':
      return convertedEntries(stage, state);
  }
}

function quotedEntries({ held, before, failure, attempt }: QuotedStage, state: State): readonly Entry[] {
  const differences = differencesOf(held);
  const usable = usableOf(held);
  const why = whyNotConvert(held, state);
  const barred = [
    ...(failure ? failureEntries(failure, t`r`) : []),
    ...(attempt ? [noted(attemptText(attempt), 'bad')] : []),
    ...(why ? [noted(why, 'bad')] : []),
    ...differences.map(({ label, asked, quoted }) =>
      noted(t`${label}: you requested ${asked}, but the service quoted ${quoted}.`, 'bad'),
    ),
  ];
  const remarks = [
    ...(before ? comparedWith(before, held).map(note => noted(note, 'plain')) : []),
    ...(why || 'missing' in usable
      ? []
      : warningsFor(held, usable, state, attempt).map(note => noted(note, 'warn'))),
  ];
  const facts = quoteFacts(held.quote);
  // A small terminal hides the end. So problems come first, then the customer's amounts.
  return [
    ...barred,
    ...priceEntries(held),
    expiryEntry(held, state),
    ...remarks,
    { note: t`` },
    ...availableEntries(held, attempt, state),
    ...facts.slice(PRICE),
    heldForFact(held.quote),
  ];
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

function priceEntries({ quote }: HeldQuote): readonly Entry[] {
  const [sold, bought, rate] = quoteFacts(quote);
  if (!sold || !bought || !rate) return [];
  return [{ pair: { left: sold, right: bought, between: rate } }];
}

function expiryEntry(held: HeldQuote, at: Instant): Entry {
  const left = leftOf(held, at);
  const label = t`Expires in`;
  if (left === undefined) return { label, cell: { text: t`? not known`, tone: 'warn' } };
  if (left === 0) return { label, cell: { text: t`expired`, tone: 'bad' } };
  const whole = (held.expiresAt ?? 0) - held.asked.tick - held.margin;
  const tone = urgencyOf(left) ?? 'gauge';
  return { bar: { text: t`${label} ${showDuration(left)}`, share: whole > 0 ? left / whole : 0, tone } };
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

function convertedEntries(
  { value, requestId, from }: Extract<Stage, { kind: 'converted' }>,
  state: State,
): readonly Entry[] {
  const id = idText(value.id);
  const moment = momentOf(state);
  const read = id === undefined ? undefined : documentOf(state, conversionQuery(id));
  const deviations = deviationsOf(read?.value ?? asRead(value), from.quote);
  return [
    ...deviations.map(note => noted(note, 'bad')),
    ...(deviations.length > 0 ? [noted(PASS_ON, 'plain')] : []),
    ...(id !== undefined && read?.value !== undefined
      ? readEntries(id, read, { moment, now: state.now })
      : [
          ...conversionEntries(asRead(value), moment),
          ...(id === undefined || read === undefined
            ? [
                noted(
                  t`The service sent no ID, so Purser can't watch this conversion. Look for the conversion in the balance history (B).`,
                  'warn',
                ),
              ]
            : readEntries(id, read, { moment, now: state.now })),
        ]),
    { label: t`Request ID`, cell: { text: visible(requestId), tone: 'dim' } },
    noted(t`The service made the conversion. Press n for a new quote of the same pair.`, 'plain'),
  ];
}
