import { expect, it } from 'vitest';
import { searchText } from '../../src/lib/search-text.ts';

it('the filter searches the first 65,536 characters of a record, and combining marks count among them', () => {
  const marks = Array.from({ length: 16 }, () => '\u0301'.repeat(4000));
  expect(searchText([...marks, 'needle'])).toContain('needle');
  expect(searchText([...marks, '\u0301'.repeat(4000), 'needle'])).not.toContain('needle');
});
