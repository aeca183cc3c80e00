// What a seed switches on in its world. Each world has only some faults and jobs, so that rare combinations come about.

import { operations } from '../../src/api/contract/operations.ts';
import { type Dice, dice, type NonEmpty } from '../../src/sim/random.ts';
import { JOBS, type JobName, TEAM_JOBS } from './jobs.ts';
import { CALM, type Weather } from './network.ts';
import { type DatabaseWeather, FAIR } from './team-link.ts';
import type { TeamOf } from './team-server.ts';

interface DeskSettings {
  readonly name: string;
  /** Desks with the same machine share the journal. */
  readonly machine: string;
  readonly environment: 'demo' | 'production';
  readonly readOnly: boolean;
  /** The console speaks in lines for a screen reader, and draws nothing. */
  readonly reader: boolean;
  readonly size: { readonly cols: number; readonly rows: number };
  readonly customer: number;
  readonly temper: Temper;
}

/** How a person works. */
export interface Temper {
  /** Ms between two acts, on average. */
  readonly pace: number;
  /** Of each act: a wrong key, a double press, a wrong token. */
  readonly mistakes: number;
  /** Does not wait for what the screen shows. */
  readonly impatience: number;
  readonly jobs: Readonly<Partial<Record<JobName, number>>>;
}

export interface Settings {
  readonly seed: number;
  readonly rows: number;
  readonly replay: 'payouts' | 'answers';
  readonly desks: readonly DeskSettings[];
  /** The desks are on several machines, and share their journal on the team's server. */
  readonly team: TeamSettings | undefined;
  /** The kinds of trouble of this world, with the mean ms between two of them. */
  readonly trouble: Readonly<Partial<Record<TroubleName, number>>>;
  /** Named forms of the network, of which one is chosen at a change. */
  readonly weathers: readonly (readonly [name: string, weather: Weather])[];
  /** Rules of which some are chosen at a change. */
  readonly rules: readonly string[];
}

interface TeamSettings extends TeamOf {
  /** Named forms of the way to the server, of which one is chosen at a change. */
  readonly weathers: readonly (readonly [name: string, weather: DatabaseWeather])[];
}

const TEAM_TROUBLES = ['database', 'crash', 'restore'] as const;
const TROUBLES = [
  'network',
  'service',
  'kill',
  'die',
  'terminate',
  'sleep',
  'clock',
  'disk',
  'resize',
  'calls',
] as const;
export type TroubleName = (typeof TROUBLES)[number] | (typeof TEAM_TROUBLES)[number];

const WEATHERS: readonly (readonly [string, Weather])[] = [
  ['slow', { ...CALM, latency: [400, 3000] }],
  ['very slow', { ...CALM, latency: [3000, 12_000] }],
  ['in pieces', { ...CALM, latency: [1, 300], pieces: 1 }],
  ['refusing', { ...CALM, refused: 1 }],
  ['refusing some', { ...CALM, refused: 0.4 }],
  ['swallowing', { ...CALM, swallowed: 0.5 }],
  ['without names', { ...CALM, nameless: 1 }],
  ['resetting requests', { ...CALM, resetGoing: 0.5 }],
  ['resetting answers', { ...CALM, resetComing: 0.5, pieces: 0.5 }],
  ['falling silent', { ...CALM, silent: 0.5 }],
  [
    'bad in every way',
    {
      latency: [1, 4000],
      refused: 0.1,
      swallowed: 0.05,
      nameless: 0.05,
      resetGoing: 0.1,
      resetComing: 0.1,
      silent: 0.1,
      pieces: 0.5,
    },
  ],
];

const DATABASE_WEATHERS: TeamSettings['weathers'] = [
  ['slow', { ...FAIR, latency: [200, 900] }],
  ['very slow', { ...FAIR, latency: [600, 2500] }],
  ['busy', { ...FAIR, busy: [0, 3200] }],
  ['away', { ...FAIR, refused: 1 }],
  ['losing requests', { ...FAIR, lostRequest: 0.3 }],
  ['losing answers', { ...FAIR, lostAnswer: 0.3 }],
  ['resetting before', { ...FAIR, resetBefore: 0.3 }],
  ['resetting after', { ...FAIR, resetAfter: 0.3 }],
  [
    'bad in every way',
    {
      latency: [1, 900],
      busy: [0, 2600],
      refused: 0.2,
      lostRequest: 0.05,
      lostAnswer: 0.05,
      resetBefore: 0.1,
      resetAfter: 0.1,
    },
  ],
];

