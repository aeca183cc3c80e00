// Conversions of quotes. Each is processing until it settles on the service's clock (INTERFACE.md, Conversion).
import { dice } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { SimulatedQuote } from './quotes.ts';
import type { Wallet } from './wallet.ts';

export interface SimulatedConversion {
  readonly id: string;
  readonly reference: string;
  readonly quote: SimulatedQuote;
  readonly created: number;
  readonly settles: number;
  status: 'processing' | 'SETTLED';
}

export interface Conversions {
  /** Takes the sell amount now and adds the buy amount at settlement. Undefined if the balance is too low. */
  make(quote: SimulatedQuote, wallet: Wallet, now: number): SimulatedConversion | undefined;
  /** Undefined for another customer's conversion. */
  find(id: string, userId: string): SimulatedConversion | undefined;
}

const second = 1000;
const day = 86_400 * second;

export function createConversions(seed: number, agenda: Agenda): Conversions {
  const made = new Map<string, SimulatedConversion>();

  const settle = (conversion: SimulatedConversion, wallet: Wallet, at: number): void => {
    const { source, destination, sourceMinor, destinationMinor } = conversion.quote;
    conversion.status = 'SETTLED';
    wallet.change(at, { currency: source, reserved: -sourceMinor });
    wallet.change(at, {
      currency: destination,
      available: destinationMinor,
      pending: -destinationMinor,
      entry: {
        source: 'CONVERSION',
        transaction: 'CONVERSION_BUY',
        description: `Conversion bought ${conversion.reference}`,
      },
    });
  };

  return {
    make: (quote, wallet, now) => {
      const { source, destination, sourceMinor, destinationMinor } = quote;
      if ((wallet.available(source) ?? 0n) < sourceMinor) return undefined;
      const luck = dice(seed, `conversion/${made.size}`);
      const conversion: SimulatedConversion = {
        id: `conversion_${luck.hex(20)}`,
        reference: `CNV${luck.digits(10)}`,
        quote,
        created: now,
        settles: settlementOf(quote.schedule, now),
        status: 'processing',
      };
      made.set(conversion.id, conversion);
      wallet.change(now, {
        currency: source,
        available: -sourceMinor,
        reserved: sourceMinor,
        entry: {
          source: 'CONVERSION',
          transaction: 'HOLD',
          description: `Held for conversion ${conversion.reference}`,
        },
      });
      wallet.change(now, { currency: destination, pending: destinationMinor });
      agenda.add(conversion.settles, at => settle(conversion, wallet, at));
      return conversion;
    },
    find: (id, userId) => {
      const conversion = made.get(id);
      return conversion?.quote.userId === userId ? conversion : undefined;
    },
  };
}

/** Our choice, because INTERFACE.md has no settlement times. */
function settlementOf(schedule: SimulatedQuote['schedule'], now: number): number {
  const five = Math.floor(now / day) * day + 17 * 3600 * second;
  switch (schedule) {
    case 'immediate':
      return now + 20 * second;
    case 'end_of_day':
      return five > now ? five : five + day;
    case 'next_day':
      return now + day;
    case '2_days':
      return now + 2 * day;
  }
}
