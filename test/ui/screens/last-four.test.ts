// What a person types of an ID: its last letters or digits, whatever stands between them.

import { describe, expect, it } from 'vitest';
import { isUsableId, lastFour } from '../../../src/ui/screens/last-four.ts';

describe('what is typed of it', () => {
  it.each([
    ['451cbdc4-778e-456f-a9e5-437221c5cf8a', 'cf8a'],
    ['PAY00-12-3-', '0123'],
    ['(ab)(CD)', 'abCD'],
  ])('is the last four letters or digits of %s', (id, last) => {
    expect(isUsableId(id)).toBe(true);
    expect(lastFour(id)).toBe(last);
  });
});
