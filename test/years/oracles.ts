// What must hold in every world, whatever happens. Each oracle counts how often it looked, because one that never looks proves nothing.

import fs from 'node:fs';
import path from 'node:path';
import type { Head as LogHead } from '../../src/journal/audit.ts';
import type { Row } from '../../src/journal/intent.ts';
import { checkAudit as checkLog, readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { sameId } from '../../src/lib/identifier.ts';
import { isObject, writeJson } from '../../src/lib/json.ts';
import { HIDDEN } from '../../src/lib/redact.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import type { Dialog } from '../../src/store/dialog.ts';
import { journalRows, unresolvedHere } from '../../src/store/journal-view.ts';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { rowsOf, tally } from '../harness/ledger.ts';
import type { Desk } from './desk.ts';

export const ORACLES = {
  recorded:
    'no byte of a write leaves before its entry says SENT; in a team, the server said so at most six seconds before',
  once: 'a request is on the wire no more often than the journal says SENT',
  token: 'a write with a token leaves only after a person typed it',
  left: 'a dialog that was closed before the request began sends nothing',
  silence: 'a write leaves only after an Enter that came alone',
  soon: 'a write leaves within two minutes of its confirmation, and a conversion before its quote expires',
  locked: 'a locked console reads nothing, and a console that nobody uses locks',
  noted:
    'the audit log knows of each reading of card details before it, and of write access before a call writes',
  meant:
    'a write says what the person typed, its entry has the bytes that were sent, and a verdict is the one that was chosen',
  reader: 'a read-only console sends no write, and production writes need write access',
  effects: 'no effect comes twice, unless a person named the first',
  truth:
    'every effect has an entry; DONE has an effect, REFUSED and NOT SENT have none, also if they came late',
  shown: 'every unresolved write is on the screen, and no write is there twice',
  ended: 'no write stays PREPARED or SENT when nothing is on its way',
  words: "a dialog's outcome is its entry's outcome",
  customer: 'nothing of one customer is shown under another',
  secrets:
    'no key, token or raw card details are in a frame, a file or an output, and no card number is in a file',
  audit: 'the audit log verifies, and still has the lines of the last look',
  frame: 'the screen never scrolls, and no unsafe character reaches it',
  agreed: 'no write that needs an approval leaves without the votes of others on exactly these bytes',
  record:
    "the record of the team's server verifies, and an entry has another owner only if that person agreed",
  alive: 'the console becomes usable after the faults end',
  crash: 'nothing is thrown that nobody catches',
} as const;
export type OracleName = keyof typeof ORACLES;

export interface Violation {
  readonly oracle: OracleName;
  readonly desk: string | undefined;
  readonly what: string;
}

export type Judge = ReturnType<typeof createJudge>;

export function createJudge(onViolation: (violation: Violation) => void) {
  const counts = Object.fromEntries(Object.keys(ORACLES).map(name => [name, 0])) as Record<
    OracleName,
    number
  >;
  let found: Violation | undefined;
  return {
    counts,
    /** The first of the world. */
    violation: () => found,
    check(oracle: OracleName, holds: boolean, what: () => string, desk?: Desk): void {
      counts[oracle] += 1;
      if (holds || found) return;
      found = { oracle, desk: desk?.name, what: what() };
      onViolation(found);
    },
  };
}

/** IDs of records by the customer who has them. */
export function ownersOf({ world }: Simulator): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const customer of world.customers) {
    const own = (id: string): void => {
      const other = owners.get(id);
      if (other !== undefined && other !== customer.userId) shared.add(id);
      owners.set(id, customer.userId);
    };
    for (const { record } of customer.accounts) own(record.id);
    for (const { id } of customer.cards.all) own(id);
    for (let n = 0; n < customer.beneficiaries.count; n++) own(customer.beneficiaries.row(n).id);
  }
  for (const id of shared) owners.delete(id);
  return owners;
}

