// Each step from the form to the conversion, and the events that come too late.

import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import { t } from '../../../src/lib/visible.ts';
import { fieldValue, setField } from '../../../src/store/form-state.ts';
import type { State } from '../../../src/store/state.ts';
import { stageLines } from '../../../src/subjects/fx/convert-entries.ts';
import { type Flow, type FlowEvent, lastPair, newFlow, step } from '../../../src/subjects/fx/flow.ts';
import { barConvert } from '../../../src/subjects/fx/quote-facts.ts';
import { termsForm } from '../../../src/subjects/fx/terms.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { resultOf } from '../../harness/answers.ts';
import { signedInStore } from '../../store/signed-in.ts';
import { answerWith, at, terms } from './quotes.ts';

const through = (flow: Flow, ...events: readonly FlowEvent[]): Flow =>
  events.reduce((now, event) => step(now, event, at(1000)), flow);

const asked: FlowEvent = { kind: 'asked', terms };
const came = (to: number, id = 'quote_1'): FlowEvent => ({
  kind: 'answered',
  to,
  answer: answerWith({ id: `"${id}"` }),
});
const broken: Failure = { kind: 'cut-off' };
const failed = (to: number): FlowEvent => ({ kind: 'answered', to, answer: { ok: false, failure: broken } });

const made = () => resultOf('conversion.create', { id: 'conversion_1', status: 'processing' });
const done = (quoteId: string): FlowEvent => ({
  kind: 'ended',
  quoteId,
  ended: { word: 'DONE', requestId: 'r-1', value: made() },
});

describe('the form', () => {
  it('keeps the typed text at every step', () => {
    const form = setField(termsForm(), 'amount', '1000');
    const typed = through(newFlow(), { kind: 'typed', form });
    for (const flow of [
      through(typed, asked, failed(1)),
      through(typed, asked, came(1), { kind: 'back' }),
      through(typed, asked, came(1), asked, came(2), { kind: 'back' }),
    ]) {
      expect(flow.stage.kind).toBe('form');
      expect(fieldValue(flow.form, 'amount')).toBe('1000');
    }
  });

  it('accepts no typing while a quote is on the screen', () => {
    const quoted = through(newFlow(), asked, came(1));
    expect(through(quoted, { kind: 'typed', form: setField(termsForm(), 'amount', '9') })).toBe(quoted);
  });

  it('starts without a request, and keeps the requested pair with the time of the request', () => {
    expect(newFlow()).toEqual({
      form: termsForm(),
      stage: { kind: 'form', failure: undefined },
      asked: 0,
      used: undefined,
    });
    const asking = step(newFlow(), asked, at(500));
    expect(asking).toMatchObject({ asked: 1, used: { sell: 'GBP', buy: 'USD', at: 500 } });
    expect(asking.stage).toEqual({ kind: 'asking', terms, since: at(500), over: undefined });
  });

  it('says why there is no quote', () => {
    expect(through(newFlow(), asked, failed(1)).stage).toMatchObject({ kind: 'form', failure: broken });
  });
});

describe('the quote for the header of other screens', () => {
  it('is the one on the screen, until an attempt may have used it', () => {
    const quoted = through(newFlow(), asked, came(1));
    expect(quoted.live).toMatchObject({ pair: 'GBP→USD', gets: '1,265.43' });
    const ended = (word: 'UNKNOWN' | 'REFUSED') =>
      through(quoted, { kind: 'ended', quoteId: 'quote_1', ended: { word, requestId: 'r-1' } });
    expect(ended('REFUSED').live).toEqual(quoted.live);
    expect(ended('UNKNOWN').live).toBeUndefined();
  });

  it('is none if nobody may ever convert from it', () => {
    const quoted = through(newFlow(), asked, came(1));
    const why = t`The service rejected the quote.`;
    expect(through(quoted, { kind: 'discarded', quoteId: 'quote_1', why }).live).toBeUndefined();
  });
});

