// What a person at a desk does: presses keys, types, goes to places and answers dialogs, with mistakes and impatience.

import type { Dice } from '../../src/sim/random.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { confirmProblem } from '../../src/store/dialog.ts';
import { isAtEnd } from '../../src/store/dialog-reading.ts';
import { currentView } from '../../src/store/workspace.ts';
import { writingOf } from '../../src/store/writing.ts';
import type { Desk } from './desk.ts';
import type { Act } from './script.ts';

/** A person at a desk, as the jobs see them. */
export interface Person {
  readonly desk: Desk;
  readonly luck: Dice;
  readonly simulator: Simulator;
  readonly mistakes: number;
  readonly impatience: number;
  /** The last payout: after an outcome that is not known, people make the same again. */
  lastPayout?: { readonly payee: string; readonly amount: string; readonly reference: string };
}

export type Move =
  | Act
  /** Looks for this long. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** Waits until something is so, or gives up waiting. */
  | { readonly kind: 'until'; readonly so: () => boolean; readonly most: number };

export type Job = Generator<Move, void>;

export const press = (...keys: readonly string[]): Move => ({ kind: 'keys', keys });
export const type = (text: string): Move => ({ kind: 'text', text });
export const wait = (ms: number): Move => ({ kind: 'wait', ms });
export const until = (so: () => boolean, most = 4000): Move => ({ kind: 'until', so, most });

export const placeOf = ({ desk }: Person): string | undefined => {
  const state = desk.state();
  return state && currentView(state).place;
};

/** The service's own record of the customer who is open: what the customer on the phone knows. */
export function customerOf({ desk, simulator }: Person) {
  const open = desk.state()?.customer?.userId;
  return simulator.world.customers.find(({ userId }) => userId === open) ?? simulator.world.customers[0];
}

/** The ID of one of these records. */
export const recordOf = (
  { luck }: Person,
  records: readonly { readonly id: string }[],
): string | undefined => {
  const [first, ...rest] = records;
  return first && luck.pick([first, ...rest]).id;
};

/** Sometimes presses again at once, or a neighbouring key. */
export function* presses(person: Person, ...keys: readonly string[]): Job {
  for (const key of keys) {
    yield press(key);
    if (person.luck.next() < person.mistakes)
      yield press(person.luck.pick([key, 'enter', 'esc', 'j', 'q', 'x', '0']));
  }
}

/** Leaves dialogs, menus and forms. */
export function* clear(person: Person): Job {
  for (let n = 0; n < 4; n++) {
    const state = person.desk.state();
    if (!state || (!state.overlay && !state.prompt && !person.desk.inForm())) return;
    yield press('esc');
    yield wait(80);
  }
}

export function* go(person: Person, place: string): Job {
  yield* clear(person);
  yield press(':');
  yield until(() => person.desk.state()?.prompt?.kind === 'goto', 1000);
  yield type(place);
  yield press('enter');
  if (person.luck.next() >= person.impatience)
    yield until(() => placeOf(person) === place.split('/')[0], 2000);
}

/** Requests write access where it needs one. */
export function* mayWrite(person: Person): Job {
  const state = person.desk.state();
  if (!state || writingOf(state).mode !== 'read-only') return;
  yield* clear(person);
  yield press('w');
  yield until(() => person.desk.state()?.overlay?.kind === 'grant', 1500);
  yield type(`ticket ${person.luck.whole(100, 999)}`);
  yield press('enter');
  if (person.desk.state()?.overlay?.kind === 'grant') yield press('enter');
  yield until(() => person.desk.state()?.overlay === undefined, 1500);
}

/** Reads a write's dialog, types its token and presses its button, with what people do wrong. */
export function* answer(person: Person): Job {
  const { desk, luck } = person;
  let typed = 0;
  for (let n = 0; n < 60; n++) {
    const dialog = desk.dialog();
    if (!dialog) return;
    const { phase, token, reading, focus } = dialog;
    const tick = desk.app()?.clock.monotonic() ?? 0;
    if (phase.kind === 'ended' || phase.kind === 'voted') {
      if (luck.next() >= person.impatience) yield wait(1200);
      if (phase.kind === 'ended' && phase.again && luck.next() < 0.5) {
        yield* presses(person, 'tab', 'enter');
        yield wait(600);
        if (n > 30) yield press('esc');
      } else yield* presses(person, luck.pick(['enter', 'esc']));
      yield wait(300);
    } else if (phase.kind === 'waiting') {
      yield press('esc');
    } else if (phase.kind === 'sending' || phase.kind === 'reading') {
      if (luck.next() < 0.03 + person.impatience / 4) {
        yield press(luck.pick(['esc', 'enter', 'esc']));
        return;
      }
      yield wait(1500);
    } else if (phase.kind === 'equal' && luck.next() < 0.5) {
      yield* presses(person, 'esc');
    } else if (luck.next() < person.mistakes / 3) {
      yield press(luck.pick(['esc', '@', 'Y', 'left', 'shift-tab']));
    } else if (!dialog.ready) {
      if (!isAtEnd(reading)) yield press('pgdn');
      yield luck.next() < person.impatience ? press('enter') : wait(700);
    } else if (token && dialog.typed !== token.text) {
      if (dialog.typed !== '') yield press('ctrl-u');
      if (focus !== 'token') yield press('tab');
      typed += 1;
      if (luck.next() < person.mistakes && typed < 3)
        yield type(luck.pick(['1', token.text.slice(1), `${token.text}0`]));
      else if (luck.next() < person.mistakes) yield { kind: 'paste', text: token.text };
      else yield type(token.text);
      if (luck.next() < person.impatience) yield press('enter', 'enter');
      else if (desk.dialog()?.typed !== token.text && luck.next() < 0.4) {
        yield press('enter');
        yield wait(400);
        yield press('enter');
      }
      if (typed > 5) yield press('esc');
    } else if (focus !== 'go') {
      yield press(token ? 'enter' : 'tab');
      yield wait(250);
    } else if (confirmProblem(dialog, tick) === undefined) {
      yield* presses(person, 'enter');
      // Some change their minds at once.
      if (luck.next() < 0.1) yield press('esc');
      else yield wait(200);
    } else {
      yield wait(300);
      yield press('enter');
      if (n > 20) yield press('esc');
    }
  }
  yield press('esc');
}

export const dialogOpens = (person: Person, most = 4000): Move =>
  until(() => person.desk.dialog() !== undefined, most);
