/** The headers that every call of a family has. The client fills them, and the simulator requires them. */

import type { Secret } from '../../lib/redact.ts';
import { t, visible } from '../../lib/visible.ts';
import { defaultDialect, formOf } from './dialect.ts';
import { headerProblem } from './header-text.ts';
import type { Declaration, RequestForm } from './operation.ts';
import type { InvalidInput } from './request.ts';

export interface Caller {
  readonly clientId: string;
  readonly apiKey: Secret;
  /** If it differs from the login's. */
  readonly sharedApiKey?: Secret | undefined;
  readonly programId: string;
  readonly requestId: string;
  readonly token?: Secret | undefined;
  readonly userId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
}

export interface CommonHeader {
  readonly name: string;
  readonly required: boolean;
  readonly value: (caller: Caller) => string | undefined;
}

const contentType: CommonHeader = { name: 'content-type', required: true, value: () => 'application/json' };

const authorization: CommonHeader = {
  name: 'authorization',
  required: true,
  value: ({ token }) => token && `Bearer ${token.reveal()}`,
};

/** INTERFACE.md, Endpoints › Family A: the login. */
const loginHeaders: readonly CommonHeader[] = [
  { name: 'x-client-id', required: true, value: ({ clientId }) => clientId },
  { name: 'x-api-key', required: true, value: ({ apiKey }) => apiKey.reveal() },
];

/** All other calls of Family A. */
const familyA: readonly CommonHeader[] = [
  authorization,
  { name: 'x-on-behalf-of', required: false, value: ({ onBehalfOf }) => onBehalfOf },
];

/** INTERFACE.md, Family B common request headers. */
const familyB: readonly CommonHeader[] = [
  { name: 'x-api-key', required: true, value: ({ sharedApiKey: own, apiKey }) => (own ?? apiKey).reveal() },
  { name: 'x-program-id', required: true, value: ({ programId }) => programId },
  { name: 'x-request-id', required: true, value: ({ requestId }) => requestId },
  { name: 'x-user-id', required: true, value: ({ userId }) => userId },
  authorization,
];

/** No screen, file or log may show these. The last two come from the service. */
export const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'set-cookie',
  'www-authenticate',
]);

/** Lower-case names. */
export function commonHeaders(
  operation: Declaration,
  form: RequestForm = formOf(operation, defaultDialect),
): readonly CommonHeader[] {
  const family = operation.auth === 'login' ? loginHeaders : operation.family === 'A' ? familyA : familyB;
  const optional = operation.unrequired ?? [];
  const headers = family.map(header =>
    optional.includes(header.name) ? { ...header, required: false } : header,
  );
  return form.body === 'none' ? headers : [...headers, contentType];
}

/** A failure never quotes the value of a header. */
export function fillHeaders(
  operation: Declaration,
  caller: Caller,
  form?: RequestForm,
): { readonly ok: true; readonly headers: Readonly<Record<string, string>> } | InvalidInput {
  const headers: Record<string, string> = {};
  for (const { name, required, value } of commonHeaders(operation, form)) {
    const text = value(caller);
    if (text === undefined && !required) continue;
    if (text === undefined) return { ok: false, field: visible(name), reason: t`is missing` };
    const reason = headerProblem(text);
    if (reason !== undefined) return { ok: false, field: visible(name), reason };
    headers[name] = text;
  }
  return { ok: true, headers };
}
