// Brings the server's record and this machine's file together: each knows outcomes that the other may lack.
import type { RowState, Settlement } from '../intent.ts';
import type { Journal } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';

const CERTAIN: readonly RowState[] = ['DONE', 'REFUSED', 'NOT SENT'];
const isCertain = (state: RowState): state is Settlement => CERTAIN.includes(state);

/**
 * UNKNOWN at the server, certain in this file: the console died, or lost its lease, before it could say so. `strays` are the
 * request IDs; gives those that need not be looked at again.
 */
export async function tellOutcomes(
  local: Journal,
  server: ServerJournal,
  strays: readonly string[],
): Promise<readonly string[]> {
  const over: string[] = [];
  for (const requestId of strays) {
    const found = await local.get(requestId);
    const row = found.ok ? found.value : undefined;
    // An entry that was made elsewhere never comes into this file as an earlier attempt.
    if (found.ok && row === undefined) over.push(requestId);
    const attempt = row?.transitions.findLast(({ to }) => to === 'PREPARED' || to === 'SENT');
    if (row === undefined || attempt === undefined || !isCertain(row.state)) continue;
    const told = await server.late(requestId, row.state, row.transitions.at(-1)?.answer, attempt.process.pid);
    if ('away' in told) return over;
    over.push(requestId);
  }
  return over;
}

/** UNKNOWN in this file, RESOLVED at the server: a colleague found out. */
export async function hearVerdicts(local: Journal, server: ServerJournal): Promise<void> {
  const open = await local.unresolved();
  for (const { intent, state } of open.ok ? open.value : []) {
    if (state !== 'UNKNOWN') continue;
    const found = await server.get(intent.requestId);
    const verdict = found.ok ? found.value?.transitions.at(-1)?.resolution : undefined;
    if (verdict) await local.resolve(intent.requestId, verdict);
  }
}
