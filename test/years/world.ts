// One world: consoles, service, network, disk and people under one seed, judged by the oracles.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Head } from '../../src/journal/audit.ts';
import type { Row } from '../../src/journal/intent.ts';
import { type FaultRule, parseRule } from '../../src/sim/faults/rule.ts';
import { dice } from '../../src/sim/random.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import { currentWorkspace } from '../../src/store/workspace.ts';
import { rowsOf } from '../harness/ledger.ts';
import { agrees, argsOf, type Called, callFrom } from './calls.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import { createDesk, type Desk } from './desk.ts';
import { wayBack } from './jobs.ts';
import { journalOf, type Machine } from './machine.ts';
import { CALM, createNetwork } from './network.ts';
import { startOperator } from './operator.ts';
import {
  checkAudit,
  checkEffects,
  checkEnded,
  checkFiles,
  checkShown,
  checkWords,
  createFrameOracle,
  createJudge,
  createLoadingOracle,
  createRowsOracle,
  type OracleName,
  ownersOf,
  type Violation,
} from './oracles.ts';
import type { Deed, Entry } from './script.ts';
import { type Settings, settingsOf, type Teams, type TroubleName } from './settings.ts';
import { asKnownIn, startTeam, type Team, withLost, writeMachineKey } from './team-world.ts';
import { payoutArgs, startTrouble } from './troubles.ts';
import { beginTime, cpuMs } from './world-time.ts';
import {
  checkIdle,
  checkQuote,
  checkVerdicts,
  createNotedOracle,
  createWriteOracle,
  entryOf,
  headIn,
  type Head as RequestHead,
} from './write-oracles.ts';

export const EPOCH = Date.UTC(2026, 10, 20, 9);

export interface WorldRun {
  readonly settings: Settings;
  readonly violation: Violation | undefined;
  /** World ms of the violation, or of the end. */
  readonly end: number;
  /** Of the operators' work. */
  readonly ms: number;
  readonly script: readonly Entry[];
  /** Of every byte on a screen and on the network. */
  readonly hash: string;
  readonly counts: Readonly<Record<OracleName, number>>;
  readonly coverage: Coverage;
  readonly steps: number;
  readonly cpuMs: number;
  /** Of all operators together. */
  readonly operatorMs: number;
  /** The screens of each desk before the deed that broke an oracle, and after it. */
  readonly frames: { readonly before: Frames; readonly after: Frames };
}
type Frames = ReadonlyMap<string, readonly string[]>;

export interface WorldOptions {
  readonly seed: number;
  /** Of the operators' work. */
  readonly ms: number;
  /** Replays these entries instead of letting the operators decide. */
  readonly script?: readonly Entry[];
  /** Default: some. */
  readonly teams?: Teams;
}

/** How often the slow oracles look, in ms. */
const LOOK = 60_000;
/** After the faults end, in ms. */
const CALM_DOWN = 150_000;