/** Screens and menus that list several customers, or that may show a typed ID. */
const OF_ALL = new Set([
  'overview',
  'journal',
  'approvals',
  'handover',
  'find',
  'read-back',
  'resolve',
  'cancel-payout',
  'timeline',
]);
/** Above the footer, with the footer. */
const MESSAGE_ROWS = 5;
const UNSAFE = /(?![\r\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;
const ESC = '\u001b';
const SEQUENCES = new RegExp(
  `${ESC}\\[[0-9;?<>=]*[ -/]*[@-~]|${ESC}\\][^\u0007${ESC}]*(?:\u0007|${ESC}\\\\)|\u0007`,
  'g',
);
/** The last one is the answer about card details as the service sent it. */
const SECRETS = /demo_key_[0-9a-f]{8,}|token_[0-9a-f]{16,}|"cvv": ?"\d+/;

export function createFrameOracle(judge: Judge, owners: ReadonlyMap<string, string>) {
  return {
    output(desk: Desk, text: string): void {
      const plain = text.replace(SEQUENCES, '');
      judge.check(
        'frame',
        !UNSAFE.test(plain),
        () => `an unsafe character: ${JSON.stringify(UNSAFE.exec(plain)?.[0])}`,
        desk,
      );
      judge.check(
        'secrets',
        !SECRETS.test(plain),
        () => `on the screen: ${SECRETS.exec(plain)?.[0]?.slice(0, 14)}…`,
        desk,
      );
    },
    printed(desk: Desk, text: string): void {
      judge.check(
        'secrets',
        !SECRETS.test(text),
        () => `printed: ${SECRETS.exec(text)?.[0]?.slice(0, 14)}…`,
        desk,
      );
    },
    screen(desk: Desk): void {
      const state = desk.drawn();
      // The first frame may not be on the screen yet.
      if (!state || desk.reader || desk.isAsleep() || desk.age() < 1000) return;
      const lines = desk.lines();
      // A console that ends leaves the alternate screen.
      if (!desk.isAlternate()) return;
      judge.check('frame', !desk.hasScrolled(), () => 'the screen scrolled', desk);
      // The header of the same frame says whose it is. A narrow header may not.
      const [whose] = /acct_[0-9a-f]{20}/.exec(lines[0] ?? '') ?? [];
      const { overlay, prompt } = state;
      if (whose === undefined || overlay || prompt || OF_ALL.has(desk.placeShown() ?? '')) return;
      const screen = lines.slice(1).join('\n');
      // The frame may be one key older than its state.
      if (screen.includes('of the whole team')) return;
      // The message of a request for approval names its record, whoever the customer is.
      const bottom = lines.slice(-MESSAGE_ROWS).join(' ');
      const news = /approv/i.test(bottom) ? bottom : '';
      const strange = screen.match(/[\w-]{12,}/g)?.find(word => {
        const owner = owners.get(word) ?? whose;
        if (news.includes(word)) return false;
        // The screen may name the other customer.
        return owner !== whose && !screen.includes(owner) && !desk.hasTyped(word.toLowerCase());
      });
      judge.check(
        'customer',
        strange === undefined,
        () => `${strange} of ${owners.get(strange ?? '')} is shown under ${whose}`,
        desk,
      );
    },
  };
}

/** The rows of the open customer's lists are this customer's, and the rows of a card are this card's. */
export function createRowsOracle(judge: Judge, owners: ReadonlyMap<string, string>) {
  const seen = new WeakSet<object>();
  return (desk: Desk): void => {
    const state = desk.state();
    const rows = state && journalRows(state);
    if (rows && !seen.has(rows)) {
      seen.add(rows);
      const ids = new Set(rows.map(({ intent }) => intent.requestId));
      judge.check('shown', ids.size === rows.length, () => 'the journal shows a write twice', desk);
    }
    if (!state?.customer || state.lock) return;
    const { userId } = state.customer;
    const { lists, documents } = currentWorkspace(state);
    // Without a connected account, Family A answers about the platform's own account.
    const own = state.customer.onBehalfOf === undefined ? {} : documents;
    for (const [name, document] of Object.entries(own)) {
      if (seen.has(document)) continue;
      seen.add(document);
      const ids = writeJson(document.raw ?? null).match(/[\w-]{12,}/g) ?? [];
      const strange = ids.find(id => (owners.get(id) ?? userId) !== userId);
      judge.check(
        'customer',
        strange === undefined,
        () => `${name} of ${userId} has ${strange} of ${owners.get(strange ?? '')}`,
        desk,
      );
    }
    for (const [name, { pages }] of Object.entries(lists)) {
      if (seen.has(pages)) continue;
      seen.add(pages);
      const strange = pages.items.find(({ key }) => (owners.get(key) ?? userId) !== userId);
      judge.check(
        'customer',
        strange === undefined,
        () => `${name} of ${userId} has ${strange?.key} of ${owners.get(strange?.key ?? '')}`,
        desk,
      );
    }
    const { place, subject } = currentView(state);
    const raw = place === 'card-transactions' ? desk.record()?.raw : undefined;
    if (!isObject(raw)) return;
    const card = raw['card_id'];
    const isOther = typeof card === 'string' && card !== subject && owners.has(card);
    judge.check('customer', !isOther, () => `${subject} shows a transaction of ${card}`, desk);
  };
}

/** When nothing is on its way: the screen knows every unresolved write of its service. */
export function checkShown(judge: Judge, desk: Desk, baseUrl: string, rows: readonly Row[]): void {
  const state = desk.state();
  if (state?.journal.kind !== 'open') return;
  const open = rows.filter(
    ({ state: word, intent }) => ['UNKNOWN'].includes(word) && intent.baseUrl === baseUrl,
  );
  const known = new Set(unresolvedHere(state).map(({ intent }) => intent.requestId));
  const missing = open.filter(({ intent }) => !known.has(intent.requestId));
  judge.check(
    'shown',
    missing.length === 0,
    () =>
      `${missing.map(({ intent }) => `${intent.operation} ${intent.requestId}`).join(', ')}: unresolved, and not shown`,
    desk,
  );
  const header = desk.lines().slice(0, 2).join(' ');
  if (known.size > 0 && !state.lock && !state.login && !desk.reader)
    judge.check(
      'shown',
      /UNRES/.test(header),
      () => `${known.size} unresolved writes, and the header says none`,
      desk,
    );
}

/** When nothing is on its way: no console still claims a write. */
export function checkEnded(judge: Judge, rows: readonly Row[]): void {
  const begun = rows.filter(({ state }) => state === 'PREPARED' || state === 'SENT');
  judge.check('ended', begun.length === 0, () =>
    begun.map(({ state, intent }) => `${intent.operation} ${intent.requestId} is ${state}`).join(', '),
  );
}

/** Ms of a machine's clock in which each request has ended. */
const LONGEST = 150_000;

/** A list or document that loads gets an answer, or says that it failed. */
export function createLoadingOracle(judge: Judge) {
  const since = new WeakMap<object, number>();
  return (desk: Desk): void => {
    const [state, now] = [desk.state(), desk.app()?.clock.monotonic()];
    if (!state || now === undefined || desk.isAsleep()) return;
    const { lists, documents } = currentWorkspace(state);
    for (const [name, { loading }] of [...Object.entries(lists), ...Object.entries(documents)]) {
      if (!loading) continue;
      const from = since.get(loading) ?? now;
      since.set(loading, from);
      judge.check('alive', now - from < LONGEST, () => `${name} loads for ${now - from} ms`, desk);
    }
  };
}

/** The journal could be neither written nor read, so another console may have sent the request meanwhile. */
const isUnread = ({ phase }: Dialog): boolean =>
  phase.kind === 'ended' &&
  phase.sentences.some(said => said.includes('An earlier attempt may have worked.'));

/** A dialog that has ended says what the journal says. */
/** `there`: the entry's state on the team's server, which has it even if the machine's disk fails. */
export function checkWords(judge: Judge, desk: Desk, there?: string): void {
  const dialog = desk.dialog();
  if (dialog?.phase.kind !== 'ended') return;
  const { word } = dialog.phase;
  const row = rowsOf(desk.file).find(({ intent }) => intent.requestId === dialog.requestId);
  if (!row) {
    // The entry of a colleague, if this machine never got to send it.
    judge.check('words', word === 'NOT SENT' || word === there, () => `${word} without an entry`, desk);
    return;
  }
  const last = row.state;
  judge.check(
    'words',
    last === word ||
      there === word ||
      last === 'RESOLVED' ||
      (word === 'UNKNOWN' && (last === 'SENT' || isUnread(dialog))) ||
      // An attempt that never began leaves the outcome of the attempt before.
      (word === 'NOT SENT' && (last === 'PREPARED' || last === 'REFUSED')),
    () =>
      `the dialog says ${word}, the entry of ${dialog.requestId} ${row.transitions.map(({ to }) => to).join(', ')}`,
    desk,
  );
}

/** Between two looks there are fewer. */
const MOST_REQUESTS = 300;

export function checkEffects(judge: Judge, simulator: Simulator, rows: readonly Row[]): void {
  const byId = new Map(rows.map(row => [row.intent.requestId, row.intent]));
  for (const { headers, body } of simulator.wire.slice(-MOST_REQUESTS)) {
    const intent = byId.get(headers['x-request-id']?.[0] ?? '');
    if (!intent) continue;
    const [user = intent.customer.userId] = headers['x-user-id'] ?? [];
    judge.check(
      'meant',
      sameId(user, intent.customer.userId),
      () => `${intent.requestId}: sent for ${user}, recorded for ${intent.customer.userId}`,
    );
    // The journal leaves out personal data.
    if (intent.body?.includes(HIDDEN)) continue;
    judge.check(
      'meant',
      (intent.body ?? '') === body,
      () => `${intent.requestId}: sent ${body}, recorded ${intent.body}`,
    );
  }
  const found = tally(simulator, rows);
  judge.check('effects', found.duplicated.length === 0, () => found.duplicated.join('; '));
  judge.check('truth', found.lost.length === 0, () => found.lost.join('; '));
}

/** In a note. */
const TYPED_CARD = '4111 1111 1111 1111';

export function checkFiles(judge: Judge, folder: string, desk: Desk, { world }: Simulator): void {
  const numbers = world.customers.flatMap(({ cards }) => cards.all.map(card => card.number));
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!fs.statSync(file).isFile()) continue;
    const bytes = fs.readFileSync(file, 'latin1');
    judge.check(
      'secrets',
      !SECRETS.test(bytes),
      () => `${name} has ${SECRETS.exec(bytes)?.[0]?.slice(0, 14)}…`,
      desk,
    );
    const card = [TYPED_CARD, ...numbers].find(number => bytes.includes(number));
    judge.check('secrets', card === undefined, () => `${name} has the card number ${card}`, desk);
  }
}

/** Also whether the log still has the lines of the last look. Returns the newest line. */
export function checkAudit(judge: Judge, file: string, before?: LogHead): LogHead | undefined {
  if (!fs.existsSync(file)) return before;
  const checked = checkLog({ file, ...(before && { heads: [before] }) });
  judge.check('audit', checked.ok, () =>
    'why' in checked ? checked.why : 'unreadable' in checked ? checked.unreadable : '',
  );
  const read = readAudit({ file });
  return read.ok ? (read.head ?? before) : before;
}
