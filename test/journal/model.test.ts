import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowState } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { repeated } from '../harness/whole.ts';
import {
  compare,
  type Entry,
  equalsOf,
  isOpen,
  type Model,
  move,
  type Real,
  settled,
  setUp,
} from './model.ts';
import { payout, requestId } from './parts.ts';

type Command = fc.Command<Model, Real>;

/** A command that is always possible. `run` compares the journal's answer with the model. */
function command(name: string, run: (model: Model, real: Real) => void): Command {
  return {
    check: () => true,
    run: (model, real) => {
      run(model, real);
      compare(model, real);
    },
    toString: () => name,
  };
}

/** Which console acts: mostly the first. */
const which = fc.constantFrom<0 | 1>(0, 0, 0, 1);
/** The entry, counted from the newest. */
const pick = fc.constantFrom(0, 0, 0, 1, 2);

const prepares = fc
  .record({
    which,
    action: fc.constantFrom('pay', 'cancel', 'convert'),
    repeatable: fc.boolean(),
    mode: fc.nat(2),
  })
  .map(given =>
    command(`prepare ${JSON.stringify(given)}`, (model, real) => {
      const { action, repeatable } = given;
      const id = requestId(model.entries.length);
      const equals = equalsOf(model, action);
      const wanted = equals.filter((entry, at) => at === 0 || isOpen(entry)).map(entry => entry.id);
      const oldest = model.entries[0];
      const named = [[], wanted, oldest ? [oldest.id] : []][given.mode] ?? [];
      const intent = payout(0, {
        requestId: id,
        fingerprint: `2:${action}`,
        repeatable,
        createdAt: model.now,
      });
      const result = real.journals[given.which].prepare(intent, { named });
      const unnamed = wanted.filter(one => !named.includes(one));
      if (unnamed.length > 0) {
        expect(result).toMatchObject({
          ok: false,
          equal: unnamed.map(requestId => ({ intent: { requestId } })),
        });
        return;
      }
      const rows = equals.filter(entry => named.includes(entry.id));
      expect(result.ok).toBe(true);
      const owner = model.living[given.which];
      model.entries.push({
        id,
        action,
        repeatable,
        createdAt: model.now,
        duplicateOf: (rows.find(isOpen) ?? rows[0])?.id,
        state: 'PREPARED',
        owner,
        past: ['PREPARED'],
        first: ++model.moves,
        last: model.moves,
      });
    }),
  );

/** A step of an entry. `to` returns the model's next state, or undefined if the step is refused. */
function steps(
  name: string,
  step: (journal: FileJournal, id: string) => { readonly ok: boolean },
  to: (entry: Entry, owner: number, model: Model) => RowState | undefined,
) {
  return fc.record({ which, pick }).map(given =>
    command(`${name} ${JSON.stringify(given)}`, (model, real) => {
      const entry = model.entries.at(-1 - given.pick);
      const result = step(real.journals[given.which], entry?.id ?? requestId(999));
      const owner = model.living[given.which];
      const next = entry === undefined ? undefined : to(entry, owner, model);
      expect(result.ok).toBe(next !== undefined);
      if (entry !== undefined && next !== undefined) move(model, entry, next, owner);
    }),
  );
}

const sent = steps(
  'sent',
  (journal, id) => journal.sent(id),
  (entry, owner) => (entry.state === 'PREPARED' && entry.owner === owner ? 'SENT' : undefined),
);

const repeats = steps(
  'repeat',
  (journal, id) => journal.repeat(id),
  (entry, _, model) => {
    const { state } = entry;
    if (model.now - entry.createdAt >= 24 * 3600_000) return undefined;
    const again = state === 'REFUSED' || state === 'NOT SENT';
    if (!again && !(state === 'UNKNOWN' && entry.repeatable)) return undefined;
    const against = equalsOf(model, entry.action).filter(
      other =>
        other !== entry &&
        other.id !== entry.duplicateOf &&
        (isOpen(other) || (again && other.last > entry.first)),
    );
    return against.length === 0 ? 'SENT' : undefined;
  },
);

const settles = (['DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN'] as const).map(outcome =>
  steps(
    `settle ${outcome}`,
    (journal, id) => journal.settle(id, outcome, { status: 200, text: outcome }),
    (entry, owner) => (entry.owner === owner ? settled(entry, outcome) : undefined),
  ),
);

const resolves = steps(
  'resolve',
  (journal, id) => journal.resolve(id, { by: 'Ada', verdict: 'DONE', evidence: 'check', note: '' }),
  entry => (entry.state === 'UNKNOWN' ? 'RESOLVED' : undefined),
);

const reopens = fc.record({ which, how: fc.constantFrom('crash', 'close', 'second handle') }).map(given =>
  command(`reopen ${JSON.stringify(given)}`, (model, real) => {
    real.reopen(given.which, given.how);
    model.living[given.which] = real.processes[given.which].self.pid;
  }),
);

const recovers = which.map(console =>
  command(`recover ${console}`, (model, real) => {
    const lost = model.entries.filter(
      entry => isOpen(entry) && entry.state !== 'UNKNOWN' && !model.living.includes(entry.owner),
    );
    const { recovered, unwritable } = real.journals[console].recover();
    expect(unwritable).toBeUndefined();
    expect(recovered.map(row => row.intent.requestId)).toEqual(lost.map(entry => entry.id));
    for (const entry of lost) move(model, entry, 'UNKNOWN', model.living[console]);
    expect(real.journals[console].recover()).toEqual({ recovered: [] });
  }),
);

const waits = fc.constantFrom(60_000, 60_000, 60_000, 8 * 3600_000).map(ms =>
  command(`wait ${ms}`, (model, real) => {
    real.advance(ms);
    model.now += ms;
  }),
);

test('two consoles that prepare, send, settle, crash, recover and resolve behave like the model [E2 E3a E4a E5 E9b E18 E19a E21a]', () => {
  const reached = new Set<string>();
  const all = [prepares, sent, sent, repeats, repeats, ...settles, resolves, reopens, recovers, waits];
  fc.assert(
    fc.property(fc.commands(all, { maxCommands: 80, size: 'max' }), given => {
      const { model, real, end } = setUp();
      try {
        fc.modelRun(() => ({ model, real }), given);
        for (const entry of model.entries) reached.add(entry.past.join(' > '));
      } finally {
        end();
      }
    }),
    { seed: 20261120, numRuns: repeated(40, 60) },
  );
  // The runs must have reached these paths, or they tested too little.
  const paths = [...reached];
  for (const part of [
    'UNKNOWN > RESOLVED',
    'UNKNOWN > SENT > DONE',
    'UNKNOWN > SENT > UNKNOWN',
    'REFUSED > SENT',
  ])
    expect(
      paths.some(path => path.includes(part)),
      part,
    ).toBe(true);
}, 120_000);
