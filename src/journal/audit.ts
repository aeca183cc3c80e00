// The audit log's lines: each sealed to the previous one, so that a changed, lost or moved line shows. Pure.

import { hash } from 'node:crypto';
import { attempt } from '../lib/attempt.ts';

/** The meaning of a published kind never changes. */
type AuditKind =
  /** `detail.before`: the last journal step that is older than the log. */
  | 'log-begun'
  | 'write'
  | 'signed-in'
  | 'signed-out'
  | 'grant-given'
  | 'grant-ended'
  | 'card-reveal'
  | 'card-masked'
  | 'locked'
  | 'unlocked'
  | 'exported'
  | 'program-ended'
  | 'verified'
  /** The service's answer reached a console after a person had resolved the entry. */
  | 'late-outcome'
  /** The journal of a machine was imported. */
  | 'imported'
  /** A note's line has only its hash. */
  | 'handover'
  | 'note'
  /** Content of old entries and notes was deleted. `detail.hash`: of what stays of them. */
  | 'pruned'
  | 'view-shared'
  | 'view-removed';

/** No key, no token, and at most a card number's last four digits: the log keeps every line for good. */
export interface AuditEntry {
  readonly kind: AuditKind;
  readonly detail: Readonly<Record<string, string>>;
}

export interface AuditLine {
  /** From 1, without a gap. */
  readonly number: number;
  /** ISO 8601 in UTC by this machine's clock, which may be put back between two lines. */
  readonly at: string;
  readonly pid: number;
  /** When the process started. With `pid`, it identifies the process. */
  readonly process: string;
  /** This machine's user; empty if the system doesn't say. */
  readonly operator: string;
  readonly kind: string;
  readonly detail: Readonly<Record<string, string>>;
  /** The previous line's hash; empty in the first line. */
  readonly before: string;
}

/** `text` is canonical JSON, `hash` is its SHA-256 in hex. */
export interface SealedLine {
  readonly number: number;
  readonly text: string;
  readonly hash: string;
}

/** It proves later whether an earlier line was removed or replaced. */
export interface Head {
  readonly number: number;
  /** The beginning of the hash, 16 hex digits at least. */
  readonly hash: string;
}

export function sealed(line: AuditLine): SealedLine {
  const text = canonical({ ...line });
  return { number: line.number, text, hash: hash('sha256', text, 'hex') };
}

type Plain = string | number | { readonly [name: string]: Plain };

/** Fields in the order of their names, no white space. */
function canonical(value: Plain): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map(name => `${JSON.stringify(name)}:${canonical(value[name] ?? '')}`);
  return `{${members.join()}}`;
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'string' ||
  Number.isSafeInteger(value) ||
  (value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.values(value).every(isPlain));

/** It shows whether lines at the export's end are missing. */
interface ExportHeading {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly from: number;
  readonly head: Head;
}

export const exportHeading = ({ at, from, head }: ExportHeading): string =>
  canonical({ purser: 'audit', at, from, head: `${head.number}:${head.hash}` });

export function importedHeading(text: string): ExportHeading | undefined {
  const { purser, at, from, head, ...others } = objectIn(text) ?? {};
  if (purser !== 'audit' || typeof at !== 'string' || typeof from !== 'number') return undefined;
  const parsed = typeof head === 'string' ? parseHead(head) : undefined;
  return parsed && Object.keys(others).length === 0 ? { at, from, head: parsed } : undefined;
}

export function exportedLine({ text, hash: own }: SealedLine): string {
  // This module made or checked the text.
  return canonical({ ...(JSON.parse(text) as Record<string, Plain>), hash: own });
}

export function importedLine(exported: string): SealedLine | undefined {
  const members = objectIn(exported);
  if (members === undefined) return undefined;
  const { hash: own, ...line } = members;
  const { number } = line;
  if (typeof own !== 'string' || typeof number !== 'number') return undefined;
  return { number, text: canonical(line), hash: own };
}

const objectIn = (text: string): Readonly<Record<string, Plain>> | undefined =>
  attempt(() => {
    const value: unknown = JSON.parse(text);
    return isPlain(value) && typeof value === 'object' && canonical(value) === text ? value : undefined;
  });

export function lineOf({ text }: Pick<SealedLine, 'text'>): AuditLine | undefined {
  const members = objectIn(text);
  if (members === undefined) return undefined;
  const { number, at, pid, process, operator, kind, detail, before } = members;
  if (typeof number !== 'number' || typeof pid !== 'number' || typeof detail !== 'object') return undefined;
  if (typeof at !== 'string' || typeof process !== 'string' || typeof operator !== 'string') return undefined;
  if (typeof kind !== 'string' || typeof before !== 'string') return undefined;
  const texts = Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, String(value)]));
  return { number, at, pid, process, operator, kind, detail: texts, before };
}

/** Enough hex digits that no two logs have the same head. */
const HEAD_DIGITS = 32;

export const headText = ({ number, hash: own }: Head): string => `${number}:${own.slice(0, HEAD_DIGITS)}`;

/** Reads `N:HASH`, as Purser prints it. */
export function parseHead(text: string): Head | undefined {
  const found = /^([1-9]\d{0,14}):([0-9a-f]{16,64})$/.exec(text.trim().toLowerCase());
  return found?.[1] && found[2] ? { number: Number(found[1]), hash: found[2] } : undefined;
}
