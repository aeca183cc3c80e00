// The key that changes how times are shown.

import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { t } from '../../lib/visible.ts';

const TIMES = ['local', 'utc', 'relative'] as const;

export const timesBinding: Binding<App> = {
  id: 'time',
  title: t`times: local, UTC, relative`,
  keys: ['t'],
  group: t`everywhere`,
  run: app =>
    app.store.setState(({ time }) => {
      const next = TIMES[(TIMES.indexOf(time) + 1) % TIMES.length] ?? 'local';
      return {
        time: next,
        notice: {
          text: t`Times are ${next === 'local' ? t`local` : next === 'utc' ? t`UTC` : t`relative`}.`,
          tone: 'info',
        },
      };
    }),
};
