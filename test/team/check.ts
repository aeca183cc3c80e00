/** Compares the simulator's ledger with the team's record. */
import type { ScriptLink } from '../../src/journal/postgres/link.ts';
import type { Simulator } from '../../src/sim/simulator.ts';

export interface Checked {
  readonly writes: number;
  readonly effects: number;
  readonly unknown: number;
  /** The contradictions, one sentence each. */
  readonly wrong: readonly string[];
}

interface Entry {
  readonly state: string;
  readonly fingerprint: string;
  readonly verdict: string | null;
  /** The times when the entry was recorded as SENT, in epoch milliseconds. */
  readonly sent: readonly number[];
}

/** How long after the recorded SENT a request may arrive, in milliseconds: 5 s to leave, plus network and clocks. */
const IN_TIME = 5500;

export async function checkLedger(admin: ScriptLink, simulator: Simulator): Promise<Checked> {
  const entries = new Map(
    (
      await admin.rows(
        `SELECT i.request_id, i.state, i.fingerprint,
          (SELECT verdict FROM purser.transitions v WHERE v.request_id = i.request_id AND verdict IS NOT NULL) AS verdict,
          array(SELECT at::float8 FROM purser.transitions t WHERE t.request_id = i.request_id AND to_state = 'SENT' ORDER BY number) AS sent
        FROM purser.intents i JOIN purser.realms r ON r.realm = i.realm WHERE r.base_url = $1`,
        simulator.url,
      )
    ).map(found => [String(found['request_id']), found as unknown as Entry]),
  );
  const wrong: string[] = [];
  const { effects } = simulator.world.ledger;
  const effectsOf = Map.groupBy(effects, ({ requestId }) => requestId ?? 'none');
  const actions = new Map<string, string>();
  for (const [requestId, done] of effectsOf) {
    const entry = entries.get(requestId);
    if (entry === undefined) wrong.push(`${requestId}: an effect without an entry`);
    else {
      if (done.length > 1) wrong.push(`${requestId}: ${done.length} effects`);
      const other = actions.get(entry.fingerprint);
      if (other !== undefined) wrong.push(`${requestId}: a duplicate of ${other} was done too`);
      actions.set(entry.fingerprint, requestId);
      const denied = ['WAITING', 'PREPARED', 'NOT SENT', 'REFUSED'].includes(entry.state);
      if (denied || entry.verdict === 'NOT DONE') wrong.push(`${requestId}: ${entry.state} with an effect`);
    }
  }
  for (const [requestId, { state, verdict }] of entries)
    if ((state === 'DONE' || verdict === 'DONE') && !effectsOf.has(requestId))
      wrong.push(`${requestId}: ${state} without an effect`);
  for (const { headers, receivedAt, target } of simulator.wire) {
    const requestId = headers['x-request-id']?.[0];
    if (requestId === undefined || !target.startsWith('/svc/api/v1/transfer')) continue;
    const leave = entries.get(requestId)?.sent.findLast(at => at <= receivedAt);
    if (leave === undefined) wrong.push(`${requestId}: arrived without a committed SENT`);
    else if (receivedAt - leave > IN_TIME)
      wrong.push(`${requestId}: arrived ${receivedAt - leave} ms after its SENT`);
  }
  const unknown = [...entries.values()].filter(({ state }) => state === 'UNKNOWN').length;
  return { writes: entries.size, effects: effects.length, unknown, wrong };
}
