import { expect, it } from 'vitest';
import { searchText } from '../../src/lib/search-text.ts';

it('looks at the first 65,536 characters of a record, also where they leave no text', () => {
  const marks = Array.from({ length: 16 }, () => '\u0301'.repeat(4000));
  expect(searchText([...marks, 'needle'])).toContain('needle');
  expect(searchText([...marks, '\u0301'.repeat(4000), 'needle'])).not.toContain('needle');
});
