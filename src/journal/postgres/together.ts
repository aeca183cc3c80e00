// Presence, notes, handovers and shared views, by the functions of the team's server.
import type { Customer } from '../../api/client/service.ts';
import { canonicalId } from '../../lib/identifier.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { integer } from '../stored-row.ts';
import type { News, Note, Shared, SharedView, Together } from '../together.ts';
import { sentenceOf, stepped } from './answers.ts';
import { record } from './entries.ts';
import { storable, storableJson } from './entry-texts.ts';
import { Refused } from './link.ts';
import type { ServerAnswer, ServerConsole } from './server-console.ts';

type Found = ServerAnswer;

const NOTES = 200;

export function togetherOf(server: ServerConsole, redact: (text: string) => string): Together {
  const { rows, read, attempt, callAlive: call } = server;
  const step = (work: () => Promise<Found>) => attempt(async () => stepped(await work()));

  async function shared(work: () => Promise<Found>): Promise<Shared> {
    const done = await attempt(async (): Promise<Shared> => {
      const answer = await work();
      return answer['ok'] === true ? { ok: true } : { ok: false, why: whyNot(answer) };
    });
    return 'unwritable' in done ? { ok: false, why: done.unwritable } : done;
  }

  return {
    look: (where, customers) =>
      read(async () => {
        const place = where && storableJson({ ...namesOf(where.customer), doing: where.doing });
        const asked = customers.map(customer => storableJson(namesOf(customer)));
        const answer = await call('look', place ?? null, `[${asked.join()}]`);
        if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
        return newsIn(answer);
      }),
    notes: customer =>
      read(async () => {
        const names = namesOf(customer);
        const found = await rows(
          `SELECT number, record, person, at, text FROM purser.notes WHERE realm = $1 AND user_id = $2
              AND on_behalf_of IS NOT DISTINCT FROM $3 ORDER BY number DESC LIMIT ${NOTES}`,
          server.realm,
          storable(names.user),
          names.for === undefined ? null : storable(names.for),
        );
        return found.map(noteIn);
      }),
    addNote: (customer, text, about) =>
      shared(() =>
        call('add_note', storableJson({ ...namesOf(customer), record: about, text: redact(text) })),
      ),
    handOver: (requestId, person) => step(() => call('hand_over', requestId, person)),
    answer: (requestId, accepts) => step(() => call('answer_handover', requestId, accepts)),
    views: () =>
      read(async () =>
        (
          await rows(
            'SELECT place, name, person, view FROM purser.views WHERE realm = $1 ORDER BY place, lower(name)',
            server.realm,
          )
        ).map(viewIn),
      ),
    shareView: (place, name, view) =>
      shared(() => call('share_view', place, storable(name), storableJson({ ...view }))),
    unshareView: (place, name) => shared(() => call('share_view', place, storable(name), null)),
  };
}

/** The IDs in their canonical spelling, because the server compares texts. */
const namesOf = ({ userId, onBehalfOf }: Customer) => ({
  user: canonicalId(userId),
  for: onBehalfOf === undefined ? undefined : canonicalId(onBehalfOf),
});

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

/** Why the server refused, as a whole sentence. */
const whyNot = (answer: Found): Visible =>
  answer['barred'] === 'viewTaken'
    ? t`${visible(textIn(answer, 'person'), 60)} shares a view with this name. Save your view under another name.`
    : sentenceOf(answer);
