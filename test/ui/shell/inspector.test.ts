// The inspector indents an answer, and keeps it masked.

import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/api/client/exchange.ts';
import { t } from '../../../src/lib/visible.ts';
import { entriesOf } from '../../../src/ui/shell/inspector.tsx';

const shown = (responseBody: string): string => {
  const exchange: Exchange = {
    id: 1,
    operation: 'card.list',
    title: t`Cards`,
    method: 'GET',
    url: 'http://127.0.0.1:4000/svc/api/v1/card',
    requestHeaders: {},
    attempt: 1,
    startedAt: 0,
    state: 'done',
    drift: [],
    responseBody: () => responseBody,
  };
  return entriesOf(exchange)
    .map(entry => ('note' in entry ? entry.note : ''))
    .join('\n');
};

describe('a formatted body', () => {
  it.each([
    String.raw`{"note":"4111\u00a01111\u00a01111\u00a01111"}`,
    String.raw`{"note":"\u0034111111111111111"}`,
    String.raw`{"masked\u0043ardNumber":"4111111111111112"}`,
  ])('masks a card number that is written with escapes: %s [C26a–b]', body => {
    const text = shown(body);
    expect(text).toMatch(/111[12]"/);
    expect(text).not.toMatch(/4111/);
    expect(text).toContain('••••');
  });

  it('keeps amounts digit for digit, and UUIDs whole', () => {
    const text = shown('{"amount":4111111111111111,"id":"00000000-0000-4000-8000-000000000000"}');
    expect(text).toContain('"amount": 4111111111111111');
    expect(text).toContain('00000000-0000-4000-8000-000000000000');
  });
});
