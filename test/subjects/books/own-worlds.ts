// Seeded journals with the history of a service, sound or with known faults. Only the test knows the faults.

import type { ConversionsRead } from '../../../src/effects/read-books.ts';
import type { Row, RowState } from '../../../src/journal/intent.ts';
import { add, type Decimal, fromUnits, subtract } from '../../../src/lib/decimal.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { type Dice, dice, type NonEmpty } from '../../../src/sim/random.ts';
import type { Balance } from '../../../src/subjects/books/books.ts';
import { payout } from '../../journal/parts.ts';
import { entry } from './worlds.ts';

const OWN_FAULTS = ['journal-missing', 'other-amount', 'conversion-rate', 'conversion-changed'] as const;
type OwnFault = (typeof OWN_FAULTS)[number];

export interface OwnWorld {
  readonly entries: readonly HistoryEntry[];
  readonly rows: readonly Row[];
  readonly conversions: ConversionsRead;
  readonly balances: readonly Balance[];
  readonly began: number;
  /** The request IDs of the writes, by fault. */
  readonly faults: readonly { readonly kind: OwnFault; readonly requestId: string }[];
}

const START = Date.parse('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const process = { pid: 1, started: 'start' };

interface Style {
  /** How many of the entries have references: 0 to 1. */
  readonly naming: number;
  readonly fee: 'none' | 'inside' | 'outside';
  /** In ms: the longest time until an entry comes. */
  readonly late: number;
  /** Whether some entries of other channels have the amounts of writes. */
  readonly hasAlike: boolean;
}

interface Written {
  readonly row: Row;
  readonly entries: readonly HistoryEntry[];
  readonly conversion?: readonly [string, NonNullable<ReturnType<ConversionsRead['get']>>];
}

/**
 * At least three payouts and three conversions that are DONE. `faults` of them are wrong. Each balance follows from the one
 * before, and other channels have at most `others` entries.
 */
export function ownWorld(seed: number, faults: number, others = 200): OwnWorld {
  const luck = dice(seed, 'own books');
  const style: Style = {
    naming: faults > 0 ? 1 : luck.pick([0, 0.7, 1]),
    fee: luck.pick(['none', 'inside', 'outside']),
    late: luck.pick([0, 2000, 20 * MINUTE]),
    hasAlike: faults === 0,
  };
  const count = luck.whole(12, 40);
  const written = Array.from({ length: count }, (_, nth) => {
    const kind = nth < 6 ? (nth % 2 === 0 ? 'payout' : 'conversion') : luck.pick(['payout', 'conversion']);
    const at = START + nth * 30 * MINUTE;
    const state =
      nth < 6 ? 'DONE' : luck.pick<RowState>(['DONE', 'DONE', 'DONE', 'UNKNOWN', 'REFUSED', 'NOT SENT']);
    const parts = { number: nth + 1, at, state, style, luck };
    return kind === 'payout' ? paid(parts) : converted(parts);
  });
  const wrong: { kind: OwnFault; requestId: string }[] = [];
  const changed = written.map((one, nth): Written => {
    if (nth >= 6 || wrong.length === faults || (nth < 4 && luck.next() < 0.3)) return one;
    const kind = one.conversion
      ? luck.pick(['journal-missing', 'conversion-rate', 'conversion-changed'] as const)
      : luck.pick(['journal-missing', 'other-amount'] as const);
    if (kind === 'journal-missing' && wrong.some(other => other.kind === kind)) return one;
    wrong.push({ kind, requestId: one.row.intent.requestId });
    return faulty(one, kind);
  });
  const end = START + count * 30 * MINUTE;
  const elsewhere = Array.from({ length: luck.whole(5, others) }, (_, nth) =>
    entry({
      ...{
        id: `e${nth}`,
        at: START - 60 * MINUTE + luck.whole(0, count * 30) * MINUTE,
        fee: '0',
        balance: '1',
      },
      amount:
        style.hasAlike && luck.next() < 0.2
          ? `-${amountOf(luck)}`
          : fromUnits(-BigInt(luck.whole(10 ** 8, 10 ** 9)), 2),
    }),
  ).map((one, nth) => ({
    ...one,
    description: fromServer(nth % 2 ? `Payout PAY9${luck.digits(11)}` : 'Payout 035973'),
  }));
  const time = (one: HistoryEntry): number => (one.create_time as { epochMs: number }).epochMs;
  const first = {
    ...entry({ id: 'first', at: START - 90 * MINUTE, amount: '1', fee: '0', balance: '1' }),
    source_type: 'DEPOSIT' as const,
  };
  const posted = [first, ...changed.flatMap(one => one.entries), ...elsewhere]
    // What comes after the reading is not in the history yet.
    .filter(one => time(one) <= end)
    .toSorted((one, other) => time(one) - time(other));
  const { entries, balances } = withBalances(posted, style);
  return {
    ...{ entries: entries.toReversed(), balances },
    rows: changed.map(({ row }) => row).reverse(),
    conversions: new Map(changed.flatMap(({ conversion }) => (conversion ? [conversion] : []))),
    began: end,
    faults: wrong,
  };
}

function withBalances(posted: readonly HistoryEntry[], { fee: place }: Style) {
  const now = new Map<string, Decimal>();
  const entries = posted.map(one => {
    const currency = String(one.currency);
    const [amount, fee] = [one.amount as Decimal, one.fee as Decimal];
    const moved = add(now.get(currency) ?? ('5000' as Decimal), amount);
    const balance = place === 'outside' ? subtract(moved, fee) : moved;
    now.set(currency, balance);
    return { ...one, balance };
  });
  const zero = '0' as Decimal;
  const balances = [...now].map(([currency, available_balance]) => ({
    ...{ currency: fromServer(currency), available_balance, pending_amount: zero, reserved_amount: zero },
  }));
  return { entries, balances };
}

const amountOf = (luck: Dice): Decimal => fromUnits(BigInt(luck.whole(100, 900)), 2);

interface Parts {
  readonly number: number;
  readonly at: number;
  readonly state: RowState;
  readonly style: Style;
  readonly luck: Dice;
}

function rowOf(
  { number, at, state }: Parts,
  operation: string,
  body: object,
  answer: object | undefined,
): Row {
  const intent = payout(number, {
    operation,
    createdAt: at,
    target: '/svc/api/v1/transfer/x',
    body: JSON.stringify(body),
  });
  return {
    ...{ number, intent, state, wasUnknown: false },
    transitions: [
      { number: 1, from: 'NEW', to: 'PREPARED', at, process },
      {
        ...{ number: 2, from: 'SENT', to: state, at: at + 400, process },
        ...(answer && { answer: { status: 200, text: JSON.stringify(answer) } }),
      },
    ],
  };
}

const hasEffect = ({ state, luck }: Parts): boolean =>
  state === 'DONE' || (state === 'UNKNOWN' && luck.next() < 0.5);

type Move = readonly [type: 'HOLD' | 'PAYOUT', units: bigint, fee: bigint];

function paid(parts: Parts): Written {
  const { luck, style, at, state } = parts;
  const amount = amountOf(luck);
  const reference = `PAY${luck.digits(12)}`;
  const id = luck.uuid();
  const body = {
    beneficiary_id: luck.uuid(),
    amount: 'AMOUNT',
    currency: 'GBP',
    reference: `INV${luck.digits(6)}`,
  };
  const row = rowOf(
    parts,
    'payout.create',
    body,
    state === 'DONE' ? { ...body, id, systemReferenceNumber: reference } : undefined,
  );
  const made = withAmounts(row, { AMOUNT: amount });
  if (!hasEffect(parts)) return { row: made, entries: [] };
  const name = luck.next() < style.naming ? reference : luck.digits(6);
  const fee = style.fee === 'none' ? 0n : BigInt(luck.whole(1, 50));
  const sum = BigInt(amount.replace('.', ''));
  const gone = -(style.fee === 'inside' ? sum + fee : sum);
  const first = at + 400 + luck.whole(0, style.late);
  const moves = luck.pick<readonly Move[]>([
    [['PAYOUT', gone, fee]],
    [
      ['HOLD', -sum, 0n],
      ['HOLD', sum, 0n],
      ['PAYOUT', gone, fee],
    ],
    [['HOLD', -sum, 0n]],
  ]);
  const entries = moves.map(([type, units, charged], nth) => ({
    ...entry({
      id: luck.uuid(),
      at: first + nth * MINUTE,
      amount: fromUnits(units, 2),
      fee: fromUnits(charged, 2),
      balance: '1',
    }),
    ...{ description: fromServer(`Payout ${name}`), transaction_type: type },
  }));
  return { row: made, entries };
}

/** JSON.stringify would write amounts as floats. */
function withAmounts(row: Row, amounts: Readonly<Record<string, string>>): Row {
  const written = (text: string): string =>
    Object.entries(amounts).reduce((so, [name, digits]) => so.replaceAll(`"${name}"`, digits), text);
  const { intent, transitions } = row;
  return {
    ...row,
    intent: { ...intent, body: written(intent.body ?? '') },
    transitions: transitions.map(one =>
      one.answer?.text === undefined
        ? one
        : { ...one, answer: { ...one.answer, text: written(one.answer.text) } },
    ),
  };
}

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly digits: number;
  readonly rate: bigint;
  readonly scale: number;
}

