// The audit entry for one change of a write; the confirmation and the request stay in the journal.
import type { AuditEntry } from './audit.ts';
import type { Row } from './intent.ts';

/** The entry for the row's last transition. */
export function writeEntry({ intent, transitions }: Row): AuditEntry {
  const last = transitions.at(-1);
  const { customer } = intent;
  return {
    kind: 'write',
    detail: {
      request: intent.requestId,
      operation: intent.operation,
      from: last?.from ?? '',
      to: last?.to ?? '',
      profile: intent.profile,
      environment: intent.environment,
      service: intent.baseUrl,
      client: intent.clientId,
      program: intent.programId,
      customer: customer.userId,
      ...(customer.onBehalfOf !== undefined && { actingFor: customer.onBehalfOf }),
      ...(last?.answer?.status !== undefined && { status: String(last.answer.status) }),
      ...(last?.resolution && { verdict: last.resolution.verdict, by: last.resolution.by }),
    },
  };
}
