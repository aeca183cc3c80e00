// A new beneficiary, and the second step of its form. The first step validates the fields.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { created } from '../../api/contract/write-meaning.ts';
import { textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { bodyLines, membersOf } from '../../format/member-rows.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { creating, questionOf } from '../../money/act.ts';
import { type CheckedWrite, MOST_BENEFICIARIES, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, given, nothing } from '../../money/for-call.ts';
import { addsMember } from '../../money/form/adds-rows.ts';
import { formDone } from '../../money/form/form-done.ts';
import { textOf } from '../../money/same-thing.ts';
import { lastFour } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { Question } from '../../sending/question.ts';
import { type FormCheck, withErrors } from '../../store/form-state.ts';
import type { Form } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { aboutField, bodyWarnings, CREATED, CURRENCY, NUMBER } from './beneficiary-fields.ts';
import { creationForms, firstStepDone, validatedNote, validatingForms } from './beneficiary-validate.ts';

const ACT = creating(t`beneficiary`);

export const beneficiaryCreate: WriteDefinition<'beneficiary.create'> = {
  operation: 'beneficiary.create',
  class: 'write',
  happened: () => t`Created the beneficiary.`,
  meaning: created,
  token: {
    words: t`the last four of the account number`,
    // People write an account number in groups, unlike an ID. `lastFour` ignores the blanks.
    of: ({ body }) => ({
      text: lastFour(body.beneficiary_account_number),
      name: t`the last four of the account number`,
    }),
  },
  question({ body }) {
    const { beneficiary_account_currency: currency, beneficiary_account_number: number, ...others } = body;
    return asked(creationQuestion({ currency, number, others: given(others) }, nothing));
  },
  duplicates: {
    similar: {
      what: t`a beneficiary with this account number`,
      // A number with blanks or hyphens is the same number.
      of: intent => [
        textOf(intent, 'beneficiary_account_number')?.replace(/[\s-]/g, ''),
        textOf(intent, 'beneficiary_account_currency'),
      ],
    },
  },
  reconcile: {
    plan: intent =>
      readWith(textIn(intent, 'beneficiary_account_currency'), currency => ({
        operation: 'beneficiary.list',
        input: { query: { currency, limit: MOST_BENEFICIARIES } },
      })),
    evidence: { 'beneficiary.list': candidates },
    proof: t`A candidate has the same currency and the same last digits, and is newer than this request. That is no proof: a duplicate made elsewhere matches too. Without a candidate, the beneficiary may still appear later.`,
  },
  onScreen: { place: 'create-beneficiary', key: 'enter' },
};

/** The list of beneficiaries has all of them. */
const MOST = 20;

function candidates(
  { data }: Result<'beneficiary.list'>,
  { row, outcomeCheck, moment }: CheckedWrite,
): readonly Entry[] {
  if (data === undefined || data instanceof Odd) return [noted(t`The response has no list.`, 'warn')];
  const end = lastFour(textIn(row.intent, 'beneficiary_account_number') ?? '');
  const rows = data.flatMap(one => (one instanceof Odd ? [] : [one]));
  const fits = ({ account_number: number, created_at: at }: RowOf<'beneficiary.list'>): boolean =>
    lastFour(idText(number) ?? '') === end &&
    // A record without a readable time stays a candidate.
    (at === undefined || at instanceof Odd || at.epochMs >= outcomeCheck.since);
  const found = rows.filter(fits);
  return [
    { heading: t`Candidates among the beneficiaries` },
    noted(
      t`Purser searched the beneficiaries in this currency (${countText(rows.length)}) for account numbers that end in ${visible(end)}. Candidates were created after the confirmation, or in the minute before.`,
      'plain',
    ),
    ...(found.length === 0
      ? [noted(t`No match. The request may still have worked.`, 'warn')]
      : found
          .slice(0, MOST)
          .flatMap((one, i): readonly Entry[] => [
            noted(t`Candidate ${i + 1} of ${found.length}:`, 'warn'),
            { label: t`Name`, cell: textCell(one.account_holder_name) },
            { label: t`Account`, cell: textCell(one.account_number) },
            { label: t`Status`, cell: textCell(one.status) },
            { label: t`Created`, cell: timeCell(one.created_at, moment) },
            { label: t`ID`, cell: textCell(one.id) },
          ])),
    ...(rows.length < MOST_BENEFICIARIES
      ? []
      : [noted(t`There may be more beneficiaries than Purser read. See the list (7).`, 'warn')]),
  ];
}

export interface NewBeneficiary {
  readonly currency: string;
  readonly number: string;
  readonly others: Readonly<Record<string, Json>>;
}

export const creationQuestion = (
  { currency, number, others }: NewBeneficiary,
  ended: NonNullable<Question<'beneficiary.create'>['ended']>,
): Question<'beneficiary.create'> => {
  const body = { beneficiary_account_currency: currency, beneficiary_account_number: number, ...others };
  return {
    ...questionOf(beneficiaryCreate, ACT, { body }),
    lines: bodyLines(body),
    warnings: [
      ...bodyWarnings(body),
      t`Purser sends exactly these fields. Purser can't check for a duplicate: look for this beneficiary in the list (7) first.`,
    ],
    done(value) {
      const id = idText(value.id);
      const { beneficiary_account_number: account, beneficiary_account_currency: money } = value;
      return [
        id === undefined
          ? t`The service sent no usable ID. The list shows the beneficiary.`
          : t`Beneficiary ID: ${visible(id)}.`,
        ...(idText(account) === number && idText(money) === currency
          ? []
          : [
              t`The service returned a different account: ${textCell(account).text} in ${textCell(money).text}. Check the beneficiary before you pay.`,
            ]),
        t`The list shows the status. The service does not document whether it pays a beneficiary that is not VERIFIED.`,
      ];
    },
    ended,
  };
};

export const creatingForm: FormDeclaration = {
  place: 'create-beneficiary',
  forms: creationForms,
  button: t`Review beneficiary`,
  above: (state, form) => [
    { note: validatedNote(state, form) },
    {
      note: t`In this step, the account's number and currency have different names than in the validation. The service documents no other fields of this step. Purser does not send empty fields. Press Ctrl+N to add a field.`,
    },
  ],
  aside: (fieldId, _, form) => aboutField(fieldId, form, CREATED),
  check: checkCreation,
  review(app, form) {
    const checked = checkCreation(form);
    if (!checked.ok)
      return app.store.setState(state => creationForms.set(state, withErrors(form, checked.errors)));
    const { customer } = app.store.getState();
    if (!customer) return;
    const owner = customerKey(customer);
    const before = validatingForms.get(app.store.getState());
    const done = formDone(app, { declared: creatingForm, clears: firstStepDone(owner, before) });
    void app.dialog.ask(creationQuestion(checked, done));
  },
  commands: [addsMember('create-beneficiary', creationForms)],
};

export function checkCreation(form: Form): FormCheck<NewBeneficiary> {
  const { known, others, errors } = membersOf(form, CREATED);
  const { [CURRENCY]: currency = '', [NUMBER]: number = '', ...rest } = known;
  const all = {
    ...errors,
    [CURRENCY]: currency === '' ? t`The account's currency is required.` : errors[CURRENCY],
    [NUMBER]: number === '' ? t`The account number is required.` : (errors[NUMBER] ?? barShort(number)),
  };
  return Object.values(all).some(Boolean)
    ? { ok: false, errors: all }
    : { ok: true, currency, number, others: { ...rest, ...others } };
}

/** Staff type the number's last four characters to confirm. */
const barShort = (number: string): Visible | undefined =>
  lastFour(number).length < 4 ? t`The account number needs at least four letters or digits.` : undefined;
