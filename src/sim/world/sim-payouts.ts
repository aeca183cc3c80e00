// Payouts, pending until they are cancelled or go out. Each request ID makes one payout at most (INTERFACE.md, Family B
// common request headers).

import { dice } from '../random.ts';
import type { Agenda } from '../service-clock.ts';
import type { Wallet } from './wallet.ts';
import type { BookRule } from './wrong-history.ts';
import { isWrong } from './wrong-records.ts';

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
  /** Made on purpose: the payout moves no money. */
  readonly isLost: boolean;
}

export function createPayouts(seed: number, agenda: Agenda, books: readonly BookRule[] = []) {
  const all: SimulatedPayout[] = [];
  const byRequest = new Map<string, { payout: SimulatedPayout; body: string }>();
  let pendingMs = 10 * 60_000;

  const process = (payout: SimulatedPayout, wallet: Wallet, at: number): void => {
    if (payout.status !== 'PENDING') return;
    payout.status = 'PROCESSED';
    const { currency, minor, systemReference } = payout;
    release(payout, wallet, at, 'Released');
    const description = `Payout ${systemReference}`;
    wallet.change(at, {
      currency,
      available: -minor,
      entry: { source: 'PAYOUT', transaction: 'PAYOUT', description },
    });
  };

  return {
    all: all as readonly SimulatedPayout[],
    /** Undefined if the balance is too low. */
    make: (order: PayoutOrder, wallet: Wallet, now: number): SimulatedPayout | undefined => {
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
        isLost: books.includes('journal-missing') && isWrong(seed, all.length),
      };
      all.push(payout);
      if (payout.isLost) return payout;
      const description = `Held for payout ${systemReference}`;
      wallet.change(now, {
        currency,
        available: -minor,
        reserved: minor,
        entry: { source: 'PAYOUT', transaction: 'HOLD', description },
      });
      agenda.add(now + pendingMs, at => process(payout, wallet, at));
      return payout;
    },
    /** Returns the money. False if the payout is no longer pending. */
    cancel: (payout: SimulatedPayout, wallet: Wallet, now: number): boolean => {
      if (payout.status !== 'PENDING' || payout.isLost) return false;
      payout.status = 'CANCELLED';
      release(payout, wallet, now, 'Cancelled');
      return true;
    },
    /** By an earlier request with this ID. */
    made: (userId: string, requestId: string) => byRequest.get(`${userId} ${requestId}`),
    remember: (requestId: string, payout: SimulatedPayout, body: string): void => {
      byRequest.set(`${payout.userId} ${requestId}`, { payout, body });
    },
    setPending: (ms: number): void => {
      pendingMs = ms;
    },
  };
}

function release(
  { currency, minor, systemReference }: SimulatedPayout,
  wallet: Wallet,
  at: number,
  why: 'Released' | 'Cancelled',
): void {
  const description = `${why} ${systemReference}`;
  wallet.change(at, {
    currency,
    available: minor,
    reserved: -minor,
    entry: { source: 'PAYOUT', transaction: 'HOLD', description },
  });
}
