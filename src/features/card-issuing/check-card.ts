// The typed new card as the request's body, or the errors beside its fields; pure.

import { t, type Visible } from '../../lib/visible.ts';
import { isUsableId, whyNotUsable } from '../../records/last-four.ts';
import { type Interval, intervals } from '../../records/limit-lines.ts';
import { readLimit } from '../../records/typed-amount.ts';
import { type FieldErrors, type FormCheck, fieldValue } from '../../store/form.ts';
import type { Form } from '../../store/state.ts';
import { NAMED_MODES, type NewCard } from '../../writes/card-issue.ts';

/** INTERFACE.md, create card body: its named values. */
export const OFFERED = {
  action: ['NEW', 'REPLACEMENT'],
  type: ['GPR_PHY', 'GPR_VIR'],
  purpose: ['COMMERCIAL', 'CONSUMER'],
  programType: ['DEBIT', 'CREDIT'],
  count: ['SINGLE', 'MULTIPLE'],
} as const;

/** A named value in upper or lower case; any other as typed. */
const modeOf = (typed: string): string => NAMED_MODES.find(mode => mode === typed.toUpperCase()) ?? typed;

type NewLimit = NewCard['authorization_controls']['transaction_limits']['limits'][number];

export const limitField = (interval: Interval): string => `limit.${interval}`;

const NOT_CHOSEN = t`Choose an option with ← and →.`;

/** `able`: whether staff can confirm a cardholder ID. */
export function checkNewCard(form: Form, able = isUsableId): FormCheck<{ readonly body: NewCard }> {
  const chosen = <Value extends string>(id: string, values: readonly Value[]): Value | undefined =>
    values.find(value => value === fieldValue(form, id));
  const holder = fieldValue(form, 'card_holder_id');
  const action = chosen('action', OFFERED.action);
  const type = chosen('card_type', OFFERED.type);
  const mode = modeOf(fieldValue(form, 'issuance_mode'));
  const personalized = chosen('personalized', ['yes', 'no']);
  const purpose = chosen('purpose', OFFERED.purpose);
  const programType = chosen('program_type', OFFERED.programType);
  const subType = fieldValue(form, 'sub_type');
  const count = chosen('count', OFFERED.count);
  const currency = fieldValue(form, 'currency').toUpperCase();
  const createdBy = fieldValue(form, 'created_by');
  const limits = readLimits(form);
  const errors: FieldErrors = {
    card_holder_id: holder === '' ? t`A cardholder ID is required.` : whyNotUsable(holder, able),
    action: action ? undefined : NOT_CHOSEN,
    card_type: type ? undefined : NOT_CHOSEN,
    issuance_mode:
      mode === '' ? t`An issuance mode is required: PHYSICAL, VIRTUAL or another mode.` : undefined,
    personalized: personalized ? undefined : NOT_CHOSEN,
    purpose: purpose ? undefined : NOT_CHOSEN,
    program_type: programType ? undefined : NOT_CHOSEN,
    sub_type: subType === '' ? t`A sub-type is required, such as B2B_TRAVEL.` : undefined,
    count: count ? undefined : NOT_CHOSEN,
    currency: /^[A-Z]{3}$/.test(currency) ? undefined : t`A currency is three letters, such as GBP.`,
    ...limits.errors,
    created_by: createdBy === '' ? t`The creator's name is required.` : undefined,
  };
  if (!action || !type || !personalized || !purpose || !programType || !count) return { ok: false, errors };
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  return {
    ok: true,
    body: {
      card_issuance_action: action,
      card_type: type,
      card_holder_id: holder,
      issuance_mode: mode,
      created_by: createdBy,
      program: { purpose, type: programType, sub_type: subType },
      authorization_controls: {
        allowed_transaction_count: count,
        transaction_limits: { currency, limits: limits.given },
      },
      is_personalized: personalized === 'yes',
    },
  };
}

function readLimits(form: Form): { readonly given: NewLimit[]; readonly errors: FieldErrors } {
  const given: NewLimit[] = [];
  const errors: Record<string, Visible | undefined> = {};
  for (const interval of intervals) {
    const id = limitField(interval);
    const typed = fieldValue(form, id);
    if (typed === '') continue;
    const read = readLimit(typed);
    if (read.ok) given.push({ amount: read.value, interval });
    else errors[id] = read.why;
  }
  const none = given.length === 0 && Object.keys(errors).length === 0;
  return {
    given,
    errors: none ? { [limitField('PER_TRANSACTION')]: t`At least one limit is required.` } : errors,
  };
}
