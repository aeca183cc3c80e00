// Every change of one field of a file, for the quick checks that must give the same result as the schema.

import fc from 'fast-check';
import { expect } from 'vitest';

interface ChangedFile {
  /** A file with every field. */
  readonly whole: object;
  /** Where a field may be, as the steps to its object. */
  readonly places: readonly (readonly string[])[];
  readonly fields: readonly string[];
  /** Valid and invalid values for any field. */
  readonly values: readonly unknown[];
  readonly quick: (text: string) => unknown;
  readonly bySchema: (text: string) => unknown;
  readonly numRuns: number;
}

export function expectSameForChanges(file: ChangedFile): void {
  const value = fc.oneof(fc.constantFrom(...file.values), fc.jsonValue());
  const change = fc.tuple(
    fc.constantFrom(...file.places),
    fc.constantFrom(...file.fields),
    fc.option(value, { nil: undefined }),
  );
  fc.assert(
    fc.property(change, ([place, field, changed]) => {
      const whole = structuredClone(file.whole);
      const at = place.reduce<object>((object, step) => Reflect.get(object, step), whole);
      if (changed === undefined) Reflect.deleteProperty(at, field);
      else Reflect.set(at, field, changed);
      const text = JSON.stringify(whole, null, 2);
      expect(file.quick(text)).toEqual(file.bySchema(text));
    }),
    { numRuns: file.numRuns },
  );
}
