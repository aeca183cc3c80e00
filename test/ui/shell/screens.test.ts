// Every place has a screen. A place without a screen would end the console.

import { expect, it } from 'vitest';
import { PLACES } from '../../../src/store/places.ts';
import { createScreens } from '../../../src/ui/shell/screens.ts';
import { allRules } from '../../harness/rules.ts';

it.each(PLACES)('the place %s has a screen', place => {
  expect(createScreens(allRules).get(place)).toBeDefined();
});
