// The troubles of a world: what the surroundings do to its consoles, at random times.

import { currencyDigits } from '../../src/lib/currency.ts';
import { asGiven, isObject, parseJson } from '../../src/lib/json.ts';
import type { Dice } from '../../src/sim/random.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import type { Phase } from '../../src/store/dialog.ts';
import type { Desk } from './desk.ts';
import { CALM } from './network.ts';
import type { Entry } from './script.ts';
import type { Settings, TroubleName } from './settings.ts';
import { FAIR } from './team-link.ts';
import type { WorldTime } from './world-time.ts';

/** One kind of trouble, again and again. */
export function startTrouble(
  name: TroubleName,
  { trouble, weathers, rules, team }: Settings,
  {
    time,
    does,
    simulator,
    until,
    desks,
  }: {
    readonly time: WorldTime;
    readonly does: (entry: Omit<Entry, 'at'>) => void;
    readonly simulator: Simulator;
    readonly until: number;
    readonly desks: readonly Desk[];
  },
): void {
  const luck = time.luckOf(`trouble/${name}`);
  const mean = trouble[name] ?? 1;
  const pause = (): number => Math.round(-Math.log(1 - luck.next()) * mean) + 1;
  let on = false;
  let times = 0;
  const [first, ...others] = desks;
  const next = (): Omit<Entry, 'at'> | undefined => {
    const desk = first === undefined ? '' : luck.pick([first, ...others]).name;
    on = !on;
    switch (name) {
      case 'network': {
        const [one, ...rest] = weathers;
        const [word, weather] = on && one ? luck.pick([one, ...rest]) : (['calm', CALM] as const);
        return { deed: { kind: 'network', name: word, weather } };
      }
      case 'database': {
        const [one, ...rest] = team?.weathers ?? [];
        if (!on || !one) return { deed: { kind: 'database', name: 'well', weather: FAIR } };
        if (luck.next() < 0.5) {
          const from = { step: luck.whole(1, 6), done: luck.next() < 0.5 };
          return { deed: { kind: 'database', name: 'away', weather: { ...FAIR, refused: 1 }, from } };
        }
        const [word, weather] = luck.pick([one, ...rest]);
        return { deed: { kind: 'database', name: word, weather } };
      }
      case 'crash':
        return { deed: { kind: 'crash' } };
      case 'restore':
        times += 1;
        return { deed: { kind: times % 2 === 1 ? 'backup' : 'restore' } };
      case 'service':
        return {
          deed: {
            kind: 'service',
            rules: luck.next() < 0.8 ? together(rules, luck) : [],
          },
        };
      case 'kill':
        return { desk, deed: { kind: 'kill' } };
      case 'die':
        return { desk, deed: { kind: 'die', statements: luck.whole(1, 12), after: luck.next() < 0.5 } };
      case 'terminate':
        return { desk, deed: { kind: 'terminate' } };
      case 'sleep': {
        const ms = luck.pick([7000, 40_000, 600_000, 3_600_000]);
        return team && luck.next() < 0.6
          ? { desk, deed: { kind: 'sleep at a step', ms, step: luck.whole(1, 4) } }
          : { desk, deed: { kind: 'sleep', ms } };
      }
      case 'clock':
        return {
          desk,
          deed: { kind: 'clock', ms: luck.pick([-3_600_000, -60_000, 2000, 90_000, 3_600_000]) },
        };
      case 'calls': {
        const call = callArgs(luck, simulator, team !== undefined);
        const waits = team?.rules.some(({ operation }) => operation === call?.args[0]);
        // Each look at a list of requests takes the database longer, and the people vote on few of them.
        if (!call || (waits && luck.next() < 0.8)) return undefined;
        const args = waits && luck.next() < 0.4 ? [...call.args, '--wait'] : call.args;
        return { desk, deed: { kind: 'call', ...call, args } };
      }
      case 'disk': {
        const errcode = luck.pick([13, 10, 5, 8, 1034]);
        const disk =
          luck.next() < 0.6
            ? { errcode, probability: 0, nth: luck.whole(1, 12) }
            : { errcode, probability: on ? luck.pick([0.05, 0.3, 1]) : 0 };
        return { desk, deed: { kind: 'disk', disk } };
      }
      case 'resize':
        return {
          desk,
          deed: { kind: 'resize', cols: luck.pick([60, 80, 100, 200, 30]), rows: luck.pick([15, 24, 50, 8]) },
        };
    }
  };
  /** At the desk whose dialog comes into this phase first, or after a while anyway. */
  const strike = (entry: Omit<Entry, 'at'>, phase: Phase['kind'], end: number): void => {
    const there = desks.find(desk => desk.runs() && !desk.isAsleep() && desk.dialog()?.phase.kind === phase);
    // Nothing happens after the faults have ended.
    if (time.now() >= until) return;
    if (there || time.now() >= end) does({ ...entry, ...(there && { desk: there.name }) });
    else time.addAt(undefined, LOOK, () => strike(entry, phase, end));
  };
  const soonAfter = (entry: Omit<Entry, 'at'>): void => {
    const wait = luck.whole(2000, 40_000);
    if (time.now() + wait < until) time.addAt(undefined, wait, () => does(entry));
  };
  const again = (): void => {
    const wait = pause();
    if (time.now() + wait >= until) return;
    time.addAt(undefined, wait, () => {
      const entry = next();
      // Until the runbook has been followed, no machine of the team writes.
      if (entry?.deed.kind === 'restore') soonAfter({ deed: { kind: 'runbook' } });
      if (entry && STRIKING.has(name) && luck.next() < 0.6)
        strike(entry, luck.pick(PHASES), time.now() + PATIENCE);
      else if (entry) does(entry);
      again();
    });
  };
  again();
}

