// Four eyes over a team's server: the port's calls, and the digest of what is asked, approved and sent.
import type { Visible } from '../../lib/visible.ts';
import { approvalDigest, type HiddenBody, hiddenBody } from '../approval-digest.ts';
import type { Approvals, Confirmed, Rule, Vote, Waiting } from '../approvals.ts';
import type { Naming } from '../duplicates.ts';
import type { Intent } from '../intent.ts';
import type { Equal } from '../journal.ts';
import { keptText } from '../kept-answer.ts';
import { sentenceFor, sentenceOf } from './answers.ts';
import { Damaged, integer, record, rowOf } from './entries.ts';
import { amountsText, asStored, storable, storableJson } from './entry-texts.ts';
import { Refused } from './link.ts';
import type { ServerAnswer, ServerConsole, ServerParts, Stepped } from './server-console.ts';

interface ApprovalParts extends Pick<ServerParts, 'link' | 'uuid' | 'redact'> {
  /** As prepare; `asked` is what the server keeps of the question. */
  readonly recordIntent: (
    intent: Intent,
    second: Naming | undefined,
    asked: string,
  ) => Promise<Stepped | Equal>;
  /** This process goes on with the entry, under this console and with this digest. Gives what takes that back. */
  readonly claims: (
    requestId: string,
    hand: { readonly console: string; readonly digest: string },
  ) => () => void;
  readonly step: (work: () => Promise<ServerAnswer>) => Promise<Stepped>;
}

const MINUTE = 60_000;

export function serverApprovals(server: ServerConsole, parts: ApprovalParts): Approvals {
  const { alive, attempt, call, read, rows } = server;
  const { step } = parts;
  const barred = (why: string): { readonly ok: false; readonly barred: Visible } => ({
    ok: false,
    barred: sentenceFor(why),
  });

  async function need(intent: Intent) {
    const answer = await alive(console => call('needs', console, intent.operation, amountsText(intent)));
    if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
    const { rule, online, asker } = answer;
    return {
      rule: rule === null ? undefined : ruleIn(rule),
      online: Array.isArray(online) ? online.map(String) : [],
      asker: String(asker),
      now: integer(answer, 'now'),
    };
  }

  /** What was asked, as far as the digest needs it; nothing if the server has no such question. */
  async function questionOf(requestId: string) {
    const [found] = await rows(
      'SELECT asked_by, expires_at, salt FROM purser.approvals WHERE request_id = $1',
      requestId,
    );
    return (
      found && {
        asker: String(found['asked_by']),
        expiresAt: integer(found, 'expires_at'),
        salt: String(found['salt'] ?? ''),
      }
    );
  }

  return {
    needs: intent =>
      read(async () => {
        const { rule, online } = await need(intent);
        return rule && { rule, online };
      }),
    async ask(intent, { body, warnings, lasts = Number.POSITIVE_INFINITY }, second) {
      const done = await attempt(async () => {
        const { rule, asker, now } = await need(intent);
        if (rule === undefined) return barred('noRule');
        if (lasts < 1) return barred('expired');
        const expiresAt = Math.floor(now + Math.min(rule.minutes * MINUTE, lasts));
        const hidden = hiddenBody(body, intent, parts.uuid());
        const shown = warnings.map(storable);
        const digest = approvalDigest({
          intent: asStored(intent),
          hidden,
          warnings: shown,
          asker,
          expiresAt,
        });
        const asked = {
          digest,
          warnings: JSON.stringify(shown),
          salt: hidden?.salt ?? null,
          sent_hash: hidden?.hash ?? null,
          expires_at: expiresAt,
        };
        return parts.recordIntent(intent, second, storableJson(asked));
      });
      return done;
    },
    vote: (requestId, digest, vote, note = '') =>
      step(() =>
        alive(console =>
          call('vote', console, requestId, digest, vote, storable(keptText(note, parts.redact))),
        ),
      ),
    claim: (intent, confirmed) =>
      step(() =>
        alive(async console => {
          const { requestId } = intent;
          const question = await questionOf(requestId);
          const digest = question === undefined ? '' : digestNow(intent, confirmed, question);
          // Before the answer, which may get lost: what was claimed is taken back under this console.
          const takeBack = parts.claims(requestId, { console, digest });
          const answer = await call('claim', console, requestId, digest);
          if (answer['ok'] !== true) takeBack();
          return answer;
        }),
      ),
    withdraw: (requestId, changed) =>
      step(() =>
        alive(console =>
          call(
            'withdraw',
            console,
            requestId,
            changed === undefined ? null : storable(keptText(changed, parts.redact)),
          ),
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

interface Question {
  readonly asker: string;
  readonly expiresAt: number;
  readonly salt: string;
}

const digestNow = (
  intent: Intent,
  { body, warnings }: Confirmed,
  { asker, expiresAt, salt }: Question,
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
  const { currency, over } = found;
  return {
    operation: String(found['operation']),
    ...(typeof currency === 'string' && { currency }),
    ...(typeof over === 'string' && { over }),
    votes: integer(found, 'votes'),
    minutes: integer(found, 'minutes'),
  };
}

function waitingIn(json: unknown): Waiting {
  const found = record(json);
  const row = rowOf(found['entry']);
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

function partOf({ own, approved, why }: Readonly<Record<string, unknown>>): Pick<Waiting, 'part' | 'whyNot'> {
  if (own === true) return { part: approved === true ? 'send' : 'wait' };
  return why === null ? { part: 'vote' } : { part: 'look', whyNot: sentenceFor(String(why)) };
}

function hiddenIn({ salt, sent_hash }: Readonly<Record<string, unknown>>): HiddenBody | undefined {
  return salt === null ? undefined : { salt: String(salt), hash: String(sent_hash) };
}

function voteIn(json: unknown): Vote {
  const found = record(json);
  const { voter, vote, note } = found;
  return {
    person: String(voter),
    vote: vote === 'approve' ? 'approve' : 'decline',
    note: String(note),
    at: integer(found, 'at'),
  };
}

function textsIn(json: unknown): readonly string[] {
  const texts: unknown = JSON.parse(String(json));
  if (!Array.isArray(texts)) throw new Damaged('warnings are no list');
  return texts.map(String);
}