const PAIRS: NonEmpty<Pair> = [
  { from: 'GBP', to: 'USD', digits: 2, rate: 12685580n, scale: 7 },
  { from: 'GBP', to: 'JPY', digits: 0, rate: 19178432n, scale: 5 },
  { from: 'GBP', to: 'KWD', digits: 3, rate: 38907412n, scale: 8 },
];

function converted(parts: Parts): Written {
  const { luck, style, at, state } = parts;
  const pair = luck.pick(PAIRS);
  const sold = BigInt(luck.whole(1000, 10_000_000));
  const over = sold * pair.rate * 10n ** BigInt(pair.digits);
  const under = 10n ** BigInt(2 + pair.scale);
  const rounding = luck.pick([0n, under / 2n, under - 1n]);
  const bought = (over + rounding) / under;
  const [SOLD, BOUGHT, RATE] = [
    fromUnits(sold, 2),
    fromUnits(bought, pair.digits),
    fromUnits(pair.rate, pair.scale),
  ];
  const reference = `CNV${luck.digits(10)}`;
  const id = `conversion_${luck.hex(20)}`;
  const body = {
    quote_id: `quote_${luck.hex(20)}`,
    source_amount: 'SOLD',
    source_currency: pair.from,
    destination_currency: pair.to,
  };
  const answer = {
    ...{ id, status: 'processing', source_currencycode: pair.from, destination_currencycode: pair.to },
    ...{
      source_amount: 'SOLD',
      destination_amount: 'BOUGHT',
      quote_id: body.quote_id,
      net_exchangerate: 'RATE',
    },
    system_reference_number: reference,
  };
  const row = withAmounts(rowOf(parts, 'conversion.create', body, state === 'DONE' ? answer : undefined), {
    SOLD,
    BOUGHT,
    RATE,
  });
  if (!hasEffect(parts)) return { row, entries: [] };
  const name = luck.next() < style.naming ? reference : luck.digits(6);
  const settles = at + 400 + luck.pick([20_000, 20_000, 100 * 60 * MINUTE]);
  const of = (amount: Decimal, currency: string, when: number, type: 'HOLD' | 'CONVERSION_BUY') => ({
    ...entry({ id: luck.uuid(), at: when, amount, fee: '0', balance: '1' }),
    ...{ currency: fromServer(currency), description: fromServer(`Conversion ${name}`) },
    ...{ source_type: 'CONVERSION' as const, transaction_type: type },
  });
  const isSettled = settles <= at + 10 * 60 * MINUTE;
  const record = {
    ...{ id: fromServer(id), status: isSettled ? ('SETTLED' as const) : ('processing' as const) },
    conversionTime: { text: fromServer(''), epochMs: settles },
    ...{ sourceCurrencycode: fromServer(pair.from), destinationCurrencycode: fromServer(pair.to) },
    ...{ sourceAmount: SOLD, destinationAmount: BOUGHT, netExchangerate: RATE },
    ...{
      quoteId: fromServer(body.quote_id),
      systemReferenceNumber: fromServer(reference),
      createdTime: undefined,
    },
  };
  return {
    row,
    entries: [
      of(`-${SOLD}` as Decimal, pair.from, at + 400 + luck.whole(0, style.late), 'HOLD'),
      ...(isSettled ? [of(BOUGHT, pair.to, settles + luck.whole(0, 2000), 'CONVERSION_BUY')] : []),
    ],
    ...(state === 'DONE' && { conversion: [id, record] as const }),
  };
}

function faulty(one: Written, kind: OwnFault): Written {
  const { conversion } = one;
  switch (kind) {
    case 'journal-missing':
      return { ...one, entries: [] };
    case 'other-amount':
      return {
        ...one,
        entries: one.entries.map(each => ({ ...each, amount: `${String(each.amount)}7` as Decimal })),
      };
    case 'conversion-rate':
    case 'conversion-changed': {
      if (!conversion) throw new Error('no conversion');
      const [id, record] = conversion;
      const change =
        kind === 'conversion-rate'
          ? { netExchangerate: `1${String(record.netExchangerate)}` as Decimal }
          : { destinationAmount: `${String(record.destinationAmount)}1`.replace(/^(\d+)$/, '$1') as Decimal };
      return { ...one, conversion: [id, { ...record, ...change }] };
    }
  }
}
