// The reads before a write is sent again: two reads as one, and the reason why nothing was sent.

import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import { t, type Visible, visible } from '../../../src/lib/visible.ts';
import { bothOf, ofDocument, type RecordReading } from '../../../src/money/again/again-rule.ts';
import type { App } from '../../../src/money/app.ts';
import { type Reread, rereadOf } from '../../../src/money/question.ts';
import { type DocumentQuery, queryKey } from '../../../src/records/query.ts';
import { debitQuery } from '../../../src/records/reads.ts';
import { customerKey, documentIn, withDocument, withWorkspace } from '../../../src/store/workspace.ts';
import { limitsQuery } from '../../../src/subjects/cards/limit-lines.ts';
import { ofDebit } from '../../../src/subjects/direct-debits/direct-debit-cancel.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';

/** A console in which this document can't be read. */
function unread(query: DocumentQuery, failure: Failure): App {
  const store = signedInStore();
  const key = queryKey(query);
  store.setState(state =>
    withWorkspace(state, customerKey(alpha), workspace =>
      withDocument(workspace, key, { ...documentIn(workspace, key), failure }),
    ),
  );
  // The cast is safe: the readings need only the store after `load`.
  return { store } as App;
}

const limits = limitsQuery('card-1');
const readLimits = ofDocument(t`Card limits`, () => ({ ...limits, found: now => now, lines: () => [] }));
const TLS = { kind: 'unreachable', cause: 'tls', host: t`pay.example`, detail: t`self-signed` } as const;

describe('the sentence about a failed read', () => {
  it.each<[string, Failure]>([
    ['whose certificate was not accepted', TLS],
    ['that refused the connection', { ...TLS, cause: 'refused' }],
    ['that answered 404', { kind: 'refused', status: 404 }],
    ['that took too long', { kind: 'timeout', afterMs: 30_000 }],
  ])('says “Nothing was sent” only once for a service %s', (_, failure) => {
    for (const [reading, query] of [
      [readLimits, limits],
      [ofDebit('debit-1'), debitQuery('debit-1')],
    ] as const) {
      const found = reading.found(unread(query, failure));
      const said = 'barred' in found ? found.barred : '';
      expect(said.match(/nothing was sent/gi), said).toHaveLength(1);
    }
  });
});

describe('two records that one write changes', () => {
  const app = unread(limits, TLS);
  const line = (label: string) => ({ label: visible(label), value: t`x` });
  const again = (...labels: readonly string[]): Reread =>
    rereadOf({ ...limits, found: now => now, lines: () => labels.map(line) });

  /** A reading that records its loads. */
  function reading(found: ReturnType<RecordReading['found']>) {
    const loads: App[] = [];
    const load = async (given: App): Promise<void> => void loads.push(given);
    return { loads, load, found: () => found };
  }

  it('are both read again', async () => {
    const [one, other] = [reading({ warnings: [] }), reading({ warnings: [] })];
    await bothOf(one, other).load(app);
    expect([one.loads, other.loads]).toEqual([[app], [app]]);
  });

  it('show each warning once, and are read again one after the other', () => {
    const [first, then] = [again('Status'), again('Daily')];
    const found = bothOf(
      reading({ warnings: [t`As then.`, t`It is closed.`], reread: [first] }),
      reading({ warnings: [t`As then.`, t`The limit is low.`], reread: [then] }),
    ).found(app);
    expect(found).toEqual({
      warnings: ['As then.', 'It is closed.', 'The limit is low.'],
      reread: [first, then],
    });
  });

  it.each<[string, Visible | undefined, Visible | undefined, string]>([
    ['first', t`No card.`, undefined, 'No card.'],
    ['second', undefined, t`No limits.`, 'No limits.'],
    ['first, of two,', t`No card.`, t`No limits.`, 'No card.'],
  ])('have no dialog if the %s record bars the write', (_, one, other, said) => {
    const of = (barred: Visible | undefined) => reading(barred === undefined ? { warnings: [] } : { barred });
    expect(bothOf(of(one), of(other)).found(app)).toEqual({ barred: said });
  });
});
