// The heartbeat of a console: one call renews the lease, reports the customer, and brings the news of the team.
import type { Customer } from '../../api/client/call-context.ts';
import { integer } from '../stored-row.ts';
import { type News, namesOf, type Whereabouts } from '../together.ts';
import { type Beat, beatIn } from './answers.ts';
import { record, storableJson } from './entries.ts';
import { type ServerAnswer, type ServerConsole, toldIn } from './server-console.ts';

export type Heartbeat = ReturnType<typeof heartbeatOf>;

/** In JSON. */
interface HeartbeatQuestion {
  readonly place: string;
  readonly customers: string;
}

/** The console shows no customer, or nobody uses it. */
const NOWHERE = '{}';
const NOTHING: HeartbeatQuestion = { place: NOWHERE, customers: '[]' };
const NO_NEWS: News = { me: '', people: [], here: [], counts: [] };

export function heartbeatOf(server: ServerConsole) {
  let asked = NOTHING;
  /** What the server knows of this console, and the line up to which this console has the news. */
  let told:
    | { readonly console: string; readonly line: number; readonly asked: HeartbeatQuestion }
    | undefined;
  let news = NO_NEWS;
  let strays: unknown = [];

  async function ask(console: string): Promise<ServerAnswer> {
    const known = told?.console === console ? told : undefined;
    const { place, customers } = asked;
    const answer = await server.call(
      'heartbeat',
      console,
      ...toldIn(server.head),
      known?.line ?? null,
      place === (known?.asked.place ?? NOWHERE) ? null : place,
      customers,
      customers !== known?.asked.customers,
    );
    if (answer['ok'] === true) {
      const line = integer(record(answer['head']), 'number');
      told = { console, line, asked: { place, customers } };
      news = newsIn(answer, news);
      strays = answer['strays'] ?? strays;
    }
    return answer;
  }

  return {
    asks(where: Whereabouts | undefined, customers: readonly Customer[]): void {
      asked = askedOf(where, customers);
    },
    /** Whether the last heartbeat asked the same. */
    hasAsked(where: Whereabouts | undefined, customers: readonly Customer[]): boolean {
      const { place, customers: names } = askedOf(where, customers);
      return told?.asked.place === place && told.asked.customers === names;
    },
    beat: async (): Promise<Beat> => beatIn({ ...(await server.alive(ask)), strays }),
    /** Of the last heartbeat. */
    news: () => news,
  };
}

const askedOf = (where: Whereabouts | undefined, customers: readonly Customer[]): HeartbeatQuestion => ({
  place: where === undefined ? NOWHERE : storableJson({ ...namesOf(where.customer), doing: where.doing }),
  customers: namesJson(customers),
});

/** A console may name its customer twice: as the current customer and as a recent one. */
export const namesJson = (customers: readonly Customer[]): string =>
  `[${[...new Set(customers.map(customer => storableJson(namesOf(customer))))].join()}]`;

export const countsIn = (found: readonly ServerAnswer[]): News['counts'] =>
  found.map(each => ({ customer: customerIn(each), notes: integer(each, 'notes') }));

const listIn = (json: unknown): readonly ServerAnswer[] => (Array.isArray(json) ? json.map(record) : []);

const textIn = (found: ServerAnswer, name: string): string => String(found[name] ?? '');

function customerIn(found: ServerAnswer): Customer {
  const onBehalfOf = found['for'];
  return { userId: textIn(found, 'user'), ...(typeof onBehalfOf === 'string' && { onBehalfOf }) };
}

/** The server sends the persons and the counts of notes only if they may have changed. */
const newsIn = (answer: ServerAnswer, before: News): News => ({
  me: textIn(answer, 'me'),
  people: Array.isArray(answer['people']) ? answer['people'].map(String) : before.people,
  here: listIn(answer['here']).map(found => ({
    person: textIn(found, 'person'),
    customer: customerIn(found),
    doing: textIn(found, 'doing'),
  })),
  counts: Array.isArray(answer['counts']) ? countsIn(listIn(answer['counts'])) : before.counts,
});
