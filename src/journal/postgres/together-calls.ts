// Presence, notes, handovers and shared views on the team's server: the calls of a console.
import type { Customer } from '../../api/client/call-context.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { integer, storable } from '../stored-row.ts';
import {
  MOST_NOTES,
  type News,
  type Note,
  namesOf,
  type Shared,
  type SharedView,
  type Together,
} from '../together.ts';
import { sentenceOf, stepped } from './answers.ts';
import { storableJson } from './entries.ts';
import { countsIn, type Heartbeat, namesJson } from './heartbeat.ts';
import type { ServerAnswer, ServerConsole } from './server-console.ts';

export function togetherOf(
  server: ServerConsole,
  heartbeat: Heartbeat,
  redact: (text: string) => string,
): Together {
  const { rows, read, attempt, callAlive: call } = server;
  const step = (work: () => Promise<ServerAnswer>) => attempt(async () => stepped(await work()));

  async function shared(work: () => Promise<ServerAnswer>): Promise<Shared> {
    const done = await attempt(async (): Promise<Shared> => {
      const answer = await work();
      return answer['ok'] === true ? { ok: true } : { ok: false, why: refusalIn(answer) };
    });
    if (!('unwritable' in done)) return done;
    return { ok: false, why: done.unwritable, ...(done.away && { away: true }) };
  }

  const countsOf = async (customers: readonly Customer[]): Promise<News['counts']> => {
    const sql = `SELECT n.user_id AS user, n.on_behalf_of AS for, count(*)::int AS notes FROM jsonb_to_recordset($2::jsonb) w ("user" text, "for" text)
      JOIN purser.notes n ON n.realm = $1 AND n.user_id = w."user" AND n.on_behalf_of IS NOT DISTINCT FROM w."for" GROUP BY 1, 2`;
    return countsIn(await rows(sql, server.realm, namesJson(customers)));
  };

  return {
    look: (where, customers) =>
      read(async () => {
        if (server.readOnly !== undefined)
          return { me: '', people: [], here: [], counts: await countsOf(customers) };
        heartbeat.asks(where, customers);
        await heartbeat.beat();
        return heartbeat.news();
      }),
    notes: customer =>
      read(async () => {
        const names = namesOf(customer);
        const found = await rows(
          `SELECT number, record, person, at, text FROM purser.notes WHERE realm = $1 AND user_id = $2
              AND on_behalf_of IS NOT DISTINCT FROM $3 ORDER BY at DESC, number DESC LIMIT ${MOST_NOTES}`,
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
    // The text was redacted when the machine recorded it.
    joinNote: ({ customer, ...note }) =>
      shared(() => call('add_note', storableJson({ ...namesOf(customer), ...note }))),
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

const textIn = (found: ServerAnswer, name: string): string => String(found[name] ?? '');

function noteIn(found: ServerAnswer): Note {
  const about = found['record'];
  return {
    number: integer(found, 'number'),
    ...(typeof about === 'string' && { record: about }),
    author: textIn(found, 'person'),
    at: integer(found, 'at'),
    text: textIn(found, 'text'),
  };
}

const viewIn = (found: ServerAnswer): SharedView => ({
  place: textIn(found, 'place'),
  name: textIn(found, 'name'),
  person: textIn(found, 'person'),
  view: found['view'],
});

const refusalIn = (answer: ServerAnswer): Visible =>
  answer['barred'] === 'viewTaken'
    ? t`${visible(textIn(answer, 'person'), 60)} shares a view with this name. Save your view under another name.`
    : sentenceOf(answer);