/** Rules of approval, and the job that makes such writes. A team with rules has one of these lists. */
const APPROVALS: NonEmpty<readonly (TeamOf['rules'][number] & { readonly job: JobName })[]> = [
  [{ operation: 'payout.create', votes: 1, minutes: 30, job: 'pay' }],
  [
    { operation: 'payout.cancel', votes: 1, minutes: 30, job: 'cancelPayout' },
    { operation: 'card.update', votes: 1, minutes: 2, job: 'card' },
  ],
  [
    { operation: 'payout.create', over: '50', votes: 1, minutes: 5, job: 'pay' },
    { operation: 'conversion.create', votes: 1, minutes: 30, job: 'convert' },
  ],
  [
    { operation: 'payout.create', votes: 2, minutes: 30, job: 'pay' },
    { operation: 'card.update', votes: 1, minutes: 30, job: 'card' },
  ],
  [
    { operation: 'payout.create', over: '50', votes: 1, minutes: 30, job: 'pay' },
    { operation: 'conversion.create', currency: 'EUR', over: '99.5', votes: 1, minutes: 30, job: 'convert' },
  ],
];

const WRITES = Object.values(operations).flatMap(({ id, class: kind }) =>
  kind === 'write' || kind === 'money' ? [id] : [],
);
const ON_WRITES = [
  'reset=before',
  'reset=after',
  'reset=headers',
  'reset=after executed',
  'status=500',
  'status=503 executed',
  'status=400 code=504 executed',
  'status=408 executed',
  'status=200 code=400',
  'status=401',
  'status=403',
  'status=409',
  'status=422',
  'status=429',
  "status=400 executed message='Duplicate x-request-id'",
  "status=409 executed message='A request with this key is in progress'",
  "status=400 executed message='Payout created; notification failed'",
  "status=404 executed message='Upstream timed out'",
  "status=400 executed message='This payment is on its way'",
  'set=data.status:"RJCT"',
  'set=data.approved:false',
  'set=message:"Nothing"',
  'hang',
  'hang executed',
  'delay=9000',
  'delay=40000',
  'truncate executed',
  'contradiction=refused executed',
  'contradiction=granted',
  'empty executed',
  'html',
  'not-json executed',
  'cut executed',
  'envelope=off',
  'set=data:false executed',
  'garbage',
  'drip executed',
  'slice',
];
const ON_READS = [
  '* delay=2500 probability=0.5',
  '* status=500 probability=0.3',
  '* status=401 probability=0.1',
  '* status=429 probability=0.2',
  '* mutate=any probability=0.2',
  '* mutate=nulls probability=0.3',
  '* wrong-shape probability=0.1',
  '* hang probability=0.1',
  '* truncate probability=0.1',
  '* proto-keys probability=0.3',
  '* duplicate-keys probability=0.1',
  '/zoqq repeat-page probability=0.3',
  // Both cost seconds of CPU: the client reads up to its limit, or a page byte by byte.
  '* endless probability=0.01',
  '* slice probability=0.01',
];

/** Which worlds share the journal of a team. */
export const TEAMS = ['none', 'some', 'all'] as const;
export type Teams = (typeof TEAMS)[number];

/** Each feature is on in about half of the worlds. */
export function settingsOf(seed: number, teams: Teams): Settings {
  const alone = aloneOf(seed);
  const luck = dice(seed, 'team');
  const isTeam = luck.next() < { none: 0, some: TEAM_SHARE, all: 1 }[teams];
  return isTeam ? asTeam(alone, luck) : alone;
}

/** A team world takes more time, because PostgreSQL runs in it. */
const TEAM_SHARE = 1 / 3;

/** The same world, with each desk on its own machine, and at least two of them. */
function asTeam(alone: Settings, luck: Dice): Settings {
  const count = Math.max(alone.desks.length, luck.pick([2, 2, 3]));
  const onePerson = luck.next() < 0.25;
  const names = ['ana', onePerson ? 'ana2' : 'ben', 'cy'];
  // A write that waits for votes takes long, and often ends without a request.
  const rules = luck.next() < 0.5 ? luck.pick(APPROVALS) : [];
  const people = onePerson ? Math.max(2, count - 1) : count;
  const desks = Array.from({ length: count }, (_, nth) => {
    const desk = alone.desks[nth] ?? deskOf(luck, nth);
    const jobs = Object.fromEntries(
      [...TEAM_JOBS, ...rules.map(({ job }) => job)]
        .filter(() => luck.next() < 0.8)
        .map(name => [name, luck.whole(2, 8)]),
    );
    return {
      ...desk,
      ...{ name: names[nth] ?? 'dora', machine: `machine-${nth}` },
      temper: { ...desk.temper, jobs: { ...desk.temper.jobs, ...jobs } },
    };
  });
  const operators = [
    ...desks.map(
      ({ name }) =>
        [name, name.replace(/^ana2$/, 'ana').replace(/^./, first => first.toUpperCase())] as const,
    ),
    ['eve', 'Eve'],
    ['finn', 'Finn'],
  ] as const;
  const trouble = Object.fromEntries(
    TEAM_TROUBLES.filter(name => luck.next() < (name === 'restore' ? 0.3 : 0.6)).map(name => [
      name,
      luck.whole(30_000, 400_000),
    ]),
  );
  return {
    ...alone,
    desks,
    // Without payees and cards nobody asks for approval.
    rows: Math.max(20, alone.rows),
    trouble: { ...alone.trouble, ...(Object.keys(alone.trouble).length > 0 && trouble) },
    team: {
      operators,
      approvers: ['eve', 'finn', ...desks.map(({ name }) => name).filter(() => luck.next() < 0.9)],
      // The person who asks does not vote.
      rules: rules.map(rule => ({ ...rule, votes: Math.min(rule.votes, people - 1) })),
      weathers: DATABASE_WEATHERS.filter(() => luck.next() < 0.5),
    },
  };
}

