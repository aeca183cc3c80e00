// Entries of a team's record to and from the wire, each checked against its seals: nobody must believe the server blindly.
import { hash } from 'node:crypto';
import type { Answer, ApprovalEnd, Intent, Row, RowState, Shown, Transition } from '../intent.ts';
import { states } from '../intent.ts';
import { Refused } from './link.ts';

/** An entry that is not what was recorded. */
export class Damaged extends Refused {}

type ServerRow = Readonly<Record<string, unknown>>;

const intentSealed = [
  'request_id',
  'operation',
  'title',
  'class',
  'repeatable',
  'profile',
  'environment',
  'base_url',
  'client_id',
  'program_id',
  'user_id',
  'on_behalf_of',
  'method',
  'target',
  'body_hash',
  'fingerprint',
  'what',
  'created_at',
  'besides',
  'recorded_at',
  'made_by',
];
const changeSealed = [
  'request_id',
  'from_state',
  'to_state',
  'at',
  'pid',
  'console',
  'role',
  'status',
  'message',
  'answer_hash',
  'resolved_by',
  'verdict',
  'evidence',
  'note',
  'what',
];

const digest = (text: string): string => hash('sha256', text, 'base64');

/** What stands where a payload was deleted, after the time that the team keeps them. */
const DELETED = '•••';

/** The entry as a row of the journal; throws Damaged where a seal is broken. */
export function rowOf(json: unknown): Row {
  const entry = record(json);
  const intent = record(entry['intent']);
  // Most entries have no amounts, and those of the first version never do.
  const sealedNames = intent['amounts'] === null ? intentSealed : [...intentSealed, 'amounts'];
  let seal = checkSeal('', sealedNames, intent);
  let state: RowState | 'NEW' = 'NEW';
  const changes = Array.isArray(entry['transitions']) ? entry['transitions'] : [];
  const transitions = changes.map((each): Transition => {
    const { change: found, answer } = record(each);
    const change = record(found);
    seal = checkSeal(seal, changeSealed, change);
    if (change['from_state'] !== state) throw new Damaged('a transition is missing');
    state = stateIn(change, 'to_state');
    return transitionOf(change, payload(answer, change['answer_hash']));
  });
  if (transitions.length === 0 || intent['state'] !== state) throw new Damaged('a transition is missing');
  const besides = optional(intent, 'besides');
  return {
    number: integer(intent, 'number'),
    intent: intentOf(intent, payload(entry['body'], intent['body_hash'])),
    ...(besides !== undefined && { besides }),
    state: stateIn(intent, 'state'),
    doubted: transitions.some(({ to }) => to === 'UNKNOWN'),
    transitions,
    ...heldIn(entry['held']),
  };
}

function heldIn(json: unknown): Pick<Row, 'held'> {
  if (json === null || json === undefined) return {};
  const { owner, offer } = record(json);
  // An owner is a fact beside the entry: nothing is sealed, and a missing one is none.
  if (typeof owner !== 'string') return {};
  if (offer === null) return { held: { owner } };
  const found = record(offer);
  return { held: { owner, offer: { to: text(found, 'to'), by: text(found, 'by') } } };
}

export const rowsOf = (json: unknown): readonly Row[] => (Array.isArray(json) ? json.map(rowOf) : []);

function checkSeal(before: string, names: readonly string[], found: ServerRow): string {
  const values = names.map(name => sealedText(found[name]));
  const seal = digest(JSON.stringify([before, values]));
  if (seal !== found['seal']) throw new Damaged('a row was changed');
  return seal;
}

/** A value as PostgreSQL's own text has it. */
const sealedText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

function payload(kept: unknown, expected: unknown): string | undefined {
  if (expected === null) return undefined;
  if (kept === null) return DELETED;
  if (typeof kept !== 'string' || digest(kept) !== expected) throw new Damaged('a payload was changed');
  return String(JSON.parse(kept));
}

