// Which states a run reached: outcomes, faults, screens and dialog steps, and the pairs of them.

import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import type { Row } from '../../src/journal/intent.ts';
import { PLACES } from '../../src/store/places.ts';
import type { Desk } from './desk.ts';

/** How often each state was seen, by the group and its name. */
export type Coverage = ReadonlyMap<string, number>;

interface Surroundings {
  readonly network: string;
  readonly service: readonly string[];
}

const OUTCOMES = ['DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN', 'RESOLVED'] as const;
const PHASES = ['asking', 'reading', 'equal', 'sending', 'ended'] as const;
const WRITES = Object.values(operations).flatMap(({ id, class: kind }) =>
  kind === 'write' || kind === 'money' ? [id] : [],
);

export function createCoverage() {
  const seen = new Map<string, number>();
  const add = (group: string, name: string): void => {
    const key = `${group}: ${name}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  const step = (desk: Desk): string => {
    const dialog = desk.dialog();
    return dialog ? dialog.phase.kind : (desk.state()?.overlay?.kind ?? 'no dialog');
  };
  return {
    add,
    write(ids: readonly OperationId[], _desk: Desk, { network, service }: Surroundings): void {
      const [id] = ids;
      if (id === undefined) return;
      add('write in network', `${id} × ${network}`);
      for (const rule of service) if (rule.startsWith(id)) add('write under fault', rule);
    },
    moment: (what: string, desk: Desk): void => add(`${what} at`, step(desk)),
    desk(desk: Desk, { network }: Surroundings): void {
      const place = desk.placeShown();
      if (place !== undefined) add('screen', place);
      add('overlay', desk.state()?.overlay?.kind ?? 'none');
      const dialog = desk.dialog();
      if (!dialog) return;
      const word = dialog.phase.kind === 'ended' ? ` ${dialog.phase.word}` : '';
      add('dialog', `${dialog.phase.kind}${word}`);
      add('dialog in network', `${dialog.phase.kind} × ${network}`);
    },
    rows(rows: readonly Row[]): void {
      for (const { intent, state, transitions } of rows) {
        for (const { to } of transitions) add('outcome', `${intent.operation} × ${to}`);
        const sent = transitions.filter(({ to }) => to === 'SENT').length;
        if (sent > 1) add('sent again', `${intent.operation} × ${state}`);
      }
    },
    result: (): Coverage => seen,
  };
}

export function together(all: readonly Coverage[]): Coverage {
  const sum = new Map<string, number>();
  for (const one of all) for (const [key, count] of one) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}

/** The states that can be named beforehand and were not seen. */
export function holes(coverage: Coverage): readonly string[] {
  const expected = [
    ...PLACES.map(place => `screen: ${place}`),
    ...WRITES.flatMap(id => OUTCOMES.map(word => `outcome: ${id} × ${word}`)),
    ...PHASES.filter(phase => phase !== 'ended').map(phase => `dialog: ${phase}`),
    ...OUTCOMES.filter(word => word !== 'RESOLVED').map(word => `dialog: ended ${word}`),
    ...['kill', 'sleep', 'terminate', 'die'].flatMap(what =>
      [...PHASES, 'no dialog'].map(phase => `${what} at: ${phase}`),
    ),
  ];
  return expected.filter(key => !coverage.has(key));
}
