// Payouts, pending until they are cancelled or go out. Each request ID makes one payout at most (INTERFACE.md, Family B
// common request headers).
import { dice } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Wallet } from './wallet.ts';

interface PayoutOrder {
  readonly userId: string;
  readonly beneficiaryId: string;
  readonly currency: string;
  readonly minor: bigint;
  readonly reference: string;
}

export interface SimulatedPayout extends PayoutOrder {
  readonly id: string;
  readonly systemReference: string;
  readonly created: number;
  status: 'PENDING' | 'PROCESSED' | 'CANCELLED';
}

export interface Payouts {
  readonly all: readonly SimulatedPayout[];
  /** Undefined if the balance is too low. */
  make(order: PayoutOrder, wallet: Wallet, now: number): SimulatedPayout | undefined;
  /** Returns the money. False if the payout is no longer pending. */
  cancel(payout: SimulatedPayout, wallet: Wallet, now: number): boolean;
  /** The payout that an earlier request of this customer with this ID made, and the body of that request. */
  made(
    userId: string,
    requestId: string,
  ): { readonly payout: SimulatedPayout; readonly body: string } | undefined;
  remember(requestId: string, payout: SimulatedPayout, body: string): void;
  /** Sets how long new payouts stay pending. */
  setPending(ms: number): void;
}

export function createPayouts(seed: number, agenda: Agenda): Payouts {
  const all: SimulatedPayout[] = [];
  const byRequest = new Map<string, { payout: SimulatedPayout; body: string }>();
  let pendingMs = 10 * 60_000;

  const process = (payout: SimulatedPayout, wallet: Wallet, at: number): void => {
    if (payout.status !== 'PENDING') return;
    payout.status = 'PROCESSED';
    const { currency, minor, systemReference } = payout;
    wallet.change(at, released(payout, `Released ${systemReference}`));
    const entry = {
      source: 'PAYOUT',
      transaction: 'PAYOUT',
      description: `Payout ${systemReference}`,
    } as const;
    wallet.change(at, { currency, available: -minor, entry });
  };

  return {
    all,
    make: (order, wallet, now) => {
      const { currency, minor } = order;
      if ((wallet.available(currency) ?? 0n) < minor) return undefined;
      const luck = dice(seed, `payout/${all.length}`);
      const systemReference = `PAY${luck.digits(12)}`;
      const payout: SimulatedPayout = {
        ...order,
        id: luck.uuid(),
        systemReference,
        created: now,
        status: 'PENDING',
      };
      all.push(payout);
      wallet.change(now, {
        currency,
        available: -minor,
        reserved: minor,
        entry: { source: 'PAYOUT', transaction: 'HOLD', description: `Held for payout ${systemReference}` },
      });
      agenda.add(now + pendingMs, at => process(payout, wallet, at));
      return payout;
    },
    cancel: (payout, wallet, now) => {
      if (payout.status !== 'PENDING') return false;
      payout.status = 'CANCELLED';
      wallet.change(now, released(payout, `Cancelled ${payout.systemReference}`));
      return true;
    },
    made: (userId, requestId) => byRequest.get(`${userId} ${requestId}`),
    remember: (requestId, payout, body) => {
      byRequest.set(`${payout.userId} ${requestId}`, { payout, body });
    },
    setPending: ms => {
      pendingMs = ms;
    },
  };
}

function released({ currency, minor }: SimulatedPayout, description: string) {
  const entry = { source: 'PAYOUT', transaction: 'HOLD', description } as const;
  return { currency, available: minor, reserved: -minor, entry };
}