function intentOf(found: ServerRow, body: string | undefined): Intent {
  const onBehalfOf = optional(found, 'on_behalf_of');
  return {
    requestId: text(found, 'request_id'),
    operation: text(found, 'operation'),
    title: text(found, 'title'),
    class: found['class'] === 'money' ? 'money' : 'write',
    repeatable: found['repeatable'] === true,
    profile: text(found, 'profile'),
    environment: text(found, 'environment'),
    baseUrl: text(found, 'base_url'),
    clientId: text(found, 'client_id'),
    programId: text(found, 'program_id'),
    customer: { userId: text(found, 'user_id'), ...(onBehalfOf !== undefined && { onBehalfOf }) },
    method: text(found, 'method'),
    target: text(found, 'target'),
    ...(body !== undefined && { body }),
    fingerprint: text(found, 'fingerprint'),
    what: shownIn(text(found, 'what')),
    ...(found['amounts'] !== null && { amounts: amountsIn(text(found, 'amounts')) }),
    createdAt: integer(found, 'created_at'),
  };
}

function transitionOf(found: ServerRow, answerText: string | undefined): Transition {
  const from = text(found, 'from_state');
  const status = found['status'] === null ? undefined : integer(found, 'status');
  const approval = from === 'WAITING' ? approvalIn(found) : undefined;
  const message = approval === undefined ? optional(found, 'message') : undefined;
  const by = optional(found, 'resolved_by');
  const what = optional(found, 'what');
  const answer: Answer = {
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    ...(answerText !== undefined && { text: answerText }),
  };
  return {
    number: integer(found, 'number'),
    from: from === 'NEW' ? from : stateIn(found, 'from_state'),
    to: stateIn(found, 'to_state'),
    at: integer(found, 'at'),
    process: { pid: integer(found, 'pid'), started: optional(found, 'console') ?? '' },
    operator: text(found, 'role'),
    ...(Object.keys(answer).length > 0 && { answer }),
    ...(approval && { approval }),
    ...(by !== undefined &&
      approval === undefined && {
        resolution: {
          by,
          verdict: found['verdict'] === 'DONE' ? 'DONE' : 'NOT DONE',
          evidence: text(found, 'evidence'),
          note: optional(found, 'note') ?? '',
        },
      }),
    ...(what !== undefined && { what: shownIn(what) }),
  };
}

const ENDS = ['approved', 'declined', 'expired', 'withdrawn', 'changed'] as const;

/** An asker's console that took it back without a word withdrew it. */
function approvalIn(found: ServerRow): ApprovalEnd {
  const [by, note] = [optional(found, 'resolved_by'), optional(found, 'note')];
  return {
    outcome: ENDS.find(one => one === found['message']) ?? 'withdrawn',
    ...(by !== undefined && { by }),
    ...(note !== undefined && { note }),
  };
}

/** The seal holds: it is what amountsText made. */
const amountsIn = (amounts: string) => JSON.parse(amounts) as NonNullable<Intent['amounts']>;

/** The seal holds: it is a list that whatText made. */
const shownIn = (what: string): readonly Shown[] => JSON.parse(what) as readonly Shown[];

export function record(value: unknown): ServerRow {
  if (typeof value !== 'object' || value === null) throw new Damaged('an answer is no object');
  return { ...value };
}

function stateIn(found: ServerRow, column: string): RowState {
  const state = states.find(one => one === found[column]);
  if (state === undefined) throw new Damaged(`${column} is no state`);
  return state;
}

function text(found: ServerRow, column: string): string {
  const value = found[column];
  if (typeof value !== 'string') throw new Damaged(`${column} is not text`);
  return value;
}

const optional = (found: ServerRow, column: string): string | undefined =>
  found[column] === null ? undefined : text(found, column);

export function integer(found: ServerRow, column: string): number {
  const value = Number(found[column]);
  if (!Number.isSafeInteger(value)) throw new Damaged(`${column} is not a number`);
  return value;
}
