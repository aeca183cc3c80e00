// Card changes: the request that is sent, the reads before it, and the result.

import { describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import type { ConsoleOptions, TestConsole } from '../harness/console.ts';
import { cardOf, startOnCards } from './cardholders.ts';
import { effectsOf, goes } from './paying.ts';
import { breaks, closes, confirms, endsIn, mends, writesOf } from './writing.ts';

let console: TestConsole;

const card = (nth: number) => cardOf(console, nth);
const bodies = () =>
  console.simulator.wire
    .filter(({ operation }) => ['card.activate', 'card.update', 'card.close'].includes(operation ?? ''))
    .map(({ method, path, body }) => ({ method, path, body: JSON.parse(body) as unknown }));

describe('when a card status changes,', () => {
  it('one key freezes and unfreezes a card; the dialog names the act, and Purser reads the list again', async () => {
    console = await startOnCards();
    console.press('z');
    await console.sees('Freeze card');
    await console.sees(/Status +ACTIVE/);
    await console.sees(/New status +INACTIVE/);
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(bodies()).toEqual([
      { method: 'PATCH', path: '/svc/api/v1/card', body: { id: card(0).id, card_status: 'INACTIVE' } },
    ]);
    expect(card(0).status).toBe('INACTIVE');
    await closes(console);
    await console.sees(/›.Ashdown & Vale Ltd .*INACTIVE/);
    console.press('z');
    await console.sees('Unfreeze card');
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(card(0).status).toBe('ACTIVE');
    expect(bodies()[1]).toMatchObject({ body: { id: card(0).id, card_status: 'ACTIVE' } });
  });

  it('a final or unknown status gets a warning, and the service decides about the freeze', async () => {
    console = await startOnCards({ cols: 140 });
    console.press('j', 'j', 'j', 'j', 'z');
    await console.sees('Freeze card');
    await console.sees('The card is CLOSED. The service documents no way to reopen a card, and may refuse.');
    expect(console.screen.text()).not.toContain('To make the card ACTIVE again');
    console.press('esc');
    await breaks(console, 'card.list set=data[*].cardStatus:"BLOCKED"');
    console.press('r');
    await console.sees('? BLOCKED');
    console.press('g', 'z');
    await console.sees(/New status +INACTIVE/);
    await console.sees('BLOCKED. The service does not document');
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(card(0).status).toBe('INACTIVE');
  });

  it('a card that is already active gets a warning, and the service decides', async () => {
    console = await startOnCards();
    console.press('v');
    await console.sees("The card's status is ACTIVE already. The service may refuse.");
    await confirms(console);
    await endsIn(console, 'REFUSED');
    await console.sees('The card is active already.');
    expect(effectsOf(console, 'card.activate')).toEqual([]);
  });
});

describe('when card limits change,', () => {
  it('the form opens only with write access', async () => {
    console = await startOnCards({ environment: 'production' });
    console.press('s');
    await console.sees('This is READ-ONLY: press w for write access.');
    expect(currentView(console.state()).place).toBe('cards');
  });

  /** Opens the form of the first card and waits for its limits. */
  async function opens(options: ConsoleOptions = {}): Promise<void> {
    console = await startOnCards(options);
    console.press('s');
    await console.sees(/Card +Ashdown & Vale Ltd/);
    await console.sees('now 20,000.00 GBP');
  }
  /** Fills in the limits per transaction and per day, and opens the dialog. */
  async function reviews(): Promise<void> {
    console.type('1,500');
    await console.sees('now 1,000.00 GBP → 1,500 GBP');
    console.press('tab');
    console.type('3000');
    console.press('tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('[ Set limits');
  }

  it('limits are sent as whole numbers with their currency, and only the filled fields', async () => {
    await opens();
    await reviews();
    for (const line of [
      /Per transaction +1,000\.00 GBP → 1,500 GBP/,
      /Daily +2,500\.00 GBP → 3,000 GBP/,
      /Not sent +Monthly 20,000\.00 GBP/,
      'The service does not document whether other limits stay',
    ])
      await console.sees(line);
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(bodies()).toEqual([
      {
        method: 'PATCH',
        path: '/svc/api/v1/card',
        body: {
          id: card(0).id,
          currency: 'GBP',
          transaction_limits: [
            { type: 'PER_TRANSACTION', value: 1500 },
            { type: 'DAILY', value: 3000 },
          ],
        },
      },
    ]);
    // Purser reads the limits before the form, before sending, and after. Then it compares them with the request.
    await closes(console);
    await console.sees('All sent limits match the request. The other limits are unchanged:');
    await console.sees('requested 1,500 GBP, now 1,500.00 GBP, was 1,000.00 GBP');
    await console.sees('not sent, now 20,000.00 GBP, was 20,000.00 GBP');
    await console.sees(/Card +Ashdown & Vale Ltd/);
    // The form is empty again.
    expect(console.screen.text()).not.toMatch(/Daily +3000/);
  });

  it('limits that the service dropped are shown as “none”', async () => {
    await opens();
    await reviews();
    const only = '[{"interval":"PER_TRANSACTION","amount":1500,"remaining":1500}]';
    await breaks(console, `card.limits 'set=data.limits:${only}' after=1`);
    await confirms(console);
    await endsIn(console, 'DONE');
    await closes(console);
    await console.sees('Some limits differ from the request:');
    await console.sees('requested 3,000 GBP, now none, was 2,500.00 GBP');
    await console.sees('not sent, now none, was 20,000.00 GBP');
  });

  it('limits that Purser could not read after the change are shown only after Ctrl+R', async () => {
    await opens();
    await reviews();
    await breaks(console, 'card.limits status=500 after=1');
    await confirms(console);
    await endsIn(console, 'DONE');
    await closes(console);
    await console.sees('The limits are not known.');
    expect(console.screen.text()).not.toContain('as asked');
    await mends(console);
    console.press('ctrl-r');
    await console.sees('All sent limits match the request');
  });

  it('limits that changed meanwhile are shown again before Purser sends', async () => {
    await opens();
    await reviews();
    await breaks(console, 'card.limits set=data.limits[1].amount:2600');
    await confirms(console);
    await console.sees('Daily: was 2,500.00 GBP → 3,000 GBP, now 2,600 GBP → 3,000 GBP.');
    expect(writesOf(console)).toEqual([]);
  });

  it('invalid limits are refused next to their field, and Purser sends nothing', async () => {
    await opens();
    console.type('1.5');
    console.press('tab');
    console.type('0');
    console.press('tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('A limit has no decimal places.');
    await console.sees('A limit must be more than 0');
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });

  it('limits in another currency get a warning, and the form stays if the service refuses', async () => {
    await opens();
    console.press('shift-tab');
    console.type('usd');
    await console.sees('the limits are in GBP');
    console.press('tab');
    console.type('7');
    console.press('tab', 'tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('The limits are in GBP, not in USD. The service may refuse.');
    await confirms(console);
    await endsIn(console, 'REFUSED');
    await console.sees('The card has another currency.');
    await closes(console);
    await console.sees(/Currency +USD/);
    await console.sees(/Per transaction +7/);
  });

  it('limits of one card are never shown for another card', async () => {
    await opens();
    console.type('1500');
    await console.sees('→ 1,500 GBP');
    console.press('esc');
    await console.sees('45 cards');
    console.press('j', 'j', 's');
    await console.sees('Bramble & Finch Trading Ltd · 4000 00');
    await console.sees(/now [\d,.]+ EUR/);
    await console.losesSight('1500');
    console.press('esc');
    await goes(console, `card-limits/${card(0).id}`);
    await console.sees('→ 1,500 GBP');
  });

  it('UNKNOWN limits are shown next to the request, and prove nothing', async () => {
    await opens();
    await reviews();
    await breaks(console, 'card.update reset=after count=1');
    await confirms(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    await console.sees('The last change is UNKNOWN');
    await console.sees('requested 3,000 GBP, now 3,000.00 GBP, was 2,500.00 GBP');
    // The change may have failed, so the typed text stays.
    await console.sees(/Per transaction +1,500/);
    expect(effectsOf(console, 'card.update')).toHaveLength(1);
  });
});
