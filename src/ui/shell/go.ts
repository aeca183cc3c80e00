// Opens the destination of a line typed after `:`, or of the command line.

import type { App } from '../../money/app.ts';
import { goTo } from '../../store/workspace.ts';
import { findText } from '../../subjects/find/find.ts';
import { customersOverlay } from './customers.tsx';
import { followLink } from './follow-link.ts';
import type { Destination } from './goto.ts';

export function go(app: App, to: Exclude<Destination, { kind: 'quit' }>): void {
  const { setState, getState } = app.store;
  // Changes the state only if a prompt is open: at the start, a change would make a screen reader say another screen.
  if (getState().prompt) setState({ prompt: undefined });
  if (to.kind === 'link') followLink(app, to.link);
  else if (to.kind === 'unknown') setState({ notice: { text: to.why, tone: 'warning' } });
  else if (to.kind === 'customer') setState({ overlay: customersOverlay(false, to.userId) });
  else if (to.place === 'find' && to.subject !== undefined) findText(app, to.subject);
  else setState(state => goTo(state, to.place, to.subject));
}