/** Most of them strike while a dialog is open, because there they can do harm. */
const STRIKING: ReadonlySet<TroubleName> = new Set(['kill', 'die', 'terminate', 'sleep', 'disk']);
const PHASES = ['asking', 'reading', 'equal', 'sending', 'sending', 'ended'] as const;
/** Ms between two looks at the desks, and of all looks. */
const LOOK = 20;
const PATIENCE = 40_000;

/** A payout or a cancellation from a script, sometimes the same one again, sometimes without its token. */
function callArgs(luck: Dice, simulator: Simulator, inTeam: boolean) {
  const { world } = simulator;
  const customer = luck.pick([0, 0, 1]);
  const payees = world.customers[customer]?.beneficiaries;
  const kind = luck.next();
  const reason = ['--reason', 'ticket 9'];
  const own = world.payouts.all.filter(({ userId }) => userId === world.customers[customer]?.userId);
  const last = own.at(-1);
  if (kind < 0.3 && last)
    return {
      customer,
      args: ['payout.cancel', '--set', `id=${last.id}`, '--confirm', last.id.slice(-4), ...reason],
    };
  if (kind < 0.4) return { customer, args: ['account.balances'] };
  // The file of a machine does not say that a write is the duplicate of a colleague's write.
  if (kind < 0.5 && !inTeam) {
    const twice = onPurpose(simulator, customer);
    if (twice) return { customer, args: [...twice, ...reason] };
  }
  if (!payees || payees.count === 0) return undefined;
  const { id, currency } = payees.row(luck.whole(0, Math.min(5, payees.count - 1)));
  // Sometimes a duplicate.
  const whole = luck.next() < 0.3 ? 12 : luck.whole(1, 90);
  const amount = currencyDigits(currency) === 0 ? `${whole}` : `${whole}.50`;
  const fields = { beneficiary_id: id, amount, currency, reference: luck.pick(['Invoice 7', 'Rent']) };
  return { customer, args: [...payoutArgs(fields), ...confirmation(luck, amount), ...reason] };
}

/** The customer's last payout again, with its request ID, because the customer wants both. */
function onPurpose({ wire, customers }: Simulator, customer: number): readonly string[] | undefined {
  const last = wire.findLast(
    ({ operation, headers }) =>
      operation === 'payout.create' && headers['x-user-id']?.[0] === customers[customer]?.userId,
  );
  const parsed = parseJson(last?.body ?? '');
  const body = parsed.ok ? asGiven(parsed.value) : undefined;
  const [requestId] = last?.headers['x-request-id'] ?? [];
  if (!isObject(body) || requestId === undefined) return undefined;
  const fields = ['beneficiary_id', 'amount', 'currency', 'reference'].map(
    name => [name, String(body[name])] as const,
  );
  const call = payoutArgs(Object.fromEntries(fields));
  return [...call, '--confirm', String(body['amount']), '--besides', requestId];
}

/** Without a confirmation. */
export const payoutArgs = (fields: Readonly<Record<string, string>>): readonly string[] => [
  'payout.create',
  ...Object.entries(fields).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
];

/** Some leave it out, some give another amount. */
function confirmation(luck: Dice, amount: string): readonly string[] {
  const kind = luck.next();
  return kind < 0.1 ? [] : ['--confirm', kind < 0.2 ? `${amount}1` : amount];
}

/**
 * Rules that may act together. With two rules for one operation, the service could do it and then refuse it in the documented form,
 * which no client can notice.
 */
function together(rules: readonly string[], luck: Dice): readonly string[] {
  const [all, single] = [true, false].map(of => rules.filter(rule => /^[*/]/.test(rule) === of));
  if (luck.next() < 0.2) return all?.filter(() => luck.next() < 0.3) ?? [];
  return [...Map.groupBy(single ?? [], rule => rule.split(' ')[0]).values()].flatMap(([first, ...rest]) => {
    if (first === undefined || luck.next() < 0.1) return [];
    const rule = luck.pick([first, ...rest]);
    // The second attempt often meets another answer than the first.
    return luck.next() < 0.5 ? [rule] : [`${rule} count=1`, `${luck.pick([first, ...rest])} after=1`];
  });
}
