// Card details: shown only for a reason and for 30 seconds, then gone from the screen, the state and all files.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import type { SimulatedCard } from '../../src/sim/world/sim-cards.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { movableClock } from './fx.ts';
import { goes } from './paying.ts';
import { breaks } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 110, ...options });
};

/** An active card, because the service gives details for it. */
function canary(customer = 0): SimulatedCard {
  const card = console.simulator.world.customers[customer]?.cards.all.find(
    ({ status }) => status === 'ACTIVE',
  );
  if (!card) throw new Error('there is no active card');
  return card;
}

const detailsRead = () => console.simulator.wire.filter(({ operation }) => operation === 'card.details');

/** Opens the card's details, gives a reason, and presses the button. */
async function asks({ id }: SimulatedCard, reason = 'T-1 lost card'): Promise<void> {
  await goes(console, `card-details/${id}`);
  await console.sees('[ Show card details ]');
  console.type(reason);
  console.press('tab', 'enter');
}

async function reveals(): Promise<SimulatedCard> {
  const card = canary();
  await asks(card);
  await console.sees(inFours(card.number));
  return card;
}

/** Expects that the card details are neither in memory nor in the state nor in a file. */
function expectGone(card: SimulatedCard): void {
  expect(console.app.reveals.details()).toBeUndefined();
  expectNotKept(card);
}

/** As the screen shows a card number. */
const inFours = (number: string): string => number.replace(/.{4}(?=.)/g, '$& ');
/** Finds a number in groups too. */
const joined = (text: string): string => text.replaceAll(' ', '');

function expectNotKept({ number, cvv, expiry }: SimulatedCard): void {
  const state = JSON.stringify(console.state());
  for (const secret of [number, inFours(number), `"${cvv}"`, expiry]) expect(state).not.toContain(secret);
  const files = readdirSync(console.home, { recursive: true, encoding: 'utf8' });
  expect(files.some(file => file.includes('journal'))).toBe(true);
  for (const file of files) {
    expect(readFileSync(join(console.home, file)).includes(number), file).toBe(false);
  }
}

const isMasked = (card: SimulatedCard): Promise<void> =>
  console.screen.until(
    screen => !joined(screen.text()).includes(card.number) && !screen.text().includes(card.expiry),
  );

