// A customer's cardholders. The API creates and changes them, but has no read (INTERFACE.md, Cardholder).
import { dice } from '../random.ts';

/** The details that an update may change. A new name or address replaces the whole old name or address. */
interface CardholderDetails {
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly mobile?: string | undefined;
  readonly address?: Readonly<Record<string, string>> | undefined;
  readonly postalAddress?: Readonly<Record<string, string>> | undefined;
}

export interface Cardholder {
  readonly id: string;
  readonly type: 'INDIVIDUAL' | 'DELEGATE';
  details: CardholderDetails;
}

export interface Cardholders {
  readonly all: readonly Cardholder[];
  find(id: string): Cardholder | undefined;
  add(type: Cardholder['type'], details: CardholderDetails): Cardholder;
}

/** Every third initial cardholder is a delegate. */
export function createCardholders(parts: {
  seed: number;
  name: string;
  count: number;
  people: readonly [string, ...string[]];
}): Cardholders {
  const { seed, name, people } = parts;
  const all: Cardholder[] = [];
  const add: Cardholders['add'] = (type, details) => {
    const cardholder = { id: dice(seed, `${name}/${all.length}`).uuid(), type, details };
    all.push(cardholder);
    return cardholder;
  };
  for (let i = 0; i < parts.count; i++) {
    const last_name = people[i % people.length] ?? people[0];
    add(i % 3 === 2 ? 'DELEGATE' : 'INDIVIDUAL', { name: { first_name: '', last_name } });
  }
  return { all, add, find: id => all.find(cardholder => cardholder.id === id) };
}

/** The name on a card. */
export function fullName({ details: { name } }: Cardholder): string {
  return `${name.first_name} ${name.last_name}`.trim();
}
