/** The digest of an approval changes with everything that the asker confirmed and the approver saw. */
import { expect, it } from 'vitest';
import { approvalDigest, type DigestParts, hiddenBody } from '../../src/journal/approvals.ts';
import type { Intent } from '../../src/journal/intent.ts';
import { payout, requestId, start } from './parts.ts';

const intent = payout(1, { what: [{ label: 'Amount', value: '12.50 GBP' }] });
const parts: DigestParts = { intent, warnings: ['a warning'], asker: 'Ana', expiresAt: start };
const of = (changes: Partial<Intent>): DigestParts => ({ ...parts, intent: { ...intent, ...changes } });

const changed: readonly (readonly [string, DigestParts])[] = [
  ['the request ID', of({ requestId: requestId(2) })],
  ['the operation', of({ operation: 'payout.cancel' })],
  ['the service', of({ baseUrl: 'https://other.example' })],
  ['the client ID', of({ clientId: 'client-2' })],
  ['the program', of({ programId: 'program-2' })],
  ['the user', of({ customer: { userId: 'user-2' } })],
  ['the connected account', of({ customer: { ...intent.customer, onBehalfOf: 'acct-2' } })],
  ['the method', of({ method: 'PATCH' })],
  ['the target', of({ target: '/other' })],
  ['the body', of({ body: '{"amount":13}' })],
  ['the title', of({ title: 'Another' })],
  ['a label', of({ what: [{ label: 'Sum', value: '12.50 GBP' }] })],
  ['a value', of({ what: [{ label: 'Amount', value: '13.50 GBP' }] })],
  ['a line more', of({ what: [...intent.what, { label: 'Amount', value: '12.50 GBP' }] })],
  ['no line', of({ what: [] })],
  ['a warning', { ...parts, warnings: ['another'] }],
  ['no warning', { ...parts, warnings: [] }],
  ['the asker', { ...parts, asker: 'Ben' }],
  ['the expiry', { ...parts, expiresAt: start + 1 }],
  ['a hidden body', { ...parts, hidden: { salt: 'salt', hash: 'hash' } }],
  ['another salt', { ...parts, hidden: { salt: 'other', hash: 'hash' } }],
];

it.each(changed)('%s changes the digest', (_, other) => {
  expect(approvalDigest(other)).not.toBe(approvalDigest(parts));
});

it('every change gives another digest, and the same content the same digest', () => {
  expect(new Set(changed.map(([, other]) => approvalDigest(other))).size).toBe(changed.length);
  expect(approvalDigest({ ...parts, intent: { ...intent } })).toBe(approvalDigest(parts));
});

it('a body that the journal keeps whole is not hidden, and another body is hashed with the salt', () => {
  expect(hiddenBody(intent.body, intent, 'salt')).toBeUndefined();
  expect(hiddenBody(undefined, intent, 'salt')).toBeUndefined();
  const [one, other] = ['salt', 'other'].map(salt => hiddenBody('{"whole":1}', intent, salt));
  expect(one?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(other?.hash).not.toBe(one?.hash);
});