describe('when card details are shown,', () => {
  it('the details name their card before and during the display', async () => {
    await start();
    const card = canary();
    await goes(console, `card-details/${card.id}`);
    const named = new RegExp(`Card +${card.nameOnCard.slice(0, 12)}.* · .*${card.number.slice(-4)}`);
    await console.sees(named);
    await console.sees(/Status +ACTIVE/);
    console.type('T-1 lost card');
    console.press('tab', 'enter');
    await console.sees(inFours(card.number));
    await console.sees(named);
    expect(console.screen.text()).not.toContain('WRONG CARD');
  });

  it('details of a card that was not chosen get a loud warning', async () => {
    await start();
    const card = canary();
    await goes(console, `card-details/${card.id}`);
    await console.sees(/Status +ACTIVE/);
    await breaks(console, 'card.details set=data.cardNumber:"4000001299999997"');
    console.type('T-1 lost card');
    console.press('tab', 'enter');
    await console.sees(
      `WRONG CARD: this number ends in 9997, but the chosen card ends in ${card.number.slice(-4)}`,
    );
  });

  it('the details are read once, after a key and a reason, and shown unchanged', async () => {
    await start();
    const card = canary();
    await goes(console, `card-details/${card.id}`);
    await console.sees('for 30 seconds');
    expect(detailsRead()).toEqual([]);
    console.press('tab', 'enter');
    await console.sees('Enter the reason in a few words.');
    expect(detailsRead()).toEqual([]);
    console.type('T-1 lost card');
    console.press('tab', 'enter');
    await console.sees(new RegExp(`cardNumber +${inFours(card.number)}`));
    await console.sees(new RegExp(`cvv +${card.cvv}`));
    await console.sees(new RegExp(`expiry +${card.expiry}`));
    await console.sees(/Reason +T-1 lost card/);
    await console.sees(/Masked in +0:[23]\d|Masked in +[23]\d s/);
    expect(detailsRead().map(({ target }) => target)).toEqual([`/svc/api/v1/card/detail?id=${card.id}`]);
  });

  it('the details are in no field of the state and in no file, during the display and after it', async () => {
    await start();
    const card = await reveals();
    expectNotKept(card);
    expect(console.state().exchanges.some(({ operation }) => operation === 'card.details')).toBe(true);
    console.press('esc');
    await isMasked(card);
    expectGone(card);
    console.press('esc', '@');
    await console.sees('Card details id=');
    // The cards were read after the details, so the line is further down.
    for (const screen = () => console.screen.text(); !screen().includes('card/detail?'); ) {
      console.press('j');
      await console.drawn();
    }
    expect(joined(console.screen.text())).not.toContain(card.number);
    expect(console.screen.text()).not.toContain(card.expiry);
  });

  it('number, CVV and expiry are never in the state or a file, even after a second display [G8a O3]', async () => {
    // Three digits would be found anywhere, so these values are unique.
    const [cvv, expiry] = ['cvv-canary-60317', 'expiry-canary-88241'];
    await start({
      simulator: {
        faults: [`card.details set=data.cvv:"${cvv}"`, `card.details set=data.expiry:"${expiry}"`],
      },
    });
    const card = { ...canary(), cvv, expiry };
    await asks(card);
    await console.sees(cvv);
    await console.sees(expiry);
    const expectNowhere = (): void => {
      const state = JSON.stringify(console.state());
      const files = readdirSync(console.home, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter(file => file.isFile())
        .map(file => readFileSync(join(file.parentPath, file.name)));
      expect(files.length).toBeGreaterThan(0);
      for (const secret of [card.number, inFours(card.number), cvv, expiry]) {
        expect(state).not.toContain(secret);
        expect(files.some(file => file.includes(secret))).toBe(false);
      }
    };
    expectNowhere();
    console.press('esc');
    await isMasked(card);
    expect(console.screen.text()).not.toContain(cvv);
    expect(console.app.reveals.details()).toBeUndefined();
    expectNowhere();
  });

  it('the details need a reason each time, and never come from a cache', async () => {
    await start();
    const card = await reveals();
    console.press('esc');
    await isMasked(card);
    console.press('tab', 'enter');
    await console.sees('Enter the reason in a few words.');
    expect(detailsRead()).toHaveLength(1);
    console.type('again');
    console.press('tab', 'enter');
    await console.sees(inFours(card.number));
    expect(detailsRead()).toHaveLength(2);
  });

  it('details of any shape are shown, and control characters in them do nothing', async () => {
    await start();
    await breaks(
      console,
      `card.details 'set=data.pan:{"digits":["4111 1111","\\u001b[31mred"],"n":12345678901234567890.10}'`,
    );
    const card = canary();
    await asks(card);
    await console.sees(/pan\.digits\.0 +4111 1111/);
    await console.sees(/pan\.digits\.1 +␛\[31mred/);
    await console.sees(/pan\.n +12345678901234567890\.10/);
  });

  it.each(['fields', 'values', 'nulls', 'types', 'any'])(
    'the details are shown with unexpected %s',
    async kind => {
      await start({ customer: 7 });
      await breaks(console, `card.details mutate=${kind} percent=100`);
      await asks(canary(7));
      await console.sees('Masked in');
      await console.sees('From the service');
    },
  );

  it('a refusal shows why, keeps the reason, and shows nothing else', async () => {
    await start();
    await breaks(console, 'card.details status=403 count=1');
    const card = canary();
    await asks(card);
    await console.sees('The API keys lack this permission');
    await console.sees('T-1 lost card');
    expectGone(card);
    console.press('tab', 'enter');
    await console.sees(inFours(card.number));
  });

  it('the details of another card are never shown, and the screen says whose they are', async () => {
    await start();
    const other = 'card-of-somebody-else';
    await breaks(console, `card.details set=data.card_id:"${other}" count=1`);
    const card = canary();
    await asks(card);
    await console.sees(`The service answered about another card (${other})`);
    expectGone(card);
    console.press('tab', 'enter');
    await console.sees(inFours(card.number));
  });

  it('the details are never shown if you left before the answer came', async () => {
    await start();
    await breaks(console, 'card.details delay=600 count=1');
    const card = canary();
    await asks(card);
    await console.sees('Reading the card details');
    await vi.waitFor(() => expect(detailsRead()).toHaveLength(1), patience);
    console.press('2');
    await console.sees('accounts, all');
    console.press('3', '3');
    await console.sees('[ Show card details ]');
    // The read ends with the answer, or because Purser gave it up.
    const read = () => console.state().exchanges.find(({ operation }) => operation === 'card.details');
    await vi.waitFor(() => expect(read()?.state).toBe('done'), patience);
    await console.drawn();
    expectGone(card);
    expect(joined(console.screen.bytes)).not.toContain(card.number);
  });

  it('the screen warns first if a program around the terminal may record it [G9]', async () => {
    await start({ recorders: [t`tmux`, t`script`] });
    await goes(console, `card-details/${canary().id}`);
    await console.sees('inside tmux and script');
    expect(detailsRead()).toEqual([]);
  });
});

describe('after card details were shown,', () => {
  /** The acts that end the display, and the text on the screen after each. */
  const ways: readonly (readonly [how: string, act: () => void, then: string])[] = [
    ['Esc', () => console.press('esc'), '[ Show card details ]'],
    ['another tab', () => console.press('2'), 'accounts, all'],
    ['help', () => console.press('?'), 'Keys here'],
    ['the command palette', () => console.press(':'), '[ Show card details ]'],
    ['the lock', () => console.app.lock.lock(), 'Locked'],
    ['another size', () => console.screen.resize(90, 25), '[ Show card details ]'],
    [
      'another customer',
      () => {
        const other = console.simulator.customers[1];
        if (other) console.app.customers.switchTo(other);
      },
      'needs attention',
    ],
  ];
  it.each(ways)(
    '%s masks the details immediately, and no part of the details stays [G8a]',
    async (_, act, then) => {
      await start();
      const card = await reveals();
      act();
      await isMasked(card);
      await console.sees(then);
      expectGone(card);
      const after = console.screen.bytes.length;
      await console.drawn();
      expect(joined(console.screen.bytes.slice(after))).not.toContain(card.number);
    },
  );

  it('the details are masked after 30 seconds, even if the machine slept meanwhile [G8a]', async () => {
    const clock = movableClock();
    await start({ clock });
    const card = await reveals();
    clock.advance(28_000);
    await console.drawn();
    expect(console.app.reveals.details()).toBeDefined();
    clock.advance(2001);
    await isMasked(card);
    await console.sees('The card details are masked again.');
    expectGone(card);
    console.type('again');
    console.press('tab', 'enter');
    await console.sees(inFours(card.number));
    clock.shiftWall(31_000);
    await isMasked(card);
    expectGone(card);
  });

  it('the details are masked before the shell gets the screen, and stay masked after the return [G8a–b]', async () => {
    await start();
    const card = await reveals();
    const before = console.screen.bytes.length;
    console.leave();
    await console.drawn();
    expect(console.screen.alternate()).toBe(false);
    expect(joined(console.screen.bytes.slice(before))).not.toContain(card.number);
    const [wiped, left] = ['\u001B[1;2H\u001B[J', '\u001B[?1049l'].map(code =>
      console.screen.bytes.indexOf(code, before),
    );
    expect(wiped).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(wiped ?? 0);
    expect(joined(console.screen.ordinary())).not.toContain(card.number);
    console.enter();
    await console.sees('[ Show card details ]');
    expect(joined(console.screen.bytes.slice(before))).not.toContain(card.number);
    expectGone(card);
  });

  it("the details are masked before the terminal's normal screen returns at exit [G8a–b]", async () => {
    await start();
    const card = await reveals();
    const before = console.screen.bytes.length;
    console.app.quit();
    await vi.waitFor(() => expect(console.screen.alternate()).toBe(false), patience);
    await console.drawn();
    expect(joined(console.screen.bytes.slice(before))).not.toContain(card.number);
    expect(joined(console.screen.ordinary())).not.toContain(card.number);
    expectGone(card);
  });

  it('after the masking the screen stays open for the next reason, and Esc then leaves it', async () => {
    await start();
    const card = await reveals();
    console.press('esc');
    await isMasked(card);
    expect(currentView(console.state())).toMatchObject({ place: 'card-details', subject: card.id });
    console.press('esc');
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe('cards'), patience);
  });
});