it('a conversion has its money in large digits, unless it differs from the confirmed quote', () => {
  const state: State = { ...signedInStore().getState(), size: { columns: 120, rows: 50 } };
  const top = (bought: number) => {
    const value = resultOf('conversion.create', {
      ...{ id: 'conversion_1', source_amount: 1000, source_currencycode: 'GBP' },
      ...{ destination_amount: bought, destination_currencycode: 'USD' },
    });
    const ended = { word: 'DONE', requestId: 'r-1', value } as const;
    const { stage } = through(newFlow(), asked, came(1), { kind: 'ended', quoteId: 'quote_1', ended });
    return stageLines(stage, state, { width: 120, height: 48 }, createTheme('mono')).lines[0];
  };
  expect(top(1265.43)).toMatch(/^[^a-z]*$/);
  expect(top(1200)).toContain('1,200');
});

describe('a request for a quote', () => {
  it('accepts only the answer to the newest request', () => {
    const again = through(newFlow(), asked, failed(1), asked);
    expect(through(again, came(1))).toBe(again);
    expect(through(again, came(2)).stage.kind).toBe('quoted');
  });

  it('keeps the earlier quote for comparison and return', () => {
    const first = through(newFlow(), asked, came(1));
    const second = through(first, asked, came(2, 'quote_2'));
    expect(second.stage).toMatchObject({
      held: { quote: { id: 'quote_2' } },
      before: { quote: { id: 'quote_1' } },
    });
    const none = through(first, asked, failed(2));
    expect(none.stage).toMatchObject({ kind: 'quoted', held: { quote: { id: 'quote_1' } }, failure: broken });
  });

  it('does not start twice, and does not start from a finished conversion', () => {
    const asking = through(newFlow(), asked);
    expect(through(asking, asked)).toBe(asking);
    const converted = through(newFlow(), asked, came(1), done('quote_1'));
    expect(through(converted, asked)).toBe(converted);
  });

  it('continues when the form goes one step back, and accepts no answer after it was stopped', () => {
    const asking = through(newFlow(), asked);
    expect(through(asking, { kind: 'back' })).toBe(asking);
    const quoted = through(asking, came(1));
    expect(through(quoted, came(1, 'quote_2'))).toBe(quoted);
    const { form } = asking;
    expect(through(newFlow(), { kind: 'typed', form }, came(0)).stage.kind).toBe('form');
  });

  it('clears an earlier failure or attempt when a quote arrives', () => {
    const second = through(newFlow(), asked, came(1), asked, failed(2), asked, came(3, 'quote_2'));
    expect(second.stage).toMatchObject({ kind: 'quoted', failure: undefined, attempt: undefined });
  });
});

describe('a quote that the form was opened from', () => {
  const other = { ...terms, buy: 'EUR' };
  const quoted = through(newFlow(), asked, came(1));
  const form = through(quoted, { kind: 'back' });
  const elsewhere: FlowEvent = { kind: 'asked', terms: other };

  it('stays valid, and comes back unchanged', () => {
    expect(form.stage.kind).toBe('form');
    expect(form.live).toEqual(quoted.live);
    expect(through(form, { kind: 'typed', form: termsForm() }, { kind: 'return' }).stage).toBe(quoted.stage);
    expect(through(newFlow(), { kind: 'return' })).toEqual(newFlow());
  });

  it('is compared with a new quote of the same request, and comes back if that request fails', () => {
    expect(through(form, asked, came(2, 'quote_2')).stage).toMatchObject({
      before: { quote: { id: 'quote_1' } },
      dropped: undefined,
    });
    expect(through(form, asked, failed(2)).stage).toMatchObject({ kind: 'quoted', failure: broken });
  });

  it.each([
    ['the form', form],
    ['the quote', quoted],
  ])(
    'is dropped by a quote of another request from %s, which says so, and stays if that request fails',
    (_, flow) => {
      const asking = through(flow, elsewhere);
      expect(asking.live).toEqual(quoted.live);
      expect(through(asking, came(2, 'quote_2')).stage).toMatchObject({
        kind: 'quoted',
        before: undefined,
        dropped: `GBP→USD ${quoted.live?.gets}`,
      });
      const back = through(asking, failed(2));
      expect(back.stage).toMatchObject({ kind: 'form', failure: broken });
      expect(through(back, { kind: 'return' }).stage).toBe(quoted.stage);
    },
  );

  it('is not named when it has expired', () => {
    const late = step(through(form, elsewhere), came(2, 'quote_2'), at(10_000_000));
    expect(late.stage).toMatchObject({ kind: 'quoted', dropped: undefined });
  });

  it('is never offered again after its conversion', () => {
    const unknown = { word: 'UNKNOWN', requestId: 'r-1' } as const;
    for (const flow of [form, through(form, elsewhere)]) {
      expect(through(flow, done('quote_1')).live).toBeUndefined();
      expect(through(flow, { kind: 'ended', quoteId: 'quote_1', ended: unknown }).live).toBeUndefined();
    }
    expect(through(form, done('quote_1'), { kind: 'return' }).stage.kind).toBe('form');
  });
});

