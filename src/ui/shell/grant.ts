// Asks for the reason for write access. The reason is recorded with every write.

import { t } from '../../lib/visible.ts';
import { field, fieldValue, withErrors } from '../../store/form.ts';
import type { Overlay } from '../../store/overlay.ts';
import { formOverlay } from './form-overlay.tsx';

export const grantOverlay = (): Overlay => ({
  kind: 'grant',
  form: {
    fields: [field('reason', t`Reason`, '', t`a ticket, or the customer's request; goes into the journal`)],
    focus: 0,
  },
});

export const grantKind = formOverlay({
  kind: 'grant',
  group: t`writing`,
  button: t`Get write access`,
  esc: t`stay read-only`,
  title: () => t`Ask for write access`,
  above: (_, { reach }) => [
    reach.environment === 'production'
      ? { note: t`PRODUCTION: writes here move real money.`, tone: 'bad' }
      : reach.unprovenDemo
        ? {
            note: t`Only PURSER_ENVIRONMENT calls this address a demo. Writes here may move real money.`,
            tone: 'bad',
          }
        : { note: t`This is a demo environment.`, tone: 'dim' },
    { note: t`Write access ends 15 minutes after the last write. Press w to end write access earlier.` },
  ],
  submit(app, { form }, put) {
    const reason = fieldValue(form, 'reason');
    if (reason === '') return put(withErrors(form, { reason: t`Required: give the reason in a few words.` }));
    app.store.setState({ overlay: undefined });
    app.grant.give(reason);
  },
});
