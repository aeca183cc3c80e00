// A call's lines in the audit log that are no part of its write, as in a console session: the sign-in, and the write access.

import type { JournalEffects } from '../effects/journal.ts';
import { whoAndWhere } from '../effects/session.ts';
import type { AuditEntry } from '../journal/audit.ts';
import type { Visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import type { Session } from './session.ts';

export const signedIn = ({ reach }: Pick<Session, 'reach'>): AuditEntry => ({
  kind: 'signed-in',
  detail: whoAndWhere(reach),
});

/** For a command that opens no journal otherwise; a whole sentence if it can't be recorded. */
export async function noteSignIn(session: Session): Promise<Visible | undefined> {
  const opened = await session.openJournal();
  if ('locked' in opened) return opened.locked;
  const noted = await opened.journal.note(signedIn(session));
  await opened.journal.close();
  return noted.ok ? undefined : noted.unwritable;
}

/** In production only: a demo needs no write access. `word` is what happens to it. */
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
