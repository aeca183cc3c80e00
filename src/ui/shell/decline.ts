// Asks for the reason of a decline. The person who asked for approval reads the reason.

import { t } from '../../lib/visible.ts';
import { fieldValue, withErrors } from '../../store/form.ts';
import { formOverlay } from './form-overlay.tsx';

export const declineKind = formOverlay({
  kind: 'decline',
  group: t`decline`,
  button: t`Decline`,
  esc: t`go back`,
  title: () => t`Decline the request`,
  above: ({ dialog: { title, approval } }) => [
    { note: approval?.name ?? title, tone: 'strong' },
    { note: t`One decline ends the request as NOT SENT.` },
  ],
  // Opens the request again instead of the old dialog, because the request may have changed meanwhile.
  closed: (app, { dialog, voting }) => voting && void app.writes.openWaiting(dialog.requestId),
  submit(app, { form, dialog }, put) {
    const note = fieldValue(form, 'note');
    if (note !== '') void app.writes.decline(dialog, note);
    else put(withErrors(form, { note: t`Required: say why in a few words.` }));
  },
});
