// Setting a card's status: the dialog, and the second read of the list before anything is sent.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../../src/api/contract/odd.ts';
import { activateQuestion, closeQuestion } from '../../../src/subjects/cards/card-status.ts';
import { freezeQuestion } from '../../../src/subjects/cards/card-update.ts';
import { cardOf } from './answers.ts';

const at = { filter: { status: 'ACTIVE' }, offset: 30 };
const named = (fields: Readonly<Record<string, string>> = {}) => ({
  id: 'card-0001',
  card: cardOf(fields),
  at,
});
/** The result of a new read with these cards. */
function checked(question: ReturnType<typeof closeQuestion>, rows: readonly unknown[]) {
  const check = question.reread?.[0]?.check as ((rows: readonly unknown[]) => unknown) | undefined;
  return check?.(rows);
}

describe('freezing', () => {
  it('unfreezes an INACTIVE card, and freezes a card with any other status', () => {
    expect(freezeQuestion(named())).toMatchObject({
      title: 'Freeze card …0148',
      input: { body: { id: 'card-0001', card_status: 'INACTIVE' } },
    });
    expect(freezeQuestion(named({ cardStatus: 'INACTIVE' }))).toMatchObject({
      title: 'Unfreeze card …0148',
      input: { body: { id: 'card-0001', card_status: 'ACTIVE' } },
    });
    for (const cardStatus of ['CLOSED', 'BLOCKED']) {
      const { input, warnings } = freezeQuestion(named({ cardStatus }));
      expect(input.body.card_status).toBe('INACTIVE');
      expect(warnings.join()).toContain('The service');
    }
  });
});

describe('the dialog for a card', () => {
  it('warns about an unchanged status and about CLOSED, but does not bar the write', () => {
    expect(activateQuestion(named()).warnings[0]).toContain('ACTIVE already');
    expect(activateQuestion(named({ cardStatus: 'CLOSED' })).warnings[0]).toContain('The card is CLOSED');
    expect(closeQuestion(named({ cardStatus: 'CLOSED' })).warnings[0]).toContain('CLOSED already');
    expect(activateQuestion(named({ cardStatus: 'INACTIVE' })).warnings).toHaveLength(1);
  });
});

describe('the second read', () => {
  const question = closeQuestion(named());

  it('requests the rows around the card, with the same filter', () => {
    expect(question.reread?.[0]).toMatchObject({
      operation: 'card.list',
      input: { query: { status: 'ACTIVE', limit: 20, offset: 20 } },
    });
    expect(closeQuestion({ ...named(), at: { filter: {}, offset: 3 } }).reread?.[0]?.input).toEqual({
      query: { limit: 20, offset: 0 },
    });
  });

  it('finds the card anywhere in these rows, and returns its lines with the present values', () => {
    const other = cardOf({ cardHashId: 'card-0002' });
    const now = cardOf({ cardStatus: 'INACTIVE' });
    expect(checked(question, [other, new Odd('x'), now])).toMatchObject({
      lines: closeQuestion(named({ cardStatus: 'INACTIVE' })).lines,
      warnings: question.warnings,
    });
  });

  it('bars the write if the card is gone, or listed twice', () => {
    expect(checked(question, [cardOf({ cardHashId: 'card-0002' })])).toMatchObject({
      barred: expect.stringContaining('moved in the list'),
    });
    expect(checked(question, [])).toMatchObject({ barred: expect.any(String) });
    expect(checked(question, [cardOf(), cardOf()])).toMatchObject({
      barred: expect.stringContaining('two cards with this ID'),
    });
  });
});