function aloneOf(seed: number): Settings {
  const luck = dice(seed, 'settings');
  const some = <T>(all: readonly T[], share = 0.5): T[] => all.filter(() => luck.next() < share);
  const troubled = luck.next() < 0.9;
  const every: Record<(typeof TROUBLES)[number], readonly [number, number]> = {
    network: [8000, 150_000],
    service: [6000, 90_000],
    kill: [20_000, 250_000],
    die: [10_000, 120_000],
    terminate: [100_000, 900_000],
    sleep: [30_000, 300_000],
    clock: [60_000, 900_000],
    disk: [15_000, 200_000],
    resize: [60_000, 900_000],
    calls: [1500, 30_000],
  };
  // Most worlds need a service that fails, because its answers decide the outcomes, and calls, because they are cheap writes.
  const often: readonly string[] = ['service', 'calls'];
  const chosen = troubled ? TROUBLES.filter(name => luck.next() < (often.includes(name) ? 0.75 : 0.45)) : [];
  const count = luck.pick([1, 1, 1, 2, 2, 3]);
  return {
    seed,
    rows: luck.pick([0, 3, 20, 20, 60, 60, 120]),
    replay: luck.pick(['payouts', 'answers']),
    desks: Array.from({ length: count }, (_, nth) => deskOf(luck, nth)),
    team: undefined,
    trouble: Object.fromEntries(chosen.map(name => [name, luck.whole(...every[name])])),
    weathers: some(WEATHERS, 0.4),
    rules: [
      ...WRITES.flatMap(operation => some(ON_WRITES, 0.2).map(fault => `${operation} ${fault}`)),
      ...some(ON_READS, 0.3),
    ],
  };
}

/** Without a team journal only the consoles of one machine know each other. */
const deskOf = (luck: Dice, nth: number): DeskSettings => ({
  name: ['ana', 'ben', 'cy'][nth] ?? 'dora',
  machine: 'machine-0',
  environment: luck.next() < 0.5 ? 'demo' : 'production',
  readOnly: luck.next() < 0.08,
  reader: luck.next() < 0.85,
  size: luck.pick([
    { cols: 80, rows: 24 },
    { cols: 100, rows: 30 },
    { cols: 120, rows: 36 },
    { cols: 60, rows: 15 },
    { cols: 200, rows: 50 },
  ]),
  // The seventh has hostile texts.
  customer: luck.pick([0, 0, 0, 0, 0, 1, 2, 7]),
  temper: temperOf(luck),
});

/** Jobs that write. */
const MONEY: readonly JobName[] = [
  'pay',
  'cancelPayout',
  'convert',
  'cancelDebit',
  'cancelMandate',
  'card',
  // Twice, because it makes nine kinds of writes.
  'form',
  'form',
  'onboard',
  'resolve',
  'customer',
];

/** Most people do little but write: a world needs many writes to meet a rare fault. */
function temperOf(luck: Dice): Temper {
  const all = (Object.keys(JOBS) as JobName[]).filter(name => !TEAM_JOBS.includes(name));
  const jobs =
    luck.next() < 0.4
      ? all.filter(() => luck.next() < 0.6)
      : [
          luck.pick(['pay', 'pay', 'cancelPayout', 'convert'] as const),
          ...MONEY.filter(() => luck.next() < 0.3),
          ...all.filter(() => luck.next() < 0.1),
        ];
  return {
    pace: luck.pick([150, 400, 900, 2500]),
    mistakes: luck.pick([0, 0.02, 0.1]),
    impatience: luck.pick([0, 0.05, 0.3]),
    jobs: Object.fromEntries(jobs.map(name => [name, luck.whole(1, 5)])),
  };
}
