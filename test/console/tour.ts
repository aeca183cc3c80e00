// A walk through every place of the console and everything that can be opened there, whatever the service says.

import { expect, vi } from 'vitest';
import { PLACES, type PlaceId } from '../../src/store/places.ts';
import type { State } from '../../src/store/state.ts';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { createScreens } from '../../src/ui/shell/screens.ts';
import type { TestConsole } from '../harness/console.ts';
import { flowing } from '../harness/frames.ts';
import { goes } from './paying.ts';
import { patience } from './writing.ts';

/** Whether anything is still being read for the customer in front. */
function reading(console: TestConsole): boolean {
  const { lists, documents } = currentWorkspace(console.state());
  return [...Object.values(lists), ...Object.values(documents)].some(({ loading }) => loading !== undefined);
}

/** Turns of the timers without a change: keys, effects and what React puts off take fewer. */
const STILL = 5;

/** Nothing is being read any more, and what came is drawn. */
export async function rests(console: TestConsole): Promise<void> {
  let before: State | undefined;
  let still = 0;
  const look = (): void => {
    const now = console.state();
    // The record of a row is read once the cursor has rested on it.
    const toRead = reading(console) || console.screen.text().includes('not read yet');
    still = now === before && now === console.shown() && !toRead ? still + 1 : 0;
    before = now;
    expect(still).toBeGreaterThanOrEqual(STILL);
  };
  await vi.waitFor(look, { ...patience, interval: 2 });
  await console.screen.show('');
}

/** There is something on the screen, always, in the frames between the breadcrumb and the footer. */
async function showsSomething(console: TestConsole, where: string, look: Look): Promise<void> {
  await rests(console);
  expect(console.crashes, where).toEqual([]);
  const body = console.screen.lines().slice(3, -1).join('');
  expect(body.replaceAll(/[╭╮╰╯│─\s]/g, ''), where).not.toBe('');
  await look(where);
}

/** What a test does at every stop of the tour, and after every key. */
type Look = (where: string) => Promise<void> | void;

/** What a person reads: a sentence in one piece, wherever its lines end. */
const read = ({ screen }: TestConsole): string => flowing(screen.contents());

/** The next row, the details tabs, the record as it came, what its status means, the filters, the export, the actions, the order. */
const LOOKS = ['j', ']', ']', 'd', 'i', 'f', 'E', 'a', 'l', 'O', '/'];

interface Stop {
  readonly place: PlaceId;
  readonly text: string;
  /** What each key brought to the screen. */
  readonly looks: ReadonlyMap<string, string>;
}

/** Goes to every place, with a record of the first customer where it takes one, and presses every key that looks at something. */
export async function tour(
  console: TestConsole,
  subjects: Partial<Record<PlaceId, string>>,
  look: Look = () => {},
): Promise<readonly Stop[]> {
  const screens = createScreens();
  const stops: Stop[] = [];
  for (const place of PLACES) {
    const subject = subjects[place];
    await goes(console, subject === undefined ? place : `${place}/${subject}`);
    await showsSomething(console, place, look);
    const text = read(console);
    const looks = new Map<string, string>();
    // In a form letters are text.
    const form = screens.get(place)?.mode?.(console.state()) !== undefined;
    for (const key of form ? ['tab', 'tab'] : LOOKS) {
      console.press(key);
      await showsSomething(console, `${place} ${key}`, look);
      looks.set(key, read(console));
      expect(currentView(console.state()).place, key).toBe(place);
      if (console.state().overlay !== undefined || console.state().prompt !== undefined) console.press('esc');
    }
    if (form) console.press('esc');
    stops.push({ place, text, looks });
  }
  return stops;
}
