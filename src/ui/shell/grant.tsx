// Asks why writing is needed; what is answered goes on record with every write.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import { t } from '../../lib/visible.ts';
import { field, fieldValue, onButton, withErrors } from '../../store/form.ts';
import type { Form, Overlay } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { FormView, formBindings } from '../screens/form.tsx';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const BUTTON = t`Grant writing`;
const GROUP = t`writing`;

export const grantOverlay = (): Overlay => ({
  kind: 'grant',
  form: {
    fields: [
      field('reason', t`Reason`, '', t`a ticket, or what the customer asked for: it goes into the journal`),
    ],
    focus: 0,
  },
});

function submit(app: App, form: Form): void {
  const reason = fieldValue(form, 'reason');
  if (reason === '') {
    const errors = { reason: t`Writing is granted for a reason: say which, in a few words.` };
    app.store.setState({ overlay: { kind: 'grant', form: withErrors(form, errors) } });
    return;
  }
  app.store.setState({ overlay: undefined });
  app.grant.give(reason);
}

export const grantKind: OverlayKind = {
  takesText(state) {
    const overlay = openOverlay(state, 'grant');
    return overlay !== undefined && !onButton(overlay.form);
  },
  bindings: [
    ...formBindings(
      {
        id: 'grant',
        get: state => openOverlay(state, 'grant')?.form,
        set: (state, form) => ({ ...state, overlay: { kind: 'grant', form } }),
      },
      BUTTON,
      submit,
    ),
    {
      id: 'grant.close',
      title: t`stay read-only`,
      keys: ['esc'],
      group: GROUP,
      footer: 3,
      run: closeOverlay,
    },
  ],
  View: GrantView,
};

function GrantView({ app, state, theme, area }: OverlayProps) {
  const overlay = openOverlay(state, 'grant');
  if (!overlay) return null;
  const { environment } = state.reach;
  const production = environment === 'production';
  const above = composeDetails(
    [
      {
        note: production
          ? t`PRODUCTION: what is written here moves real money.`
          : t`This is a demo environment.`,
        tone: production ? 'bad' : 'dim',
      },
      { note: t`Writing ends by itself 15 minutes after the last write; w gives it back.` },
    ],
    area.width,
    theme,
  );
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden">
      <Line text={theme.paint('heading', t`Ask to write`)} />
      <Lines lines={above} height={above.length} />
      <FormView
        form={overlay.form}
        button={BUTTON}
        width={area.width}
        height={Math.max(1, area.height - 1 - above.length)}
        theme={theme}
        onChange={form => app.store.setState({ overlay: { kind: 'grant', form } })}
      />
    </Box>
  );
}
