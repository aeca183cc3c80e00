// What a team shares beside its entries, by the functions of its server.
import type { Customer } from '../../api/client/service.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { notRead, notWritten } from '../explain.ts';
import type { ReadResult } from '../journal.ts';
import type { News, Note, Shared, SharedView, Together } from '../together.ts';
import { sentenceOf, stepped } from './answers.ts';
import { integer, record, storable, storableJson } from './entries.ts';
import { causeOf, type Link, Refused } from './link.ts';

interface TogetherParts {
  readonly rows: Link['rows'];
  /** The console and the realm of now. */
  readonly console: () => string;
  readonly realm: () => number;
  readonly redact: (text: string) => string;
}

type Found = Readonly<Record<string, unknown>>;

const NOTES = 200;

export function togetherOf({ rows, console, realm, redact }: TogetherParts): Together {
  const call = async (sql: string, ...values: Parameters<Link['rows']>[1][]): Promise<Found> => {
    const [found] = await rows(`SELECT purser.${sql} AS r`, console(), ...values);
    return record(found?.['r']);
  };

  async function read<T>(work: () => Promise<T>): Promise<ReadResult<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      return { ok: false, unreadable: notRead(causeOf(error)) };
    }
  }

  async function shared(work: () => Promise<Found>): Promise<Shared> {
    try {
      const answer = await work();
      return answer['ok'] === true ? { ok: true } : { ok: false, why: whyNot(answer) };
    } catch (error) {
      return { ok: false, why: notWritten(causeOf(error)) };
    }
  }

  async function step(work: () => Promise<Found>) {
    try {
      return stepped(await work());
    } catch (error) {
      return { ok: false as const, unwritable: notWritten(causeOf(error)) };
    }
  }

  return {
    look: (where, customers) =>
      read(async () => {
        const place = where && storableJson({ ...namesOf(where.customer), doing: where.doing });
        const asked = customers.map(customer => storableJson(namesOf(customer)));
        const answer = await call('look($1, $2, $3)', place ?? null, `[${asked.join()}]`);
        if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
        return newsIn(answer);
      }),
    notes: ({ userId, onBehalfOf }) =>
      read(async () =>
        (
          await rows(
            `SELECT number, record, person, at, text FROM purser.notes WHERE realm = $1 AND user_id = $2
              AND on_behalf_of IS NOT DISTINCT FROM $3 ORDER BY number DESC LIMIT ${NOTES}`,
            realm(),
            storable(userId),
            onBehalfOf === undefined ? null : storable(onBehalfOf),
          )
        ).map(noteIn),
      ),
    addNote: (customer, text, about) =>
      shared(() =>
        call('add_note($1, $2)', storableJson({ ...namesOf(customer), record: about, text: redact(text) })),
      ),
    handOver: (requestId, person) => step(() => call('hand_over($1, $2, $3)', requestId, person)),
    answer: (requestId, accepts) => step(() => call('answer_handover($1, $2, $3)', requestId, accepts)),
    views: () =>
      read(async () =>
        (
          await rows(
            'SELECT place, name, person, view FROM purser.views WHERE realm = $1 ORDER BY place, lower(name)',
            realm(),
          )
        ).map(viewIn),
      ),
    shareView: (place, name, view) =>
      shared(() => call('share_view($1, $2, $3, $4)', place, storable(name), storableJson({ ...view }))),
    unshareView: (place, name) => shared(() => call('share_view($1, $2, $3, NULL)', place, storable(name))),
  };
}

const namesOf = ({ userId, onBehalfOf }: Customer) => ({ user: userId, for: onBehalfOf });

const listIn = (json: unknown): readonly Found[] => (Array.isArray(json) ? json.map(record) : []);

const textIn = (found: Found, name: string): string => String(found[name] ?? '');

function customerIn(found: Found): Customer {
  const onBehalfOf = found['for'];
  return { userId: textIn(found, 'user'), ...(typeof onBehalfOf === 'string' && { onBehalfOf }) };
}

const newsIn = (answer: Found): News => ({
  me: textIn(answer, 'me'),
  people: Array.isArray(answer['people']) ? answer['people'].map(String) : [],
  here: listIn(answer['here']).map(found => ({
    person: textIn(found, 'person'),
    customer: customerIn(found),
    doing: textIn(found, 'doing'),
  })),
  counts: listIn(answer['counts']).map(found => ({
    customer: customerIn(found),
    notes: integer(found, 'notes'),
  })),
});

function noteIn(found: Found): Note {
  const about = found['record'];
  return {
    number: integer(found, 'number'),
    ...(typeof about === 'string' && { record: about }),
    author: textIn(found, 'person'),
    at: integer(found, 'at'),
    text: textIn(found, 'text'),
  };
}

const viewIn = (found: Found): SharedView => ({
  place: textIn(found, 'place'),
  name: textIn(found, 'name'),
  person: textIn(found, 'person'),
  view: found['view'],
});

/** The whole sentence of a refusal. */
const whyNot = (answer: Found): Visible =>
  answer['barred'] === 'viewTaken'
    ? t`${visible(textIn(answer, 'person'), 60)} shares a view of this name. Save yours under another name.`
    : sentenceOf(answer);
