// Presence, notes, handovers and shared views, while the server is there. This machine stores none of these.
import { t } from '../../lib/visible.ts';
import type { Together } from '../together.ts';

const AWAY = t`The server of the team journal is away.`;

const unread = { ok: false, unreadable: AWAY } as const;
const unshared = { ok: false, why: AWAY } as const;
const unwritten = { ok: false, unwritable: AWAY } as const;

export const togetherThrough = (server: () => Together | undefined): Together => ({
  look: async (...asked) => server()?.look(...asked) ?? unread,
  notes: async customer => server()?.notes(customer) ?? unread,
  addNote: async (...note) => server()?.addNote(...note) ?? unshared,
  handOver: async (...entry) => server()?.handOver(...entry) ?? unwritten,
  answer: async (...entry) => server()?.answer(...entry) ?? unwritten,
  views: async () => server()?.views() ?? unread,
  shareView: async (...view) => server()?.shareView(...view) ?? unshared,
  unshareView: async (...view) => server()?.unshareView(...view) ?? unshared,
});
