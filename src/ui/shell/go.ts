// Goes where a line after `:` leads, or the command line.

import type { App } from '../../effects/app.ts';
import { findText } from '../../features/find/begin.ts';
import { goTo } from '../../store/workspace.ts';
import { customersOverlay } from './customers.tsx';
import { followLink } from './follow-link.ts';
import type { Destination } from './goto.ts';

export function go(app: App, to: Exclude<Destination, { kind: 'quit' }>): void {
  const { setState, getState } = app.store;
  // At the start there is no prompt, and a screen reader must not hear another place first.
  if (getState().prompt) setState({ prompt: undefined });
  if (to.kind === 'link') followLink(app, to.link);
  else if (to.kind === 'unknown') setState({ notice: { text: to.why, tone: 'warning' } });
  else if (to.kind === 'customer') setState({ overlay: customersOverlay(false, to.userId) });
  else if (to.place === 'find' && to.subject !== undefined) findText(app, to.subject);
  else setState(state => goTo(state, to.place, to.subject));
}
