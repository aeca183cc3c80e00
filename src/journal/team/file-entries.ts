// This machine's file beside the team journal: each may have entries and outcomes that the other lacks.
import type { Visible } from '../../lib/visible.ts';
import type { Intent, Row, RowState, Settlement, Shown } from '../intent.ts';
import type { Barred, Journal, Unwritable } from '../journal.ts';
import { mayBeDone, type Naming, unnamed } from '../possible-duplicates.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import { AWAY } from './team-connection.ts';

export async function equalIn(
  local: Journal,
  intent: Intent,
  naming: Naming = { named: [] },
): Promise<readonly Row[]> {
  const equals = await local.equals(intent);
  return equals.ok ? unnamed(equals.value.filter(mayBeDone), naming) : [];
}

/** Returns the reason if the record fails. */
export async function keepIn(local: Journal, intent: Intent): Promise<Visible | undefined> {
  const equals = await local.equals(intent);
  const named = equals.ok ? equals.value.map(row => row.intent.requestId) : [];
  const kept = await local.prepare(intent, { named });
  if (kept.ok) return undefined;
  return 'equal' in kept ? AWAY : refusalIn(kept);
}

/** The file may lack the entry. Returns the reason if the record fails. */
export async function repeatIn(
  local: Journal,
  intent: Intent,
  what: readonly Shown[] | undefined,
): Promise<Visible | undefined> {
  const { requestId } = intent;
  const known = await local.get(requestId);
  const missing = known.ok && known.value === undefined;
  const refused = missing ? await keepIn(local, intent) : undefined;
  if (refused !== undefined) return refused;
  const kept = missing ? await local.sent(requestId) : await local.repeat(requestId, what);
  return kept.ok ? undefined : refusalIn(kept);
}

export const refusalIn = (step: Barred | Unwritable): Visible =>
  'barred' in step ? step.barred : step.unwritable;

const CERTAIN: readonly RowState[] = ['DONE', 'REFUSED', 'NOT SENT'];
const isCertain = (state: RowState): state is Settlement => CERTAIN.includes(state);

/**
 * Their console died, or lost its lease, before it could send the outcomes that this file has. Returns the `strays` that need no
 * further check.
 */
export async function sendOutcomes(
  local: Journal,
  server: ServerJournal,
  strays: readonly string[],
): Promise<readonly string[]> {
  const over: string[] = [];
  for (const requestId of strays) {
    const found = await local.get(requestId);
    const row = found.ok ? found.value : undefined;
    // This file never gets the outcome of an entry from another machine.
    if (found.ok && row === undefined) over.push(requestId);
    const attempt = row?.transitions.findLast(({ to }) => to === 'PREPARED' || to === 'SENT');
    if (row === undefined || attempt === undefined || !isCertain(row.state)) continue;
    const sent = await server.late(requestId, row.state, row.transitions.at(-1)?.answer, attempt.process.pid);
    if ('away' in sent) return over;
    over.push(requestId);
  }
  return over;
}

/** At each heartbeat, so that many notes do not delay the next one. */
const NOTES_AT_ONCE = 50;

/** The notes that were written before this machine had a team. */
export async function joinNotes(local: Journal, server: ServerJournal): Promise<void> {
  const notes = local.notes?.(server.service);
  const left = await notes?.unjoined(NOTES_AT_ONCE);
  for (const note of left?.ok ? left.value : []) {
    const joined = await server.together.joinNote(note);
    if (joined.ok) await notes?.join(note.id);
    else if (joined.away) return;
  }
}

/** For entries that are UNKNOWN in this file and RESOLVED on the server. */
export async function takeVerdicts(local: Journal, server: ServerJournal): Promise<void> {
  const open = await local.unresolved();
  for (const { intent, state } of open.ok ? open.value : []) {
    if (state !== 'UNKNOWN') continue;
    const found = await server.get(intent.requestId);
    const verdict = found.ok ? found.value?.transitions.at(-1)?.resolution : undefined;
    if (verdict) await local.resolve(intent.requestId, verdict);
  }
}