export async function runWorld({ seed, ms, script: given, teams = 'some' }: WorldOptions): Promise<WorldRun> {
  const settings = settingsOf(seed, teams);
  const began = cpuMs();
  const time = beginTime(seed, EPOCH);
  const hash = createHash('sha256');
  const coverage = createCoverage();
  const desks = new Map<string, Desk>();
  const byPlace = (name: string | undefined): Desk | undefined => desks.get(name?.split('-')[0] ?? '');
  let stopped = false;
  const judge = createJudge(() => {
    stopped = true;
  });
  const writeOracle = createWriteOracle(judge);
  const notedOracle = createNotedOracle(judge);
  const loadingOracle = createLoadingOracle(judge);
  const network = createNetwork(time, (place, what) => {
    hash.update(`${time.now()} ${place?.name ?? 'service'} `);
    hash.update(what);
    if (typeof what === 'string') return coverage.add('network', what);
    const desk = byPlace(place?.name);
    const head = desk && headIn(what);
    if (desk && head) {
      if (team && head.writes) time.hold(recordedThere(team, desk, head));
      const rows = head.writes ? rowsOf(desk.file) : [];
      writeOracle(desk, head, rows, argsOf(place));
      notedOracle(desk, head, { name: place?.name ?? '', call: argsOf(place) });
      if (head.ids.includes('conversion.create')) checkQuote(judge, desk, simulator, entryOf(rows, head));
      if (head.writes) coverage.write(head.ids, desk, current);
    }
  });
  const simulator = await startSimulator({
    seed,
    rows: settings.rows,
    clock: new Date(EPOCH).toISOString(),
    time: time.clock,
    dialect: { replay: settings.replay },
    listen: async server => {
      server.keepAliveTimeout = 0;
      network.listener = end => server.emit('connection', end);
      return 'http://127.0.0.1:8080';
    },
  });
  const team =
    settings.team &&
    (await startTeam(time, simulator, settings.team, (place, what) => {
      hash.update(`${time.now()} ${place.name} ${what}`);
    }));
  const owners = ownersOf(simulator);
  const frameOracle = createFrameOracle(judge, owners);
  const rowsOracle = createRowsOracle(judge, owners);
  const folder = fs.mkdtempSync(path.join(memoryFolder(), 'purser-years-'));
  const heads = new Map<string, Head>();
  let current: { network: string; service: readonly string[] } = { network: 'calm', service: [] };
  const script: Entry[] = [];
  const screens = (): Frames => new Map([...desks.values()].map(desk => [desk.name, desk.lines()]));
  let before: Frames = new Map();

  const thrown = (error: unknown): void =>
    judge.check('crash', false, () =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  process.on('uncaughtException', thrown);
  process.on('unhandledRejection', thrown);

  const machines = new Map<string, Machine>();
  const machineIn = (name: string): Machine => {
    const own = path.join(folder, name);
    fs.mkdirSync(path.join(own, 'state'), { recursive: true, mode: 0o700 });
    if (team) writeMachineKey(path.join(own, 'state'), dice(seed, `key/${name}`).hex(64));
    return { folder: own, team: team?.door, processes: new Map() };
  };
  for (const { machine, ...desk } of settings.desks) {
    const host = machines.get(machine) ?? machineIn(machine);
    machines.set(machine, host);
    const made = createDesk({
      ...{ time, network, simulator },
      ...desk,
      machine: host,
      onOutput(from, text) {
        hash.update(`${time.now()} ${from.name} ${text}`);
        frameOracle.output(from, text);
      },
      onCrash: (from, error) =>
        judge.check(
          'crash',
          false,
          () => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
          from,
        ),
    });
    made.startsWith(desk.customer);
    desks.set(desk.name, made);
  }

  function does(entry: Omit<Entry, 'at'>): void {
    script.push({ at: time.now(), ...entry });
    before = screens();
    perform(entry.deed, entry.desk === undefined ? undefined : desks.get(entry.desk));
    time.addAt(undefined, 0, look);
  }

  function perform(deed: Deed, desk: Desk | undefined): void {
    judge.check('crash', true, () => '');
    coverage.add('deed', deed.kind);
    if (desk && ['kill', 'die', 'terminate', 'sleep'].includes(deed.kind)) coverage.moment(deed.kind, desk);
    switch (deed.kind) {
      case 'network':
        network.weather = deed.weather;
        current = { ...current, network: deed.name };
        break;
      case 'service':
        simulator.faults.clear();
        for (const text of deed.rules) simulator.faults.add(ruleOf(text));
        current = { ...current, service: deed.rules };
        break;
      case 'database':
      case 'crash':
      case 'backup':
      case 'restore':
      case 'runbook':
        team?.undergoes(deed, [...desks.values()]);
        break;
      case 'sleep at a step':
        if (desk) team?.sleepsAt(desk, deed.step, deed.ms);
        break;
      case 'call':
        if (desk) callFrom({ ...{ time, simulator, desk, done: called(desk) }, ...deed });
        break;
      default:
        desk?.undergoes(deed);
    }
  }

  const called =
    (desk: Desk) =>
    (ended: Called): void => {
      network.cut(ended.place);
      hash.update(`${time.now()} ${ended.place.name} ${ended.code} ${ended.text}`);
      frameOracle.printed(desk, ended.text);
      coverage.add('call ended', String(ended.code));
      const agreed = agrees(ended, rowsOf(desk.file));
      if (agreed !== undefined)
        judge.check('words', agreed, () => `a call ended with ${ended.code}: ${ended.text}`, desk);
    };

  function look(): void {
    for (const desk of desks.values()) {
      if (!desk.runs()) continue;
      frameOracle.screen(desk);
      if (team) time.hold(wordsThere(team, desk));
      else checkWords(judge, desk);
      loadingOracle(desk);
      checkIdle(judge, desk);
      rowsOracle(desk);
      coverage.desk(desk, current);
    }
  }

  async function wordsThere({ stateOf }: Team, desk: Desk): Promise<void> {
    const dialog = desk.dialog();
    if (dialog?.phase.kind === 'ended') checkWords(judge, desk, await stateOf(dialog.requestId));
  }

  /** The server said SENT of each write a moment before it leaves. */
  async function recordedThere({ permits }: Team, desk: Desk, head: RequestHead): Promise<void> {
    const requestId = entryOf(rowsOf(desk.file), head)?.intent.requestId;
    const holds = requestId !== undefined && (await permits(requestId));
    judge.check(
      'recorded',
      holds,
      () => `${head.target} ${requestId}: not SENT on the server a moment ago`,
      desk,
    );
  }

  /** Of everything that was written so far. */
  async function audit(): Promise<void> {
    const files = [...machines.values()].map(journalOf);
    for (const file of files) checkVerdicts(judge, [...desks.values()], rowsOf(file));
    if (team) {
      const rows = await team.rows();
      const all = files.reduce<readonly Row[]>((known, file) => withLost(known, rowsOf(file)), rows);
      checkEffects(judge, simulator, all);
      for (const file of files) checkEffects(judge, simulator, asKnownIn(all, rowsOf(file)));
      checkVerdicts(judge, [...desks.values()], rows);
      await team.checkAgreed(judge, rows, simulator);
      await team.checkOwners(judge, rows);
    } else checkEffects(judge, simulator, files.flatMap(rowsOf));
    for (const [name, host] of machines) {
      const head = checkAudit(judge, journalOf(host), heads.get(name));
      if (head) heads.set(name, head);
    }
  }

  const stop = (): boolean => stopped;
  if (given) for (const { at, ...entry } of given) time.addAt(undefined, at, () => does(entry));
  else {
    for (const desk of settings.desks)
      time.addAt(undefined, 0, () => does({ desk: desk.name, deed: { kind: 'start' } }));
    for (const { name, temper } of settings.desks) {
      const desk = desks.get(name);
      if (desk)
        startOperator({
          ...{ time, desk, simulator, temper, does, until: ms },
          luck: time.luckOf(`operator/${name}`),
        });
    }
    for (const name of Object.keys(settings.trouble) as TroubleName[])
      startTrouble(name, settings, { time, does, simulator, until: ms, desks: [...desks.values()] });
  }
  for (let next = LOOK; next < ms && !stopped; next += LOOK) {
    await time.runUntil(next, stop);
    if (!stopped) await audit();
  }
  if (!stopped) await time.runUntil(ms, stop);
  if (!stopped) await recover();
  const after = screens();
  const end = time.now();
  coverage.rows(team ? await team.rows() : [...machines.values()].flatMap(host => rowsOf(journalOf(host))));
  for (const desk of desks.values()) desk.end();
  for (let n = 0; n < 3; n++) await time.runUntil(time.now() + 1000, () => false);
  await simulator.close();
  await team?.close();
  process.off('uncaughtException', thrown);
  process.off('unhandledRejection', thrown);
  fs.rmSync(folder, { recursive: true, force: true });
  return {
    settings,
    violation: judge.violation(),
    end,
    ms,
    script,
    hash: hash.digest('hex'),
    counts: judge.counts,
    coverage: coverage.result(),
    steps: time.steps(),
    cpuMs: cpuMs() - began,
    operatorMs: end * settings.desks.length,
    frames: { before, after },
  };

  /** The faults end. Every console must be usable soon, and everything true. */
  async function recover(): Promise<void> {
    network.weather = CALM;
    simulator.faults.clear();
    team?.calm();
    for (const desk of desks.values()) desk.heal();
    const asleep = Math.max(...[...desks.values()].map(desk => desk.asleepUntil()));
    await time.runUntil(Math.max(time.now(), asleep) + 30_000, stop);
    for (const desk of desks.values()) {
      // Before a key is pressed: most long sleeps end here.
      checkIdle(judge, desk);
      if (!desk.runs()) desk.start();
      desk.resize(100, 30);
    }
    await time.runUntil(time.now() + CALM_DOWN, stop);
    if (stopped) return;
    for (const desk of desks.values()) await home(desk);
    for (const desk of desks.values()) if (!stopped && !team) await writesAgain(desk);
    if (stopped) return;
    look();
    await audit();
    await team?.checkRecord(judge);
    const rows = await team?.rows();
    checkEnded(judge, rows ?? [...machines.values()].flatMap(host => rowsOf(journalOf(host))));
    for (const desk of desks.values()) {
      checkShown(judge, desk, simulator.url, rows ?? rowsOf(desk.file));
      checkFiles(judge, desk.folder, desk, simulator);
    }
  }

  /** Another process of the machine can record a write and send it. The service may refuse it. */
  async function writesAgain(desk: Desk): Promise<void> {
    const payees = simulator.world.customers[0]?.beneficiaries;
    if (desk.readOnly || !payees || payees.count === 0) return;
    const { id, currency } = payees.row(0);
    // A colleague's payout with this amount would be a possible duplicate.
    const amount = String(311 + [...desks.keys()].indexOf(desk.name));
    const fields = { beneficiary_id: id, amount, currency, reference: 'the end' };
    const args = [...payoutArgs(fields), '--confirm', amount, '--reason', 'ticket 9'];
    let ended: Called | undefined;
    const done = (call: Called): void => {
      called(desk)(call);
      ended = call;
    };
    callFrom({ ...{ time, simulator, desk, args, customer: 0, done } });
    await time.runUntil(time.now() + CALM_DOWN, stop);
    const sent = ended !== undefined && (ended.code === 0 || ended.text.includes('REFUSED'));
    judge.check('alive', sent, () => `a payout at the end: ${ended?.text ?? 'no answer'}`, desk);
  }

  /** Goes to the accounts as a person would, from wherever the console is. */
  async function home(desk: Desk): Promise<void> {
    const person = { desk, simulator, luck: time.luckOf('home'), mistakes: 0, impatience: 0 };
    const pause = (wait: number): Promise<void> => time.runUntil(time.now() + wait, stop);
    for (let n = 0; n < 6 && !stopped; n++) {
      const state = desk.state();
      if (!state) break;
      if (state.lock || state.login) {
        for (const move of wayBack(person) ?? []) {
          if (move.kind === 'keys') desk.press(move.keys);
          else if (move.kind === 'text') desk.type(move.text);
          if (move.kind !== 'until') await pause(move.kind === 'wait' ? move.ms : 500);
          else for (const most = time.now() + move.most; !move.so() && time.now() < most; ) await pause(200);
        }
      } else if (state.overlay || state.prompt || desk.inForm()) {
        desk.press(['esc']);
        await pause(1500);
      } else break;
    }
    desk.press(['2']);
    await pause(200);
    if (desk.placeShown() !== 'accounts') desk.press(['2']);
    await pause(500);
    desk.press(['r']);
    await pause(20_000);
    const state = desk.state();
    const known = simulator.world.customers.some(({ userId }) => userId === state?.customer?.userId);
    const lists = state ? Object.entries(currentWorkspace(state).lists) : [];
    const failed = lists.filter(
      ([key, list]) =>
        key.includes('account.list') && (list.loading !== undefined || list.failure !== undefined),
    );
    const isHome =
      state !== undefined && desk.placeShown() === 'accounts' && state.session.phase === 'signed-in';
    judge.check(
      'alive',
      isHome && (!known || failed.length === 0),
      () =>
        `the console is at ${desk.placeShown()}, ${state?.session.phase}, ${failed.map(([key]) => key)}:\n${desk.lines().join('\n')}`,
      desk,
    );
  }
}

function ruleOf(text: string): FaultRule {
  const rule = parseRule(text);
  if ('problem' in rule) throw new Error(rule.problem);
  return rule;
}

/** In memory, because a journal waits for the disk at each step. */
const memoryFolder = (): string => (fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir());
