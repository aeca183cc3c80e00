// The actions on a journal entry.

import { t } from '../../lib/visible.ts';
import { sendAgain, whyNotAgain } from '../../money/again/send-again.ts';
import type { App } from '../../money/app.ts';
import type { WriteRules } from '../../money/earlier-warnings.ts';
import type { JournalEntry } from '../../money/journal-entry.ts';
import { openView } from '../../store/view.ts';
import { pushView } from '../../store/workspace.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { whyNotResolve } from './resolving.ts';

/** Allowed in READ-ONLY mode, because a verdict sends nothing. */
export const resolveAction: RowAction<JournalEntry> = {
  id: 'resolve',
  title: t`resolve`,
  key: 'v',
  footer: 1.2,
  barred: ({ row }) => whyNotResolve(row),
  run: (app: App, { row }) =>
    app.store.setState(state => pushView(state, openView('resolve', row.intent.requestId))),
};

export const sendAgainAction = ({ definitions }: WriteRules): RowAction<JournalEntry> => ({
  id: 'send-again',
  title: t`send again`,
  key: 'p',
  footer: 1.4,
  barred: ({ row }, state) => whyNotAgain(row, state, definitions),
  run: (app, { row }) => void sendAgain(app, row),
});
