// Approvals over the team's server, and the digest of the request that is asked for, approved and sent.
import { MINUTE } from '../../lib/time.ts';
import {
  type Approvals,
  type Approved,
  approvalDigest,
  type HiddenBody,
  hiddenBody,
  type Rule,
  type Vote,
  type Waiting,
} from '../approvals.ts';
import type { Intent } from '../intent.ts';
import type { Barred, Equal, Stepped } from '../journal.ts';
import type { Naming } from '../possible-duplicates.ts';
import { Damaged, integer, keptText, type StoredRow, storable } from '../stored-row.ts';
import { sentenceFor, sentenceOf } from './answers.ts';
import { amountsText, asStored, record, rowOf, storableJson } from './entries.ts';
import { CallRefused } from './link.ts';
import type { ServerAnswer, ServerConsole, ServerParts } from './server-console.ts';

interface ApprovalParts extends Pick<ServerParts, 'link' | 'uuid' | 'redact'> {
  /** Like `prepare`. `asked`: the request for approval, as JSON. */
  recordIntent(intent: Intent, second: Naming | undefined, asked: string): Promise<Stepped | Equal>;
  /** The returned function forgets the attempt. */
  claims(requestId: string, attempt: { readonly console: string; readonly digest: string }): () => void;
  readonly step: (work: () => Promise<ServerAnswer>) => Promise<Stepped>;
}

export interface ServerApprovals extends Approvals {
  /** Empty if nobody asked for its approval. */
  digestNow(now: Approved): Promise<string>;
}

export function serverApprovals(server: ServerConsole, parts: ApprovalParts): ServerApprovals {
  const { alive, attempt, call, callAlive, read, rows } = server;
  const { step } = parts;
  const barred = (why: string): Barred => ({ ok: false, barred: sentenceFor(why) });

  async function need(intent: Intent) {
    const answer = await callAlive('needs', intent.operation, amountsText(intent));
    if (answer['ok'] !== true) throw new CallRefused(sentenceOf(answer));
    const { rule, online, asker } = answer;
    return {
      rule: rule === null ? undefined : ruleIn(rule),
      online: Array.isArray(online) ? online.map(String) : [],
      asker: String(asker),
      now: integer(answer, 'now'),
    };
  }

  async function digestNow({ intent, confirmed }: Approved): Promise<string> {
    const [found] = await rows(
      'SELECT asked_by, expires_at, salt FROM purser.approvals WHERE request_id = $1',
      intent.requestId,
    );
    if (found === undefined) return '';
    const { asked_by, salt } = found;
    const asker = String(asked_by);
    return digestOf({ intent, confirmed }, asker, integer(found, 'expires_at'), String(salt ?? ''));
  }

  return {
    digestNow,
    needs: intent =>
      read(async () => {
        const { rule, online } = await need(intent);
        return rule && { rule, online };
      }),
    ask(intent, confirmed, second) {
      const { lasts = Number.POSITIVE_INFINITY } = confirmed;
      return attempt(async () => {
        const { rule, asker, now } = await need(intent);
        if (rule === undefined) return barred('noRule');
        if (lasts < 1) return barred('expired');
        const expiresAt = Math.floor(now + Math.min(rule.minutes * MINUTE, lasts));
        const salt = parts.uuid();
        const hidden = hiddenBody(confirmed.body, intent, salt);
        const asked = {
          digest: digestOf({ intent, confirmed }, asker, expiresAt, salt),
          warnings: JSON.stringify(confirmed.warnings.map(storable)),
          salt: hidden?.salt ?? null,
          sent_hash: hidden?.hash ?? null,
          expires_at: expiresAt,
        };
        return parts.recordIntent(intent, second, storableJson(asked));
      });
    },
    vote: (requestId, digest, vote, note = '') =>
      step(() => callAlive('vote', requestId, digest, vote, storable(keptText(note, parts.redact)))),
    claim: (intent, confirmed) =>
      step(() =>
        alive(async console => {
          const { requestId } = intent;
          const digest = await digestNow({ intent, confirmed });
          // Before the claim is made: if the answer gets lost, this console can take the claim back.
          const takeBack = parts.claims(requestId, { console, digest });
          const answer = await call('claim', console, requestId, digest);
          if (answer['ok'] !== true) takeBack();
          return answer;
        }),
      ),
    withdraw: (requestId, changed) =>
      step(() =>
        callAlive(
          'withdraw',
          requestId,
          changed === undefined ? null : storable(keptText(changed, parts.redact)),
        ),
      ),
    waiting: () =>
      read(async () => {
        const [found] = await rows('SELECT purser.waiting($1) AS r', server.realm);
        const all: unknown = found?.['r'];
        return Array.isArray(all) ? all.map(waitingIn) : [];
      }),
    watch(listener) {
      let ended = false;
      const heard = () => {
        if (!ended) listener();
      };
      void read(async () => parts.link.listen?.(`purser_${server.realm}`, heard));
      return () => {
        ended = true;
      };
    },
  };
}

const digestOf = (
  { intent, confirmed: { body, warnings } }: Approved,
  asker: string,
  expiresAt: number,
  salt: string,
): string =>
  approvalDigest({
    intent: asStored(intent),
    hidden: hiddenBody(body, intent, salt),
    warnings: warnings.map(storable),
    asker,
    expiresAt,
  });

export function ruleIn(json: unknown): Rule {
  const found = record(json);
  const { currency, over, hours } = found;
  return {
    operation: String(found['operation']),
    ...(typeof currency === 'string' && { currency }),
    ...(typeof over === 'string' && { over }),
    votes: integer(found, 'votes'),
    minutes: integer(found, 'minutes'),
    ...(typeof hours === 'number' && { hours }),
  };
}

function waitingIn(json: unknown): Waiting {
  const found = record(json);
  const approved = found['own'] === true ? 'mine' : 'theirs';
  const row = { ...rowOf(found['entry']), ...(found['approved'] === true && ({ approved } as const)) };
  const asker = String(found['asked_by']);
  const expiresAt = integer(found, 'expires_at');
  const warnings = textsIn(found['warnings']);
  const digest = approvalDigest({ intent: row.intent, hidden: hiddenIn(found), warnings, asker, expiresAt });
  const votes = Array.isArray(found['votes']) ? found['votes'].map(voteIn) : [];
  return {
    ...{ row, asker, digest, warnings, votes, expiresAt },
    ...partOf(found),
    needed: integer(found, 'needed'),
    askedAt: integer(found, 'asked_at'),
    lasts: expiresAt - integer(found, 'now'),
  };
}

function partOf({ own, approved, why }: StoredRow): Pick<Waiting, 'part' | 'whyNot'> {
  if (own === true) return { part: approved === true ? 'send' : 'wait' };
  if (why === null) return { part: approved === true ? 'decline' : 'vote' };
  return { part: 'look', whyNot: sentenceFor(String(why)) };
}

const hiddenIn = ({ salt, sent_hash }: StoredRow): HiddenBody | undefined =>
  salt === null ? undefined : { salt: String(salt), hash: String(sent_hash) };

function voteIn(json: unknown): Vote {
  const found = record(json);
  const { voter, vote, note, counts } = found;
  return {
    person: String(voter),
    vote: vote === 'approve' ? 'approve' : 'decline',
    note: String(note),
    at: integer(found, 'at'),
    counts: counts === true,
  };
}

function textsIn(json: unknown): readonly string[] {
  const texts: unknown = JSON.parse(String(json));
  if (!Array.isArray(texts)) throw new Damaged('warnings are no list');
  return texts.map(String);
}
