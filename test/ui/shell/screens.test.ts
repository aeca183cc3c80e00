// Every place that a view can be at has a screen: without one the console would end there.

import { expect, it } from 'vitest';
import { PLACES } from '../../../src/store/places.ts';
import { createScreens } from '../../../src/ui/shell/screens.ts';

it.each(PLACES)('the place %s has a screen', place => {
  expect(createScreens().get(place)).toBeDefined();
});