describe('a discarded quote', () => {
  const gone = (quoteId: string): FlowEvent => ({ kind: 'discarded', quoteId, why: t`It is another.` });

  it("stays on the screen and can't be converted, until a new quote replaces it", () => {
    const flow = through(newFlow(), asked, came(1), gone('quote_1'));
    if (flow.stage.kind !== 'quoted') throw new Error(flow.stage.kind);
    expect(barConvert(flow.stage.held, at(20_000))).toBe('It is another.');
    const again = through(flow, asked, came(2, 'quote_2'));
    if (again.stage.kind !== 'quoted') throw new Error(again.stage.kind);
    expect(barConvert(again.stage.held, at(20_000))).toBeUndefined();
    expect(through(flow, asked, failed(2)).stage).toMatchObject({ held: { discarded: 'It is another.' } });
  });

  it('does not change the form if the screen shows another quote', () => {
    const quoted = through(newFlow(), asked, came(1));
    expect(through(quoted, gone('quote_2')).stage).toBe(quoted.stage);
  });
});

describe('during a request for another quote', () => {
  it('the earlier quote can be discarded, and the request continues', () => {
    const asking = through(newFlow(), asked, came(1), asked);
    const gone = through(asking, { kind: 'discarded', quoteId: 'quote_1', why: t`It is another.` });
    expect(gone.stage).toMatchObject({
      kind: 'asking',
      over: { kind: 'quoted', held: { discarded: 'It is another.' } },
    });
    expect(through(asking, { kind: 'discarded', quoteId: 'quote_2', why: t`x` }).stage).toBe(asking.stage);
    const first = through(newFlow(), asked);
    expect(through(first, { kind: 'discarded', quoteId: 'quote_1', why: t`x` }).stage).toBe(first.stage);
  });
});

describe('the currency pair that a form starts with', () => {
  it('is the pair of the last request, in any flow', () => {
    const [early, late] = [100, 200].map(tick =>
      step(newFlow(), { kind: 'asked', terms: { ...terms, buy: tick === 200 ? 'EUR' : 'USD' } }, at(tick)),
    );
    if (!early || !late) throw new Error('no flow');
    expect(lastPair([])).toBeUndefined();
    expect(lastPair([newFlow()])).toBeUndefined();
    expect(lastPair([early, newFlow(), late])).toMatchObject({ sell: 'GBP', buy: 'EUR' });
    expect(lastPair([late, early])).toMatchObject({ sell: 'GBP', buy: 'EUR' });
    expect(lastPair([early])).toMatchObject({ sell: 'GBP', buy: 'USD' });
    expect(lastPair([early, late, early])).toMatchObject({ sell: 'GBP', buy: 'EUR' });
  });

  it('contains the currencies, and the amount stays empty', () => {
    const { form } = newFlow({ sell: 'GBP', buy: 'EUR' });
    const pair = setField(setField(termsForm(), 'sell', 'GBP'), 'buy', 'EUR');
    expect(form).toEqual({
      // The first typed character replaces a currency.
      fields: pair.fields.map(one => (['sell', 'buy'].includes(one.id) ? { ...one, kept: true } : one)),
      focus: form.fields.findIndex(field => field.id === 'amount'),
    });
  });
});

