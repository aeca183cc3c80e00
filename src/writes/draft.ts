// A write that is not asked yet, as an intent: a screen looks for its duplicates before there is a dialog.

import type { WriteId } from '../api/contract/operations.ts';
import type { Intent } from '../journal/intent.ts';
import { type Json, writeJson } from '../lib/json.ts';
import type { State } from '../store/state.ts';
import { registry } from './registry.ts';

/** Without a request ID and a fingerprint, so nothing is its exact duplicate; undefined without a customer. */
export function draftIntent(
  operation: WriteId,
  body: Json,
  { customer, reach, now }: State,
): Intent | undefined {
  if (!customer) return undefined;
  const { userId, onBehalfOf } = customer;
  return {
    ...{ operation, requestId: '', fingerprint: '', title: '', method: '', target: '', what: [] },
    class: registry[operation].class,
    profile: reach.profile,
    environment: reach.environment,
    baseUrl: reach.baseUrl,
    clientId: reach.clientId,
    programId: reach.programId,
    customer: { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) },
    body: writeJson(body),
    createdAt: now,
  };
}
