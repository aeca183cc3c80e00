// What a screen reader says: the difference between what was last said and the state now.

import { describe, expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { info } from '../../../src/store/notices.ts';
import { type Front, type Heard, LOCKED, type Scene, speak } from '../../../src/ui/reader/speak.ts';
import type { HeaderFact } from '../../../src/ui/shell/header.ts';

const list: Front = {
  key: 'accounts',
  over: false,
  title: t`Accounts`,
  part: 'list',
  status: t`7 accounts, all`,
  selected: { key: 'a', text: t`1 of 7: Operations, ACTIVE`, brief: t`Operations, ACTIVE` },
};
const help: Front = {
  key: 'help',
  over: true,
  title: t`Help`,
  selected: { key: '1', text: t`1 of 2: open` },
};
const FACTS: readonly HeaderFact[] = [
  { id: 'environment', text: t`DEMO` },
  { id: 'unresolved', text: t`1 unresolved`, gone: t`Nothing unresolved` },
];

const scene = (front: Front, rest: Partial<Scene> = {}): Scene => ({
  front,
  still: front,
  facts: FACTS,
  notice: undefined,
  goingOn: [],
  deadline: undefined,
  tick: 0,
  ...rest,
});

/** The lines of the last scene. */
function last(...scenes: readonly Scene[]): readonly string[] {
  let heard: Heard | undefined;
  let lines: readonly string[] = [];
  for (const one of scenes) ({ lines, heard } = speak(heard, one));
  return lines;
}

describe('a place', () => {
  it('is spoken in one line with its rows and the selection, after the facts of the header', () => {
    expect(last(scene(list))).toEqual([
      'DEMO. 1 unresolved.',
      'Accounts. 7 accounts, all. 1 of 7: Operations, ACTIVE.',
    ]);
  });

  it('is not spoken again while nothing changes', () => {
    expect(last(scene(list), scene({ ...list }))).toEqual([]);
  });

  it('speaks only the new selection, or only the new words of the same row', () => {
    const moved = { ...list, selected: { key: 'b', text: t`2 of 7: Sales`, brief: t`Sales` } };
    expect(last(scene(list), scene(moved))).toEqual(['2 of 7: Sales.']);
    const changed = {
      ...list,
      selected: { key: 'a', text: t`1 of 8: Operations, INACTIVE`, brief: t`Operations, INACTIVE` },
    };
    expect(last(scene(list), scene(changed))).toEqual(['Operations, INACTIVE.']);
  });

  it('is spoken again after an overlay, without the known lines', () => {
    const page = { ...list, entries: [{ label: t`Rate`, cell: { text: t`1.2` } }] };
    expect(last(scene(page), scene(help))).toEqual(['Help. 1 of 2: open.']);
    expect(last(scene(page), scene(help), scene(page))).toEqual([
      'Accounts. 7 accounts, all. 1 of 7: Operations, ACTIVE.',
    ]);
  });

  it('speaks new lines, each with its heading', () => {
    const before = { ...list, entries: [{ heading: t`One` }, { note: t`first` }, { heading: t`Two` }] };
    const after = { ...list, entries: [...before.entries, { note: t`second` }] };
    expect(last(scene(before), scene(after))).toEqual(['Two', 'second']);
  });

  it('speaks the details once, when their tab changes', () => {
    const aside = (key: string) => ({ key, of: `a ${key}`, title: t`Raw`, entries: () => [{ note: t`{}` }] });
    const at = (key: string) => scene({ ...list, aside: aside(key) });
    const details = (of: string) =>
      scene({
        key: 'accounts',
        over: false,
        title: t`Accounts`,
        part: 'details',
        status: t`Raw`,
        of,
        entries: [{ note: t`{}` }],
      });
    expect(last(at('0'), at('1'))).toEqual(['Raw.', '{}']);
    expect(last(at('0'), at('1'), at('1'))).toEqual([]);
    // The details panel says only its name if its lines were just spoken. Otherwise it says all lines.
    expect(last(at('0'), at('1'), details('a 1'))).toEqual(['Raw.']);
    expect(last(at('0'), at('1'), details('b 1'))).toEqual(['Raw.', '{}']);
    expect(last(at('0'), details('a 0'))).toEqual(['Raw.', '{}']);
    // If lines were loaded meanwhile, all lines are spoken.
    const more: Front = { ...details('a 1').front, entries: [{ note: t`{}` }, { note: t`more` }] };
    expect(last(at('0'), at('1'), scene(more))).toEqual(['Raw.', '{}', 'more']);
  });
});

describe('time', () => {
  const read = (text: string, waits: string): Front => ({
    ...list,
    entries: [
      { note: t`Read ${text === '' ? t`` : t`12 s ago`}` },
      { note: waits === '' ? t`done` : t`waits` },
    ],
  });

  it('is not spoken if nothing but the clock made the difference', () => {
    const ticked = { ...list, entries: [{ note: t`expires in 0:58` }] };
    const still = { ...list, entries: [{ note: t`expires in 0:59` }] };
    expect(last(scene(still), scene(ticked, { still }))).toEqual([]);
    const more = [{ note: t`checked` }];
    const next = scene(
      { ...ticked, entries: [...ticked.entries, ...more] },
      { still: { ...still, entries: [...still.entries, ...more] } },
    );
    expect(last(scene(still), next)).toEqual(['checked']);
  });

  it('is not spoken as the age of the rows after a reload', () => {
    const fresh = { ...list, entries: [{ note: t`Read 0 s ago` }, { note: t`waits` }] };
    expect(last(scene(read('12', 'waits')), scene(fresh))).toEqual([]);
  });

  it('is spoken for a quote at 60, 30 and 10 seconds, and at its expiry', () => {
    const deadline = {
      at: 100_000,
      margin: 3000,
      label: t`Quote expires in`,
      over: t`The quote has expired.`,
    };
    const at = (tick: number) => scene(list, { deadline, tick });
    expect(last(at(30_000), at(39_999))).toEqual([]);
    expect(last(at(39_999), at(40_000))).toEqual(['Quote expires in 60 seconds.']);
    expect(last(at(40_000), at(70_500))).toEqual(['Quote expires in 30 seconds.']);
    expect(last(at(40_000), at(91_000))).toEqual(['Quote expires in 10 seconds.']);
    expect(last(at(91_000), at(97_000))).toEqual(['The quote has expired.']);
    expect(last(at(91_000), at(97_000), at(98_000))).toEqual([]);
    // A new quote has its own time.
    expect(last(at(97_000), at(20_000))).toEqual([]);
    expect(last(scene(list, { deadline, tick: 80_000 }))).not.toContain('Quote expires in 30 seconds.');
  });
});

describe('typing', () => {
  const field = (key: string, value: string, secret = false): Front => ({
    ...help,
    selected: { key, text: t`field` },
    typing: { key, name: t`Field`, value, secret, change: () => {} },
  });

  it('is spoken when the focus leaves the field, and only after typing', () => {
    const typed = field('a', 'GBP');
    expect(last(scene(field('a', '')), scene(typed))).toEqual([]);
    expect(last(scene(field('a', '')), scene(typed), scene(field('b', '')))).toEqual([
      'Typed: GBP',
      'field.',
    ]);
    expect(last(scene(typed), scene(field('b', '')))).toEqual(['field.']);
  });

  it('of a secret is spoken only as its length, and the lock repeats no typed text', () => {
    const secret = field('a', 'k3y', true);
    expect(last(scene(field('a', '', true)), scene(secret), scene(field('b', '')))[0]).toBe(
      'Typed: 3 characters',
    );
    const short = field('a', 'k', true);
    expect(last(scene(field('a', '', true)), scene(short), scene(field('b', '')))[0]).toBe(
      'Typed: 1 character',
    );
    const lock: Front = { key: LOCKED, over: false, title: t`Locked` };
    expect(last(scene(field('a', '')), scene(field('a', 'Finch')), scene(lock, { facts: [] }))).toEqual([
      'Locked.',
    ]);
  });
});

describe('facts and notices', () => {
  it('are spoken when they change, and facts also when they end', () => {
    const [demo, unresolved] = FACTS;
    expect(demo && unresolved).toBeDefined();
    expect(last(scene(list), scene(list, { facts: FACTS.slice(0, 1) }))).toEqual(['Nothing unresolved.']);
    const offline: readonly HeaderFact[] = [
      ...FACTS,
      { id: 'offline', text: t`Offline` },
      { id: 'flying', text: t`1 being sent`, silent: true },
    ];
    expect(last(scene(list), scene(list, { facts: offline }))).toEqual(['Offline.']);
    // After the lock all facts are spoken in one line.
    expect(last(scene(list), scene(list, { facts: [] }), scene(list))).toEqual(['DEMO. 1 unresolved.']);
  });

  it('are spoken again if a key repeats the notice', () => {
    const notice = () => info(t`Copied.`);
    const first = notice();
    expect(last(scene(list, { notice: first }), scene(list, { notice: first }))).toEqual([]);
    expect(last(scene(list, { notice: first }), scene(list, { notice: notice() }))).toEqual(['Copied.']);
  });

  it('have words in place of a minus sign and of an arrow between two amounts', () => {
    expect(
      last(scene(list), scene(list, { goingOn: [t`Available −1.50 → -2.00 · a › b, 2026-11-20`] })),
    ).toEqual(['Available minus 1.50 to minus 2.00, a, b, 2026-11-20']);
  });
});
