// An operator: takes up one job after the other, and acts at a person's pace.

import type { Dice } from '../../src/sim/random.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { waitingFor } from '../../src/store/approval-view.ts';
import type { Desk } from './desk.ts';
import { JOBS, type JobName, wayBack } from './jobs.ts';
import type { Job, Move, Person } from './moves.ts';
import type { Entry } from './script.ts';
import type { Temper } from './settings.ts';
import type { WorldTime } from './world-time.ts';

export interface OperatorParts {
  readonly time: WorldTime;
  readonly desk: Desk;
  readonly simulator: Simulator;
  readonly luck: Dice;
  readonly temper: Temper;
  /** Does and records it. */
  readonly does: (entry: Omit<Entry, 'at'>) => void;
  /** Ms after which nobody begins anything. */
  readonly until: number;
}

/** How often a waiting person looks at the screen, in ms. */
const LOOK = 200;

/** Whether colleagues wait for this person's vote, or this person may send an approved write. */
function isAsked(desk: Desk): boolean {
  const state = desk.state();
  return state !== undefined && waitingFor(state, 'vote', 'send').length > 0;
}

export function startOperator(parts: OperatorParts): void {
  const { time, desk, simulator, luck, temper, does } = parts;
  const person: Person = { desk, luck, simulator, mistakes: temper.mistakes, impatience: temper.impatience };
  let job: Job | undefined;
  let name = '';

  const later = (ms: number): void => {
    if (time.now() + ms < parts.until) time.addAt(undefined, ms, act);
  };
  /** Most acts follow soon, some after a while. */
  const pause = (): number => Math.round(-Math.log(1 - luck.next()) * temper.pace) + 40;

  /** Each job as often as its weight. */
  const chosen = (Object.entries(temper.jobs) as [JobName, number][]).flatMap(([each, weight]) =>
    Array.from({ length: weight }, () => each),
  );

  function begin(): void {
    const next =
      temper.jobs.approve && isAsked(desk) && luck.next() < 0.8
        ? 'approve'
        : luck.pick([chosen[0] ?? 'browse', ...chosen.slice(1)]);
    const back = luck.next() < 0.9 ? wayBack(person) : undefined;
    name = back ? 'goes on' : next;
    job = back ?? JOBS[next](person);
  }

  function act(): void {
    if (!desk.runs()) {
      job = undefined;
      if (luck.next() < 0.7) does({ desk: desk.name, job: 'comes back', deed: { kind: 'start' } });
      later(luck.whole(500, 20_000));
    } else if (desk.isAsleep()) later(1000);
    else goOn();
  }

  function goOn(): void {
    if (!job) begin();
    const next = job?.next();
    if (!next || next.done) {
      job = undefined;
      later(pause());
    } else move(next.value);
  }

  function move(value: Move): void {
    if (value.kind === 'wait') later(value.ms);
    else if (value.kind === 'until') look(value, time.now() + value.most);
    else {
      does({ desk: desk.name, job: name, deed: value });
      later(pause());
    }
  }

  function look(value: Extract<Move, { kind: 'until' }>, end: number): void {
    if (!desk.runs() || value.so() || time.now() >= end) later(LOOK);
    else if (time.now() + LOOK < parts.until) time.addAt(undefined, LOOK, () => look(value, end));
  }

  later(luck.whole(800, 4000));
}
