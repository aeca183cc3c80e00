// What the header says, and what it keeps at small widths.

import { describe, expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import type { Waiting } from '../../../src/store/approval-view.ts';
import { newsOfCalls } from '../../../src/store/calls.ts';
import { flowSlot } from '../../../src/store/flow-data.ts';
import type { State } from '../../../src/store/state.ts';
import { customerKey, goTo, updateView } from '../../../src/store/workspace.ts';
import { createTheme, type Theme } from '../../../src/ui/kit/theme.ts';
import { createHeader, headerFacts, headerLine } from '../../../src/ui/shell/header.ts';
import { alpha, beta, signedInStore } from '../../store/signed-in.ts';

const drawn = (change: Partial<State>, columns = 200): string =>
  headerLine(
    { ...signedInStore().getState(), size: { columns, rows: 24 }, ...change },
    createTheme('default', 'none'),
  );

it('a difference from the service’s clock of more than 60 s is shown [D8b]', () => {
  for (const skew of [undefined, 0, 60_000, -60_000])
    expect(drawn({ skew }), `${skew}`).not.toContain('this clock');
  expect(drawn({ skew: 61_000 })).toContain("this computer's clock is 1 min slow");
  expect(drawn({ skew: 3 * 3_600_000 })).toContain("this computer's clock is 3 h slow");
  expect(drawn({ skew: 60 * 3_600_000 })).toContain("this computer's clock is 60 h slow");
  expect(drawn({ skew: -149 * 3_600_000 })).toContain("this computer's clock is 6 days fast");
  expect(drawn({ skew: -61_000 })).toContain("this computer's clock is 1 min fast");
});

it('the time zone and its time are beside the time in UTC [D15c]', () => {
  const { reach } = signedInStore().getState();
  expect(drawn({ reach: { ...reach, zone: 'Asia/Tokyo' } })).toMatch(/10:00Z.*19:00 Asia\/Tokyo/);
});

it('the time left of write access is no time of day', () => {
  const { reach } = signedInStore().getState();
  const grant = { until: 900_000, reason: t`x`, baseUrl: reach.baseUrl };
  expect(drawn({ reach: { ...reach, environment: 'production' }, grant })).toContain(' WRITE 15:00 left ');
});

it('a narrow header keeps your waiting requests longer than the names of colleagues', () => {
  const presence = { person: 'A colleague with a name', doing: '', customer: alpha };
  const state = {
    ...signedInStore().getState(),
    approvals: { waiting: [{ part: 'wait' } as unknown as Waiting], readAt: 0 },
    together: { me: 'Ana', here: [presence], counts: [], people: [] },
  };
  const line = (columns: number): string =>
    headerLine({ ...state, size: { columns, rows: 24 } }, createTheme('default', 'none'));
  expect(line(100)).toContain('is here');
  expect(line(70)).toContain('1 waiting');
  expect(line(70)).not.toContain('is here');
});

it.each(['', 'Cancel payout'])(
  'colleagues are a number if the clock has no room beside their names (%j)',
  doing => {
    const here = ['Ana Silva', 'Benedict Osei'].map(person => ({ person, doing, customer: alpha }));
    const state = { ...signedInStore().getState(), together: { me: 'Cy', here, counts: [], people: [] } };
    const line = (columns: number): string =>
      headerLine({ ...state, size: { columns, rows: 24 } }, createTheme('default', 'none'));
    expect(line(100)).toContain('Ana Silva and Benedict Osei are here');
    expect(line(100)).toContain('10:00Z');
    const narrow = doing === '' ? 66 : 80;
    expect(line(narrow)).toContain('2 colleagues here');
    expect(line(narrow)).toContain('10:00Z');
  },
);

const unstyled = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the style codes
  text.replaceAll(/\u001B\[[\d;]*m/g, '');

describe('a valid quote of another screen', () => {
  const live = {
    asked: { now: 0, tick: 0 },
    expiresAt: 300_000,
    margin: 3000,
    pair: t`GBP→USD`,
    gets: t`1,270.71`,
  };

  it('a key that moves the cursor makes no new header, a second of a quote does', () => {
    const theme = createTheme('default');
    const header = createHeader(theme);
    const state = flowSlot('convert').set(signedInStore().getState(), { live });
    const at = { ...state, now: 1000, tick: 1000 };
    const line = header(at);
    expect(line).toEqual(headerLine(at, theme));
    expect(header(updateView(at, { cursorIndex: 7 }))).toBe(line);
    expect(header({ ...at, now: 2000, tick: 2000 })).not.toEqual(line);
  });
  const line = (left: number, columns = 200, theme = createTheme('default', 'none')): string =>
    unstyled(painted(left, columns, theme));
  const painted = (left: number, columns: number, theme: Theme): string => {
    const state = goTo(signedInStore().getState(), 'accounts');
    const now = { ...state, now: 300_000 - left, tick: 300_000 - left, size: { columns, rows: 24 } };
    return headerLine(flowSlot('convert').set(now, { live }), theme);
  };

  it('has the amount that the customer gets and its seconds, until it is too late', () => {
    expect(line(252_000)).toContain('GBP→USD 1,270.71 4:12');
    expect(line(3001)).toContain('GBP→USD 1,270.71 0:03');
    expect(line(3000)).not.toContain('GBP→USD');
  });

  it('turns yellow at 30 s and red at 10 s', () => {
    const theme = createTheme('default');
    for (const [left, tone] of [
      [30_000, 'accent'],
      [29_999, 'warn'],
      [10_000, 'warn'],
      [9999, 'bad'],
    ] as const)
      expect(painted(left, 200, theme)).toContain(theme.paint(tone, t`GBP→USD`));
  });

  it('is shorter in a narrow terminal, and its seconds go last', () => {
    expect(line(252_000, 80)).toContain('GBP→USD 1,270.71 4:12');
    expect(line(252_000, 48)).toContain('GBP→USD 4:12');
    expect(line(252_000, 48)).not.toContain('1,270.71');
    expect(line(252_000, 36)).toContain('4:12');
  });

  it('of another call is counted down with its customer, and without its amount', () => {
    const quoted = flowSlot('convert').set(signedInStore().getState(), { live });
    const other = { userId: 'acct_other', name: t`Other GmbH` };
    const state = {
      ...quoted,
      known: [alpha, other],
      customer: other,
      calls: [alpha, other].map(customerKey),
    };
    const line = unstyled(
      headerLine({ ...state, now: 48_000, tick: 48_000 }, createTheme('default', 'none')),
    );
    expect(line).toContain('2 calls · acct_alpha 4:12');
    expect(line).not.toContain('1,270.71');
    const late = headerLine({ ...state, now: 291_000, tick: 291_000 }, createTheme('default'));
    expect(late).toContain(createTheme('default').paint('bad', t`0:09`));
  });

  it('of other calls comes in the order of its expiry, and the own quote is no news', () => {
    const third = { userId: 'acct_third', name: undefined };
    const known = [beta, alpha, third];
    let state: State = { ...signedInStore().getState(), now: 0, tick: 0, known };
    for (const [at, customer] of known.entries()) {
      const quote = { ...live, expiresAt: 200_000 - at * 1000 };
      state = flowSlot('convert').set({ ...state, customer }, { live: quote });
    }
    state = { ...state, customer: alpha, calls: known.map(customerKey) };
    expect(newsOfCalls(state).map(({ customer }) => customer)).toEqual([third, beta]);
  });

  it('of another call gives way to the name of the open customer, which stays longer than its ID', () => {
    const name = t`Großhandel Höß & Söhne GmbH`;
    const other = { userId: 'acct_ec6dd444ac467a7afb10', name };
    const state = {
      ...flowSlot('convert').set(signedInStore().getState(), { live }),
      ...{ known: [alpha, other], customer: other, calls: [alpha, other].map(customerKey) },
      ...{ now: 48_000, tick: 48_000 },
    };
    const at = (columns: number): string =>
      unstyled(headerLine({ ...state, size: { columns, rows: 24 } }, createTheme('default', 'none')));
    expect(at(100)).toContain(`${name} acct_ec6dd444ac467a7afb10`);
    expect(at(80)).toMatch(/^ DEMO {3}Großhandel Höß & Söhne GmbH …ac467a7afb10 .*2 calls · 4:12/);
    expect(at(68)).toMatch(/^ DEMO {3}Großhandel Höß & Söhne GmbH …fb10 .*2 calls · 4:12/);
    expect(at(62)).toMatch(/^ DEMO {3}Großhandel Höß & Söhne GmbH {2}.*2 calls · 4:12/);
    expect(at(50)).toMatch(/^ DEMO {3}Großhandel.*… .*2 calls · 4:12/);
  });

  it('is not shown under another customer', () => {
    const state = flowSlot('convert').set(signedInStore().getState(), { live });
    expect(drawn({ ...state, customer: { userId: 'acct_other', name: undefined } })).not.toContain('GBP→USD');
  });
});

it('another call with a quote and a write on its way shows both', () => {
  const calls = { known: [alpha, beta], calls: [alpha, beta].map(customerKey) };
  const shown = (left: number | undefined, sending: boolean) =>
    headerLine(
      { ...signedInStore(alpha).getState(), size: { columns: 200, rows: 24 }, ...calls },
      createTheme('default', 'none'),
      { quote: undefined, news: { customer: beta, left, sending } },
    );
  expect(shown(65_000, true)).toContain('2 calls · acct_beta 1:05, sending');
  expect(shown(65_000, false)).toContain('2 calls · acct_beta 1:05  ');
  expect(shown(undefined, true)).toContain('2 calls · acct_beta sending');
});

it('every alarm is said with what is said when it ends', () => {
  const failed = { id: 1, state: 'done', failure: { kind: 'unreachable' }, startedAt: 0 };
  const state = {
    ...signedInStore().getState(),
    // A cast: the alarms need only these members of an exchange.
    exchanges: [failed, failed] as unknown as State['exchanges'],
    journal: { kind: 'open', rows: [], complete: true, offlineSince: 1, shut: t`closed` } as const,
  };
  const alarms = headerFacts(state).filter(({ id }) => ['offline', 'journal', 'log'].includes(id));
  expect(alarms).toEqual([
    { id: 'offline', text: 'Offline', gone: 'Online again' },
    { id: 'journal', text: 'Team journal offline', gone: 'Team journal online again' },
    { id: 'log', text: "The team's log is closed", gone: "The team's log is open again" },
  ]);
});
