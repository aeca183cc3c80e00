// What must hold of each write that leaves, of its entry, and of the lock.

import { defaultDialect } from '../../src/api/contract/dialect.ts';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { lineOf } from '../../src/journal/audit.ts';
import type { Row } from '../../src/journal/intent.ts';
import { readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { addresses } from '../../src/sim/request-path.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { LOCK_AFTER } from '../../src/store/lock-state.ts';
import { CONSOLE } from '../harness/ledger.ts';
import type { Desk } from './desk.ts';
import type { Judge } from './oracles.ts';

const ROUTES = addresses(defaultDialect).map(({ method, path: form, ids }) => ({
  method,
  pattern: new RegExp(`^${form.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
  writes: ids.some(id => isWrite(id)),
  ids,
}));

export interface Head {
  readonly method: string;
  readonly target: string;
  readonly requestId: string | undefined;
  readonly authorization: string | undefined;
  readonly ids: readonly OperationId[];
  readonly writes: boolean;
}

/** The first bytes of a request. Undefined for other bytes. */
export function headIn(bytes: Uint8Array): Head | undefined {
  const first = bytes[0];
  // G, P, D.
  if (first !== 0x47 && first !== 0x50 && first !== 0x44) return undefined;
  const text = Buffer.from(bytes).toString('latin1');
  const [, method, target] = /^(GET|POST|PATCH|DELETE|PUT) (\S+) HTTP\/1\.1\r\n/.exec(text) ?? [];
  if (method === undefined || target === undefined) return undefined;
  const [, requestId] = /\r\nx-request-id: ([^\r]+)/i.exec(text) ?? [];
  const [, authorization] = /\r\nauthorization: ([^\r]+)/i.exec(text) ?? [];
  const pathOf = target.split('?')[0] ?? '';
  const route = ROUTES.find(each => each.method === method && each.pattern.test(pathOf));
  return {
    ...{ method, target, requestId, authorization },
    ids: route?.ids ?? [],
    writes: route?.writes ?? false,
  };
}

export const entryOf = (rows: readonly Row[], { requestId, target, method, ids }: Head): Row | undefined =>
  rows.find(({ intent }) => intent.requestId === requestId) ??
  // A request of Family A has no request ID on the wire.
  rows.find(
    ({ intent, state }) =>
      intent.target === target &&
      intent.method === method &&
      ids.includes(intent.operation as OperationId) &&
      state === 'SENT',
  );

/** A person types the amount, or the end of the ID, which the request has too. */
const NAMES_ITS_TOKEN: ReadonlySet<string> = new Set([
  'payout.create',
  'payout.cancel',
  'directDebit.cancel',
  'mandate.cancel',
]);

/** The value of `--confirm` is in the request. */
function isConfirmedBy({ intent: { target, body } }: Row, call: readonly string[]): boolean {
  const given = call[call.indexOf('--confirm') + 1];
  return call.includes('--confirm') && plainNumber(`${target} ${body}`).includes(plainNumber(given ?? ' '));
}

/** 1,000.50 and 1000.5 are equal. Identifiers ignore case and punctuation. */
const plainNumber = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.,"]/g, '')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(\.\d*?)0+(?!\d)/g, '$1')
    .replace(/\.(?!\d)/g, '');

/** In ms. The program waits a little longer. */
const SILENCE = 190;
/** In ms of the world, with what a sleep of the machine may take unnoticed. */
const SOON = 126_000;
/** In ms: a request may be on its way to the socket. */
const AT_ONCE = 1000;

export function createWriteOracle(judge: Judge) {
  /** How often each request was on the wire: in all, and from each machine. */
  const sent = new Map<string, number>();
  const count = (key: string): number => {
    const times = (sent.get(key) ?? 0) + 1;
    sent.set(key, times);
    return times;
  };
  /** `call`: what was typed, if `purser call` sends it from another terminal. */
  return (desk: Desk, head: Head, rows: readonly Row[], call: readonly string[] | undefined): void => {
    const ofConsole = call === undefined;
    if (ofConsole && head.ids.some(id => operations[id].auth === 'bearer' && !isWrite(id))) {
      const locked = desk.locked();
      judge.check(
        'locked',
        (locked ?? 0) < AT_ONCE,
        () => `${head.target}, ${locked} ms after the lock`,
        desk,
      );
    }
    if (!head.writes) return;
    const name = `${head.ids.join('|')} ${head.target}`;
    const row = entryOf(rows, head);
    judge.check('reader', !desk.readOnly && (!ofConsole || desk.mayWrite()), () => `${name} was sent`, desk);
    judge.check(
      'recorded',
      row?.state === 'SENT',
      () => `${name} ${head.requestId}: its entry is ${row?.state ?? 'missing'}`,
      desk,
    );
    if (!row) return;
    if (call && NAMES_ITS_TOKEN.has(row.intent.operation))
      judge.check('token', isConfirmedBy(row, call), () => `${name}: ${call.join(' ')}`, desk);
    const { requestId } = row.intent;
    const times = count(requestId);
    // A colleague's machine has its own steps in its own file.
    const here = count(`${desk.file} ${requestId}`);
    const allowed = row.transitions.filter(({ to }) => to === 'SENT').length;
    judge.check(
      'once',
      here <= allowed,
      () => `${name} ${requestId}: on the wire ${here} times, SENT ${allowed} times`,
      desk,
    );
    const wasUnknown = row.transitions.slice(0, -1).some(({ to }) => to === 'UNKNOWN');
    judge.check(
      'once',
      times < 2 || !wasUnknown || row.intent.repeatable === true,
      () => `${name} ${requestId}: sent again after UNKNOWN, though the service may do it twice`,
      desk,
    );
    const confirmed = desk.confirmed(requestId);
    if (!confirmed) return;
    const { token, typed, quiet, ago, granted } = confirmed;
    judge.check('reader', granted, () => `${name}: nobody asked for write access since the sign-in`, desk);
    desk.renew();
    judge.check('soon', ago < SOON, () => `${name}: ${ago} ms`, desk);
    judge.check('left', !desk.wasLeft(requestId), () => `${name} ${requestId}`, desk);
    judge.check('silence', quiet >= SILENCE, () => `${name}: the longest silence was ${quiet} ms`, desk);
    if (token !== undefined && NAMES_ITS_TOKEN.has(row.intent.operation))
      judge.check(
        'meant',
        plainNumber(`${row.intent.target} ${row.intent.body}`).includes(plainNumber(token)),
        () => `${name} ${requestId}: ${row.intent.body} does not have the typed ${token}`,
        desk,
      );
    judge.check(
      'token',
      token === undefined || typed.includes(token),
      () => `${name} ${requestId}: typed ${JSON.stringify(typed)}, the token is ${token}`,
      desk,
    );
  };
}

/** A process writes its line before each reading of card details, and before a call writes. */
export function createNotedOracle(judge: Judge) {
  /** How often card details were read by a process with a token: after 401 comes another token. */
  const reads = new Map<string, number>();
  return (
    desk: Desk,
    { ids, writes, authorization }: Head,
    { name: process, call }: { readonly name: string; readonly call: readonly string[] | undefined },
  ): void => {
    const isGranted = writes && call?.includes('--reason') && desk.environment === 'production';
    const kind = ids.includes('card.details') ? 'card-reveal' : isGranted ? 'grant-given' : undefined;
    if (kind === undefined) return;
    const [about = ''] = kind.split('-');
    const read = readAudit({ file: desk.file });
    const lines = (read.ok ? read.lines : []).flatMap(sealed => lineOf(sealed) ?? []);
    const own = lines.filter(line => line.process === process && line.kind.startsWith(about));
    const last = own.at(-1)?.kind;
    judge.check(
      'noted',
      last === kind,
      () => `${ids.join('|')}: the last line of ${process} is ${last}`,
      desk,
    );
    if (kind !== 'card-reveal') return;
    const key = `${process} ${authorization}`;
    const times = (reads.get(key) ?? 0) + 1;
    reads.set(key, times);
    const noted = own.filter(line => line.kind === kind).length;
    judge.check('noted', times <= noted, () => `card details: ${times} readings, ${noted} lines`, desk);
  };
}

/** A clock that was set back meanwhile hides a sleep. */
export function checkQuote(judge: Judge, desk: Desk, { world }: Simulator, row: Row | undefined): void {
  const [id = ''] = /quote_[0-9a-f]{20}/.exec(`${row?.intent.target} ${row?.intent.body}`) ?? [];
  const quote = world.customers.map(({ userId }) => world.quotes.find(id, userId)).find(found => found);
  if (!quote || desk.setBack() > quote.created) return;
  const late = desk.worldClock() - quote.expires;
  judge.check('soon', late < 0, () => `a conversion from ${id}, ${late} ms after it expired`, desk);
}

/** In ms: a console that was asleep needs a moment. */
const WAKES = 10_000;

export function checkIdle(judge: Judge, desk: Desk): void {
  const state = desk.state();
  if (!state || desk.awake() < WAKES) return;
  const idle = desk.idle();
  const holds = idle < LOCK_AFTER + WAKES || state.lock !== undefined || state.login !== undefined;
  judge.check('locked', holds, () => `nobody pressed a key for ${idle} ms, and there is no lock`, desk);
}

/** Of a person. A console that learns an outcome late resolves its own entry. */
export function checkVerdicts(judge: Judge, desks: readonly Desk[], rows: readonly Row[]): void {
  for (const { intent, transitions } of rows) {
    const resolution = transitions.at(-1)?.resolution;
    const chosen = desks.flatMap(desk => desk.verdict(intent.requestId) ?? []);
    if (!resolution || chosen.length === 0 || resolution.by.startsWith(CONSOLE)) continue;
    const { verdict } = resolution;
    judge.check(
      'meant',
      chosen.includes(verdict.toLowerCase()),
      () => `${intent.requestId} is resolved as ${verdict}, and the person chose ${chosen.join(', ')}`,
    );
  }
}
