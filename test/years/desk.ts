// A machine with its operator's terminal and files, and the consoles that start, sleep and die on it.

import fs from 'node:fs';
import { Writable } from 'node:stream';
import headless from '@xterm/headless';
import { createClient } from '../../src/api/client/client.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { type OpenDatabase, openSqlite } from '../../src/journal/sqlite/database.ts';
import { Secret } from '../../src/lib/redact.ts';
import { t, visible } from '../../src/lib/visible.ts';
import { createWriteRules } from '../../src/money/write-rules.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { type OpenConsole, openConsole } from '../../src/start/open-console.tsx';
import type { Dialog } from '../../src/store/dialog.ts';
import type { State } from '../../src/store/state.ts';
import { currentView } from '../../src/store/workspace.ts';
import { GRANT_LASTS } from '../../src/store/writing.ts';
import { registry } from '../../src/subjects/registry.ts';
import { systemDisk } from '../../src/system/disk.ts';
import { draftFiles } from '../../src/system/draft-files.ts';
import type { ExportFiles } from '../../src/system/export-file.ts';
import { createConsole } from '../../src/ui/shell/console.ts';
import { clusterWidths } from '../harness/cluster-widths.ts';
import { bytesOf } from '../harness/key-bytes.ts';
import { FakeStdin } from '../harness/terminal.ts';
import { APPLICATION, applicationText } from './form-jobs.ts';
import { journalFor, journalOf, type Machine, stateOf } from './machine.ts';
import type { Network } from './network.ts';
import type { Deed, TeamDeed } from './script.ts';
import { at, type Place, sleep, type WorldTime } from './world-time.ts';

/** What the machine's disk does to a statement of the journal. */
export interface DiskWeather {
  /** SQLite's result codes, such as 13 for a full disk. */
  readonly errcode: number;
  readonly probability: number;
  /** Only this statement from now on fails. */
  readonly nth?: number;
}

export interface DeskParts {
  readonly name: string;
  readonly time: WorldTime;
  readonly network: Network;
  readonly simulator: Simulator;
  readonly machine: Machine;
  readonly environment: 'demo' | 'production';
  readonly readOnly: boolean;
  readonly reader: boolean;
  readonly size: { readonly cols: number; readonly rows: number };
  readonly onOutput: (desk: Desk, text: string) => void;
  readonly onCrash: (desk: Desk, error: unknown) => void;
}

export type Desk = ReturnType<typeof createDesk>;

/** Ms between the confirmation of a write and its first byte, at most. */
const GRACE = 60_000;

/** In ms. */
const LOCK_LOOKS = 6000;

const keysOf = createConsole(createWriteRules(registry));