describe('a conversion', () => {
  it('is shown as done, even during a request for another quote', () => {
    const quoted = through(newFlow(), asked, came(1));
    expect(through(quoted, done('quote_1')).stage.kind).toBe('converted');
    const converted = through(quoted, asked, done('quote_1'));
    expect(converted.stage.kind).toBe('converted');
    expect(through(converted, came(2))).toBe(converted);
  });

  it('leaves the screen unchanged if its quote is no longer shown', () => {
    const { stage } = through(newFlow(), asked, came(1), asked, came(2, 'quote_2'));
    const later = step({ ...newFlow(), stage, asked: 2 }, done('quote_1'), at(0));
    expect(later.stage).toBe(stage);
    const left = through(newFlow(), asked, came(1), { kind: 'back' });
    expect(step(left, done('quote_2'), at(0)).stage).toBe(left.stage);
    expect(step(left, done('quote_1'), at(0))).toMatchObject({
      stage: { kind: 'form', kept: undefined },
      live: undefined,
    });
  });

  it('stays next to its quote if it is unresolved, also during another request', () => {
    const unknown: FlowEvent = {
      kind: 'ended',
      quoteId: 'quote_1',
      ended: { word: 'UNKNOWN', requestId: 'r-1' },
    };
    const attempt = { word: 'UNKNOWN', requestId: 'r-1' };
    expect(through(newFlow(), asked, came(1), unknown).stage).toMatchObject({ kind: 'quoted', attempt });
    expect(through(newFlow(), asked, came(1), asked, unknown, came(2, 'quote_2')).stage).toMatchObject({
      kind: 'quoted',
      attempt,
    });
  });

  it('is shown only with a readable answer, even if it is done', () => {
    const unsaid: FlowEvent = {
      kind: 'ended',
      quoteId: 'quote_1',
      ended: { word: 'DONE', requestId: 'r-1' },
    };
    expect(through(newFlow(), asked, came(1), unsaid).stage).toMatchObject({
      kind: 'quoted',
      attempt: { word: 'DONE', requestId: 'r-1' },
    });
  });

  it('is not shown as done before it is done, whatever the answer is', () => {
    const refused: FlowEvent = {
      kind: 'ended',
      quoteId: 'quote_1',
      ended: { word: 'REFUSED', requestId: 'r-1', value: made() },
    };
    expect(through(newFlow(), asked, came(1), refused).stage).toMatchObject({
      kind: 'quoted',
      attempt: { word: 'REFUSED', requestId: 'r-1' },
    });
  });

  it('shows the confirmed quote, and its request ID', () => {
    const { stage } = through(newFlow(), asked, came(1), done('quote_1'));
    expect(stage).toMatchObject({
      kind: 'converted',
      from: { quote: { id: 'quote_1' } },
      requestId: 'r-1',
      value: { id: 'conversion_1' },
    });
  });

  it('starts with the focus on the amount if the currencies are filled in, otherwise on the first currency', () => {
    const moved = (values: Readonly<Record<string, string>>, focus: number) => {
      const form = Object.entries(values).reduce((now, [id, text]) => setField(now, id, text), termsForm());
      return { ...newFlow(), form: { ...form, focus } };
    };
    const focusOf = (flow: Flow) => flow.form.fields[flow.form.focus]?.id;
    const again = (flow: Flow) => through(flow, { kind: 'again' });
    const paired = moved({ sell: 'GBP', buy: 'USD', amount: '5' }, 0);
    expect(focusOf(again(paired))).toBe('amount');
    const typed = ['sell', 'buy', 'amount'];
    const fields = paired.form.fields.map(one => (typed.includes(one.id) ? { ...one, kept: true } : one));
    expect(again(paired)).toEqual({ ...paired, form: { fields, focus: 6 } });
    for (const half of [{ sell: 'GBP' }, { buy: 'USD' }, {}])
      expect(focusOf(again(moved(half, 6)))).toBe('sell');
    const there = again(paired);
    expect(again(there)).toBe(there);
  });

  it("can't be replaced by another conversion before it is done", () => {
    for (const flow of [newFlow(), through(newFlow(), asked), through(newFlow(), asked, came(1))]) {
      expect(through(flow, { kind: 'again' })).toBe(flow);
      if (flow.stage.kind !== 'quoted') expect(through(flow, { kind: 'back' })).toBe(flow);
    }
  });

  it('returns to a form with the same pair and no amount', () => {
    const form = setField(setField(termsForm(), 'sell', 'GBP'), 'amount', '1000');
    const flow = through(newFlow(), { kind: 'typed', form }, asked, came(1), done('quote_1'), {
      kind: 'again',
    });
    expect(flow.stage).toEqual({ kind: 'form', failure: undefined });
    expect([fieldValue(flow.form, 'sell'), fieldValue(flow.form, 'amount')]).toEqual(['GBP', '']);
    expect(flow.form.fields[flow.form.focus]?.id).toBe('amount');
  });
});

