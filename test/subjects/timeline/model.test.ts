// What a timeline shows and reads: Esc stops only the timeline that was open, and each customer has its own events.

import { expect, it } from 'vitest';
import { openView } from '../../../src/store/view.ts';
import { customerKey, withList, withWorkspace } from '../../../src/store/workspace.ts';
import { createModel, type Reading, slot } from '../../../src/subjects/timeline/model.ts';
import { alpha, beta, signedInStore } from '../../store/signed-in.ts';
import { at, entry, listOf, loaded } from './events.ts';

it.each<[string, Reading, string]>([
  ['before Esc', { of: undefined }, 'reading'],
  ['after Esc, also between two requests', { of: undefined, stopped: true }, 'stopped'],
  ['after Esc in the timeline of an account', { of: 'account-1', stopped: true }, 'reading'],
])('%s', (_, reading, phase) => {
  const state = slot.set(signedInStore(alpha).getState(), reading);
  const { plan } = createModel().shownIn(state, openView('timeline'));
  expect([plan.phase, plan.needs.length > 0]).toEqual([phase, phase === 'reading']);
});

it('while much is loaded, never shows the events of another customer', () => {
  const { shownIn } = createModel();
  const idsOf = (customer: typeof alpha, name: string, count: number) => {
    const history = listOf('account.balanceHistory');
    const rows = Array.from({ length: count }, (_, n) => entry(`${name} ${n}`, at(n)));
    const rest = { loading: undefined, drift: [], changed: new Set<string>() };
    const state = withWorkspace(signedInStore(customer).getState(), customerKey(customer), workspace =>
      withList(workspace, history.key, { ...rest, ...loaded(history, rows, false) }),
    );
    return shownIn(state, openView('timeline')).axis.events.map(({ id }) => id.split(' ')[0]);
  };
  expect(new Set(idsOf(alpha, 'alpha', 2100))).toEqual(new Set(['alpha']));
  expect(new Set(idsOf(beta, 'beta', 2101))).toEqual(new Set(['beta']));
});
