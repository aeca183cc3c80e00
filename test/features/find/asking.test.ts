// How far a search came, in words: a search that ended early must not look like one without a match.

import { expect, it } from 'vitest';
import { reaches } from '../../../src/features/find/asking.ts';
import type { ServiceSearch } from '../../../src/store/search.ts';
import { signedInStore } from '../../store/signed-in.ts';

const said = (phase: ServiceSearch['phase'], hasMatch: boolean) =>
  reaches([], signedInStore().getState(), { text: 'x', owner: '', phase, failed: [] }, hasMatch).map(
    ({ kind, what }) => `${kind}: ${what}`,
  );

it.each<[ServiceSearch['phase'], boolean, readonly string[]]>([
  ['searching', false, []],
  ['done', false, []],
  ['stopped', false, ['stopped: The search was stopped. No match so far. Press r to go on.']],
  ['stopped', true, ['stopped: The search was stopped. There may be more matches. Press r to go on.']],
  [
    'full',
    false,
    [
      'stopped: The search stops at 100,000 rows. No match so far. Open a list and press f to search the service.',
    ],
  ],
])('%s, with a match: %s', (phase, hasMatch, rows) => {
  expect(said(phase, hasMatch)).toEqual(rows);
});
