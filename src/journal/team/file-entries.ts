// The entries in this machine's file. Some may be older than the team journal.
import type { Visible } from '../../lib/visible.ts';
import { type Naming, unnamed } from '../duplicates.ts';
import type { Intent, Row, Shown } from '../intent.ts';
import type { Barred, Journal, Unwritable } from '../journal.ts';
import { AWAY } from './connection.ts';

/** The duplicates in this file that no person has named. */
export async function equalIn(
  local: Journal,
  intent: Intent,
  naming: Naming = { named: [] },
): Promise<readonly Row[]> {
  const equals = await local.equals(intent);
  return equals.ok ? unnamed(equals.value, naming) : [];
}

/** Records the entry in this file. Returns the reason if that fails. */
export async function keepIn(local: Journal, intent: Intent): Promise<Visible | undefined> {
  const equals = await local.equals(intent);
  const named = equals.ok ? equals.value.map(row => row.intent.requestId) : [];
  const kept = await local.prepare(intent, { named });
  if (kept.ok) return undefined;
  return 'equal' in kept ? AWAY : whyIn(kept);
}

/** Records the retry of an entry that this file may lack. Returns the reason if that fails. */
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
  return kept.ok ? undefined : whyIn(kept);
}

export const whyIn = (step: Barred | Unwritable): Visible =>
  'barred' in step ? step.barred : step.unwritable;