export function createDesk(parts: DeskParts) {
  const { name, time, network, simulator, machine } = parts;
  const { folder } = machine;
  const file = journalOf(machine);
  const exported = new Map<string, string>();
  let starts = 0;
  let console: OpenConsole | undefined;
  let place: Place | undefined;
  let stdin = new FakeStdin();
  let { size } = parts;
  let disk: DiskWeather = { errcode: 13, probability: 0 };
  /** The process dies at this statement of the journal from now on: before it, or after it. */
  let dying: { readonly statements: number; readonly after: boolean } | undefined;
  let databases: { close(): void }[] = [];
  /** What the person typed since the dialog appeared, and at each Enter. Pasted text is not typed. */
  let typed = '';
  let seen: string | undefined;
  const confirmations = new Map<string, Confirmation>();
  /** Writes whose dialogs were closed before the request began. */
  const leftUnsent = new Set<string>();
  /** World ms of the last input that was no Enter. */
  let typedAt = 0;
  const scrolls = { count: 0 };
  let terminal = newTerminal(size, scrolls);
  let customer = 0;
  let startedAt = 0;
  /** World ms at which write access ends at the latest. */
  let grantedUntil = 0;
  /** Whether the person asked for write access since the last lock or sign-in. */
  let asked = false;
  /** World ms at which a person pressed a key last. */
  let usedAt = 0;
  /** World ms at which the machine's clock was set back last. */
  let setBackAt = Number.NEGATIVE_INFINITY;
  /** As the person read them before the last Enter, by request ID. */
  const verdicts = new Map<string, string>();
  /** World ms at which the lock came. */
  let lockedAt: number | undefined;
  let drawn: State | undefined;
  /** Words that the person typed: Purser may show them. */
  const typedWords = new Set<string>();

  const opening =
    (own: Place): OpenDatabase =>
    (where, options) => {
      const real = openSqlite(where, options);
      databases.push(real);
      const check = (sql: string): void => {
        const { nth, probability } = disk;
        if ((nth === undefined && probability === 0) || !/^\s*(?:BEGIN|INSERT|UPDATE|COMMIT)/.test(sql))
          return;
        if (nth !== undefined) disk = { ...disk, nth: nth - 1 };
        if (nth === 1 || own.luck.next() < probability)
          throw Object.assign(new Error('it failed'), { errcode: disk.errcode });
      };
      const step = <T>(sql: string, run: () => T): T => {
        if (!own.alive) throw Object.assign(new Error('the process is dead'), { errcode: 10 });
        check(sql);
        if (dying) dying = { ...dying, statements: dying.statements - 1 };
        const dies = dying && dying.statements <= 0 ? dying : undefined;
        if (dies) dying = undefined;
        if (dies && !dies.after) return die(own);
        const result = run();
        return dies ? die(own) : result;
      };
      return {
        exec: sql => step(sql, () => real.exec(sql)),
        run: (sql, ...values) => step(sql, () => real.run(sql, ...values)),
        rows: (sql, ...values) => step(sql, () => real.rows(sql, ...values)),
        close: () => real.close(),
      };
    };

  /** At a statement: nothing of the process runs after it. */
  function die(own: Place): never {
    own.alive = false;
    time.addAt(undefined, 0, () => bury());
    throw Object.assign(new Error('the process is dead'), { errcode: 10 });
  }

  /** The file stays as SQLite left it: without the end of a transaction, with its log, and perhaps with half a page. */
  function closeAsKilled(): void {
    const kept = [file, `${file}-wal`].flatMap(each =>
      fs.existsSync(each) ? [{ each, bytes: fs.readFileSync(each) }] : [],
    );
    for (const database of databases)
      try {
        database.close();
      } catch {}
    databases = [];
    // Another console of this machine has the file open, so SQLite did not end its log.
    if (kept.length < 2 || [...machine.processes.values()].some(other => other.alive)) return;
    for (const { each, bytes } of kept) {
      const torn = each.endsWith('-wal') && bytes.length > 0 && time.luckOf('torn').next() < 0.5;
      fs.writeFileSync(each, torn ? Buffer.concat([bytes, bytes.subarray(32, 700)]) : bytes);
    }
    fs.rmSync(`${file}-shm`, { force: true });
  }

  function bury(): void {
    const [dead, own] = [console, place];
    if (!dead || !own) return;
    own.alive = false;
    network.cut(own);
    closeAsKilled();
    console = undefined;
    place = undefined;
    // Frees what the process had. It can't reach anything any more.
    at(own, () => dead.close('killed'));
  }

  const ownJournal = (own: Place): OpenJournal =>
    journalFor({ machine, place: own, clock: time.clockOf(own), operator: name, open: opening(own) });

  /** A folder in memory, because writing to a real one takes real time. */
  const exportFiles: ExportFiles = {
    folder: '~',
    async create(typedPath) {
      if (exported.has(typedPath)) return { ok: false, code: 'EEXIST', free: `${typedPath}-2` };
      let text = '';
      return {
        ok: true,
        file: {
          path: typedPath,
          write: async more => {
            text += more;
            return { ok: true };
          },
          finish: async () => {
            exported.set(typedPath, text);
            return { ok: true };
          },
          drop: () => {
            exported.delete(typedPath);
          },
        },
      };
    },
  };

  function start(): void {
    if (console) return;
    starts += 1;
    startedAt = time.now();
    usedAt = startedAt;
    lockedAt = undefined;
    grantedUntil = 0;
    asked = false;
    const own = time.place(`${name}-${starts}`);
    own.wrong = place?.wrong ?? 0;
    place = own;
    stdin = new FakeStdin();
    scrolls.count = 0;
    terminal = newTerminal(size, scrolls);
    typed = '';
    seen = undefined;
    const stdout = new Output(size, text => {
      if (!own.alive) return;
      drawn = console?.shown();
      parts.onOutput(desk, text);
      terminal.write(text);
    });
    output = stdout;
    at(own, () => {
      console = open(own, stdout);
    });
  }
  let output: Output | undefined;

  function open(own: Place, stdout: Output): OpenConsole {
    const { clientId, apiKey, programId } = simulator.credentials;
    const chosen = simulator.customers[customer];
    const clock = time.clockOf(own);
    const uuid = (): string => own.luck.uuid();
    const systemFiles = systemDisk(uuid);
    const opened = openConsole({
      stdin,
      // It has every member of the stream that Ink and the console use.
      stdout: stdout as unknown as NodeJS.WriteStream,
      clock,
      theme: 'default',
      depth: '16',
      screenReader: parts.reader,
      reach: {
        profile: t`years`,
        environment: parts.environment,
        baseUrl: simulator.url,
        clientId,
        programId,
        readOnly: parts.readOnly ? t`the profile is read-only` : undefined,
        zone: 'UTC',
      },
      known: simulator.customers.map(each => ({ ...each, name: visible(each.name, 60) })),
      customer: chosen && { ...chosen, name: visible(chosen.name, 60) },
      opening: 'accounts',
      notice: undefined,
      operator: name,
      bell: true,
      summaries: undefined,
      random: () => own.luck.next(),
      language: 'en',
      uuid,
      openJournal: ownJournal(own),
      connect: async (credentials, tokens, hooks) =>
        createClient({
          service: { ...credentials, dialect: { scope: 'none' } },
          tokens,
          clock,
          uuid,
          random: () => own.luck.next(),
          ...hooks,
        }),
      remember: () => undefined,
      unlockKey: undefined,
      readPolicy: () => undefined,
      clipboard: { tools: [], run: async () => false, inside: undefined },
      readText: typedPath =>
        typedPath.endsWith(APPLICATION)
          ? { ok: true, text: applicationText(simulator.world.seed) }
          : { ok: false, code: 'ENOENT' },
      draftFiles: draftFiles(systemFiles, stateOf(machine)),
      exportFiles,
      recorders: [],
      editor: undefined,
      suspend: () => {},
      onCrash: error => parts.onCrash(desk, error),
      onTerminalGone: () => {},
    });
    opened.store.subscribe(({ lock, login, overlay }, { overlay: before }) => {
      if (lock || login) asked = false;
      lockedAt = lock ? (lockedAt ?? time.now()) : undefined;
      const was = before?.kind === 'dialog' ? before.dialog : undefined;
      const now = overlay?.kind === 'dialog' ? overlay.dialog : undefined;
      if (was?.phase.kind === 'reading' && was.requestId !== now?.requestId) leftUnsent.add(was.requestId);
    });
    void opened.ended.then(() => {
      if (place !== own) return;
      own.alive = false;
      databases = [];
      console = undefined;
      network.cut(own);
    });
    void opened.app.session.signIn({
      baseUrl: simulator.url,
      clientId,
      apiKey: new Secret(apiKey),
      programId,
    });
    return opened;
  }

  const state = (): State | undefined => console?.store.getState();

  const desk = {
    name,
    machine,
    file,
    folder,
    readOnly: parts.readOnly,
    reader: parts.reader,
    environment: parts.environment,
    start,
    undergoes,
    resize,
    heal(): void {
      disk = { errcode: 13, probability: 0 };
      dying = undefined;
    },
    renew,
    startsWith(nth: number): void {
      customer = nth;
    },
    runs: (): boolean => console !== undefined,
    /** World ms. */
    asleepUntil: (): number => place?.asleepUntil ?? 0,
    isAsleep: (): boolean => (place?.asleepUntil ?? 0) > time.now(),
    state,
    app: () => console?.app,
    place: () => place,
    bindings: () => {
      const now = state();
      return now ? keysOf.bindings(now) : [];
    },
    inForm: (): boolean => {
      const now = state();
      return now !== undefined && keysOf.inForm(now);
    },
    takesText: (): boolean => {
      const now = state();
      return now !== undefined && keysOf.takesText(now);
    },
    /** The focused field or button of the screen, as a screen reader names it. `text`: of a field for typing. */
    field(): { readonly key: string; readonly text?: string } | undefined {
      const now = state();
      if (!now || !console || now.overlay || now.prompt || now.lock || now.login || now.message)
        return undefined;
      const { selected, typing } = keysOf.screenOf(now).spoken(now, console.app);
      return typing ? { key: typing.key, text: typing.value } : selected && { key: selected.key };
    },
    /** The selected record of the screen. */
    record() {
      const now = state();
      return now && keysOf.screenOf(now).record?.(now);
    },
    /** Whether the person of a production console requested write access, or wrote with it, lately. */
    mayWrite: (): boolean => parts.environment === 'demo' || time.now() < grantedUntil,
    /** Whether the person closed the dialog of this write before the request began. */
    wasLeft: (requestId: string): boolean => leftUnsent.has(requestId),
    /** Ms since the lock came. Undefined if there is none. */
    locked: (): number | undefined => lockedAt && time.now() - lockedAt,
    /** Ms without a key press. */
    idle: (): number => time.now() - usedAt,
    /** Ms since the machine woke up. */
    awake: (): number => time.now() - (place?.asleepUntil ?? 0),
    /** In epoch ms of the world. */
    worldClock: (): number => time.clock.wall(),
    setBack: (): number => time.clock.wall() - time.now() + setBackAt,
    verdict: (requestId: string): string | undefined => verdicts.get(requestId),
    /** What the person had typed into the dialog of this write at the last Enter. */
    confirmed(requestId: string) {
      const last = confirmations.get(requestId);
      return last && { ...last, ago: time.now() - last.at };
    },
    /** The state of the newest frame. */
    drawn: (): State | undefined => drawn,
    placeShown: (): string | undefined => drawn && currentView(drawn).place,
    dialog(): Dialog | undefined {
      const overlay = state()?.overlay;
      return overlay?.kind === 'dialog' ? overlay.dialog : undefined;
    },
    press(keys: readonly string[]): void {
      for (const key of keys) input(bytesOf(key));
    },
    type: (text: string): void => input(text),
    paste: (text: string): void =>
      input(terminal.modes.bracketedPasteMode ? `\x1b[200~${text}\x1b[201~` : text, 'pasted'),
    size: () => size,
    /** The rows of the screen, without trailing spaces. */
    lines(): readonly string[] {
      const { active } = terminal.buffer;
      return Array.from(
        { length: size.rows },
        (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? '',
      );
    },
    hasTyped: (word: string): boolean => typedWords.has(word),
    /** Ms since its start. */
    age: (): number => time.now() - startedAt,
    /** A full-screen program never scrolls. */
    hasScrolled: (): boolean => scrolls.count > 0,
    isAlternate: (): boolean => terminal.buffer.active.type === 'alternate',
    end(): void {
      bury();
    },
  };

  function renew(): void {
    grantedUntil = time.now() + GRANT_LASTS + GRACE;
  }

  function undergoes(
    deed: Exclude<Deed, TeamDeed | { kind: 'network' | 'service' | 'call' | 'sleep at a step' }>,
  ): void {
    const own = place;
    switch (deed.kind) {
      case 'keys':
        desk.press(deed.keys);
        break;
      case 'text':
        desk.type(deed.text);
        break;
      case 'paste':
        desk.paste(deed.text);
        break;
      case 'start':
        start();
        break;
      case 'kill':
        bury();
        break;
      case 'die':
        dying = deed;
        break;
      case 'terminate':
        if (own) at(own, () => console?.close('SIGTERM'));
        break;
      case 'sleep':
        if (own) sleep(own, time.now(), deed.ms);
        // Between two looks of the lock, the sleep hides the change of the clock, and the change the sleep.
        if (time.now() - setBackAt < LOCK_LOOKS) usedAt = time.now() + deed.ms;
        // After a sleep the person has to ask again.
        grantedUntil = 0;
        break;
      case 'clock':
        // Purser can't notice a change that comes during a sleep.
        if (!own || desk.isAsleep()) break;
        own.wrong += deed.ms;
        if (deed.ms < 0) setBackAt = time.now();
        break;
      case 'disk':
        disk = deed.disk;
        break;
      case 'resize':
        resize(deed.cols, deed.rows);
    }
  }

  function resize(cols: number, rows: number): void {
    size = { cols, rows };
    terminal.resize(cols, rows);
    const stream = output;
    if (!stream || !place) return;
    stream.columns = cols;
    stream.rows = rows;
    at(place, () => stream.emit('resize'));
  }

  function readVerdict({ app }: OpenConsole): void {
    const now = app.store.getState();
    const { place: shown, subject } = currentView(now);
    if (shown !== 'resolve' || subject === undefined) return;
    const { part, entries = [] } = keysOf.screenOf(now).spoken(now, app);
    for (const entry of part === 'review' ? entries : [])
      if ('cell' in entry && entry.label === 'Verdict') verdicts.set(subject, String(entry.cell.text));
  }

  function input(bytes: string, how: 'typed' | 'pasted' = 'typed'): void {
    const own = place;
    if (!console || !own || desk.isAsleep()) return;
    usedAt = time.now();
    const dialog = desk.dialog();
    if (bytes.includes('\r')) readVerdict(console);
    if (dialog?.requestId !== seen) typed = '';
    seen = dialog?.requestId;
    if (bytes.includes('\r') && state()?.overlay?.kind === 'grant') {
      renew();
      asked = true;
    }
    for (const word of bytes.match(/[\w-]{12,}/g) ?? []) typedWords.add(word.toLowerCase());
    if (how === 'typed') typed = typedOn(typed, bytes);
    if (dialog && bytes.includes('\r')) {
      const quiet = Math.max(time.now() - typedAt, confirmations.get(dialog.requestId)?.quiet ?? 0);
      // The same request may be sent again from a new dialog.
      leftUnsent.delete(dialog.requestId);
      const granted = asked || parts.environment === 'demo';
      confirmations.set(dialog.requestId, {
        ...{ at: time.now(), token: dialog.token?.text, typed, quiet, granted },
      });
    }
    if (bytes !== '\r') typedAt = time.now();
    at(own, () => stdin.write(bytes));
  }
  return desk;
}

/** What the person had done at the last Enter in a dialog. */
interface Confirmation {
  /** World ms. */
  readonly at: number;
  readonly token: string | undefined;
  readonly typed: string;
  readonly granted: boolean;
  /** Ms without other input before an Enter: the longest of the dialog. */
  readonly quiet: number;
}

/** The text of a field after these bytes, if all of them reach it. */
function typedOn(before: string, bytes: string): string {
  if (bytes === '\x15') return '';
  if (bytes === '\x7f') return before.slice(0, -1);
  return bytes.startsWith('\x1b') ? before : before + bytes.replace(/[^\x20-\x7e]/g, '');
}

/** `scrolls` counts on the alternate screen. */
function newTerminal(
  { cols, rows }: { readonly cols: number; readonly rows: number },
  scrolls: { count: number },
) {
  const terminal = new headless.Terminal({
    cols,
    rows,
    allowProposedApi: true,
    scrollback: 0,
    convertEol: true,
  });
  terminal.onScroll(() => {
    if (terminal.buffer.active.type === 'alternate') scrolls.count += 1;
  });
  // The change of the buffer itself is announced as one.
  terminal.buffer.onBufferChange(() => {
    scrolls.count = 0;
  });
  terminal.unicode.register(clusterWidths());
  terminal.unicode.activeVersion = 'clusters';
  return terminal;
}

class Output extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly #show: (text: string) => void;
  constructor(size: { readonly cols: number; readonly rows: number }, show: (text: string) => void) {
    super({ decodeStrings: false });
    this.columns = size.cols;
    this.rows = size.rows;
    this.#show = show;
  }
  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.#show(chunk.toString());
    done();
  }
}