describe('an earlier quote', () => {
  const quoted = through(newFlow(), asked, came(1));
  const quotedBefore = (next: Partial<typeof terms>): unknown => {
    const { stage } = through(quoted, { kind: 'asked', terms: { ...terms, ...next } }, came(2, 'quote_2'));
    return stage.kind === 'quoted' ? stage.before?.quote.id : stage.kind;
  };

  it('is compared only with a quote for the same pair, side and amount', () => {
    expect(quotedBefore({})).toEqual(quoted.stage.kind === 'quoted' && quoted.stage.held.quote.id);
    expect(quotedBefore({ amount: '1000.00' as typeof terms.amount })).toBeDefined();
    for (const other of [
      { sell: 'EUR' },
      { buy: 'CHF' },
      { side: 'destination' as const },
      { amount: '1000.01' as typeof terms.amount },
    ])
      expect(quotedBefore(other), JSON.stringify(other)).toBeUndefined();
  });

  it('is returned to from the form, and only from there', () => {
    const form = through(quoted, { kind: 'back' });
    expect(form.stage).toMatchObject({ kind: 'form', kept: quoted.stage });
    expect(through(form, { kind: 'return' }).stage).toBe(quoted.stage);
    const asking = through(form, { kind: 'asked', terms: { ...terms, buy: 'CHF' } });
    expect(asking.stage).toMatchObject({ kind: 'asking', kept: quoted.stage });
    expect(through(asking, { kind: 'return' }).stage).toBe(asking.stage);
  });

  it('is rejected, refused and used up also while the form or another request is open', () => {
    const why = t`The service rejected the quote.`;
    const discarded: FlowEvent = { kind: 'discarded', quoteId: 'quote_1', why };
    const refused: FlowEvent = {
      kind: 'ended',
      quoteId: 'quote_1',
      ended: { word: 'REFUSED', requestId: 'r-1' },
    };
    const form = through(quoted, { kind: 'back' });
    const other = through(form, { kind: 'asked', terms: { ...terms, buy: 'CHF' } });
    const same = through(quoted, asked);
    for (const [flow, place] of [
      [form, 'kept'],
      [other, 'kept'],
      [same, 'over'],
    ] as const) {
      expect(through(flow, discarded).stage).toMatchObject({
        kind: flow.stage.kind,
        [place]: { held: { discarded: why } },
      });
      expect(through(flow, refused).stage).toMatchObject({
        kind: flow.stage.kind,
        [place]: { attempt: { word: 'REFUSED' } },
      });
    }
    expect(through(form, done('quote_1')).stage).toMatchObject({ kind: 'form', kept: undefined });
    expect(through(other, done('quote_1')).stage).toMatchObject({ kind: 'asking', kept: undefined });
    expect(through(same, done('quote_1')).stage.kind).toBe('converted');
  });

  it('is no longer the last quote after the conversion', () => {
    const converted = through(quoted, done('quote_1'));
    expect(converted.live).toBeUndefined();
    expect(through(converted, { kind: 'discarded', quoteId: 'quote_1', why: t`Too late.` }).stage).toBe(
      converted.stage,
    );
  });
});

it('after a held key and a failed answer, the key rests', () => {
  expect(through(newFlow(), asked).restsUntil).toBeUndefined();
  expect(through(newFlow(), asked, failed(1)).restsUntil).toBe(1700);
  expect(through(newFlow(), asked, came(1)).restsUntil).toBeUndefined();
  expect(through(newFlow(), { kind: 'held' })).toEqual({ ...newFlow(), restsUntil: 1700 });
});
