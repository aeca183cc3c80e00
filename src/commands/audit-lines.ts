// The audit entries for the sign-in and the write access of a call. A console session has the same entries.

import { whoAndWhere } from '../effects/session.ts';
import type { AuditEntry } from '../journal/audit.ts';
import type { Visible } from '../lib/visible.ts';
import type { JournalEffects } from '../money/journal.ts';
import type { State } from '../store/state.ts';
import type { Session } from './session.ts';

export const signedIn = ({ reach }: Pick<Session, 'reach'>): AuditEntry => ({
  kind: 'signed-in',
  detail: whoAndWhere(reach),
});

/** Records the sign-in of a command that uses the journal for nothing else. Returns a whole sentence if that fails. */
export async function noteSignIn(session: Session): Promise<Visible | undefined> {
  const opened = await session.openJournal();
  if ('locked' in opened) return opened.locked;
  const noted = await opened.journal.note(signedIn(session));
  await opened.journal.close();
  return noted.ok ? undefined : noted.unwritable;
}

/** Records the start or end of write access, which only production needs. Returns a sentence if that fails. */
export async function noteGrant(
  word: 'grant-given' | 'grant-ended',
  { grant }: Pick<State, 'grant'>,
  journal: Pick<JournalEffects, 'note'>,
): Promise<Visible | undefined> {
  if (!grant) return undefined;
  const { reason, baseUrl: service } = grant;
  const detail = { reason, service, ...(word === 'grant-ended' && { why: 'ended' }) };
  return journal.note({ kind: word, detail });
}
