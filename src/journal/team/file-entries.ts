// This machine's file beside its team's record: it may have entries from before the team.
import type { Visible } from '../../lib/visible.ts';
import { type Naming, unnamed } from '../duplicates.ts';
import type { Intent, Row } from '../intent.ts';
import type { Journal } from '../journal.ts';
import { AWAY } from './connection.ts';

/** The duplicates in this file that nobody has named. */
export async function equalIn(
  local: Journal,
  { fingerprint }: Intent,
  naming: Naming = { besides: [] },
): Promise<readonly Row[]> {
  const equals = await local.equals(fingerprint);
  return equals.ok ? unnamed(equals.value, naming) : [];
}

/** Records the entry in this file; why not, where that can't be. */
export async function keepIn(local: Journal, intent: Intent): Promise<Visible | undefined> {
  const equals = await local.equals(intent.fingerprint);
  const besides = equals.ok ? equals.value.map(row => row.intent.requestId) : [];
  const kept = await local.prepare(intent, { besides });
  if (kept.ok) return undefined;
  if ('barred' in kept) return kept.barred;
  return 'unwritable' in kept ? kept.unwritable : AWAY;
}
