// The top layer of the console, for a screen reader: the lock, a message, Login, an overlay, a prompt, or the screen.
// Pure.

import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { openExchange } from '../../store/exchanges.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, customerKey, stackOf } from '../../store/workspace.ts';
import { loginSpoken } from '../../subjects/login/login.tsx';
import { placeTitle } from '../shell/bars.ts';
import type { Console } from '../shell/console.ts';
import { lockSpoken } from '../shell/lock.tsx';
import { promptSpoken } from '../shell/prompt.tsx';
import { type Front, LOCKED } from './speak.ts';

export function frontOf(state: State, app: App, console: Console): Front {
  const { overlay, prompt, message } = state;
  if (state.lock) return { key: LOCKED, over: false, title: t``, ...lockSpoken(state, app) };
  if (message) return { key: 'message', over: true, title: t`Message`, entries: [{ note: message.text }] };
  if (state.login) return { key: 'login', over: false, title: t`Sign in`, ...loginSpoken(state, app) };
  const kind = console.overlay(state);
  if (overlay && kind) {
    const dialog = overlay.kind === 'dialog' ? ` ${overlay.dialog.requestId}` : '';
    return { key: `${overlay.kind}${dialog}`, over: true, title: t``, ...kind.spoken(state, app) };
  }
  if (prompt) return { key: `prompt ${prompt.kind}`, over: true, title: t``, ...promptSpoken(state, app) };
  // Without a customer, there is no screen to describe.
  if (!state.customer) return { key: 'nobody', over: false, title: t`` };
  const title = placeTitle(state, place => console.screens.get(place));
  return { key: placeKey(state), over: false, title, ...console.screenOf(state).spoken(state, app) };
}

/** Identifies a place on a customer's stacks, with its subject and its service filter. */
function placeKey(state: State): string {
  const workspace = currentWorkspace(state);
  const { place, subject, server } = currentView(state);
  const customer = state.customer ? customerKey(state.customer) : '';
  const depth = stackOf(workspace, workspace.tab).length;
  return JSON.stringify([customer, workspace.tab, depth, place, subject, server]);
}

/** Sentences about running work and about the screen's problem. Each is spoken once. */
export function goingOn(state: State, console: Console): readonly Visible[] {
  if (state.lock) return [];
  const waiting = openExchange(state.exchanges);
  const plain = !state.login && !state.overlay && !state.message;
  const problem = plain ? console.screenOf(state).problem?.(state) : undefined;
  return [
    ...(waiting?.state === 'waiting' && waiting.waitUntilMonotonic !== undefined
      ? [t`${waiting.title}: trying again, attempt ${waiting.attempt}.`]
      : []),
    ...(state.session.phase === 'signing-in' ? [t`Signing in …`] : []),
    ...(state.exporting ? [t`Exporting ${state.exporting.many} …`] : []),
    ...(problem ? [problem] : []),
  ];
}
