// Reconciles the team journal with this machine's file: each may have outcomes that the other lacks.
import type { RowState, Settlement } from '../intent.ts';
import type { Journal } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';

const CERTAIN: readonly RowState[] = ['DONE', 'REFUSED', 'NOT SENT'];
const isCertain = (state: RowState): state is Settlement => CERTAIN.includes(state);

/**
 * Sends the outcomes of entries that are UNKNOWN on the server and certain in this file. Their console died, or lost
 * its lease, before it could send the outcomes. `strays` are the request IDs. Returns the request IDs that need no
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
    // An entry from another machine needs no further check: this file never gets its outcome.
    if (found.ok && row === undefined) over.push(requestId);
    const attempt = row?.transitions.findLast(({ to }) => to === 'PREPARED' || to === 'SENT');
    if (row === undefined || attempt === undefined || !isCertain(row.state)) continue;
    const sent = await server.late(requestId, row.state, row.transitions.at(-1)?.answer, attempt.process.pid);
    if ('away' in sent) return over;
    over.push(requestId);
  }
  return over;
}

/** Takes over the verdicts of colleagues for entries that are UNKNOWN in this file and RESOLVED on the server. */
export async function takeVerdicts(local: Journal, server: ServerJournal): Promise<void> {
  const open = await local.unresolved();
  for (const { intent, state } of open.ok ? open.value : []) {
    if (state !== 'UNKNOWN') continue;
    const found = await server.get(intent.requestId);
    const verdict = found.ok ? found.value?.transitions.at(-1)?.resolution : undefined;
    if (verdict) await local.resolve(intent.requestId, verdict);
  }
}
