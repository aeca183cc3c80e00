// A tour through every screen of the console and everything that opens there.

import { expect, vi } from 'vitest';
import { PLACES, type PlaceId } from '../../src/store/places.ts';
import type { State } from '../../src/store/state.ts';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { createScreens } from '../../src/ui/shell/screens.ts';
import type { TestConsole } from '../harness/console.ts';
import { flowing } from '../harness/frames.ts';
import { patience } from '../harness/patience.ts';
import { allRules } from '../harness/rules.ts';
import { goes } from './paying.ts';

/** Returns whether any data of the open customer is being read. */
function reading(console: TestConsole): boolean {
  const { lists, documents } = currentWorkspace(console.state());
  return [...Object.values(lists), ...Object.values(documents)].some(({ loading }) => loading !== undefined);
}

/** This many timer turns without a change mean that nothing is pending. Keys, effects and React need fewer. */
const STILL = 5;

/**
 * Waits until nothing is being read and the data is drawn. A timeline reads hundreds of pages, which takes a busy machine
 * long: so only a time without any answer is too long.
 */
export async function rests(console: TestConsole): Promise<void> {
  let before: State | undefined;
  let heardAt = performance.now();
  for (let still = 0; still < STILL; ) {
    await new Promise(resolve => setTimeout(resolve, 2));
    const now = console.state();
    // The record of a row is read after the cursor has stayed on it. That time passes at once.
    const unread = console.screen.text().includes('not read yet');
    if (unread && !reading(console) && now === console.shown()) console.passes(150);
    const toRead = unread || reading(console);
    still = now === before && now === console.shown() && !toRead ? still + 1 : 0;
    if (now.exchanges !== before?.exchanges) heardAt = performance.now();
    before = now;
    if (performance.now() - heardAt > patience.timeout)
      throw new Error(`no answer for ${patience.timeout} ms, and still reading\n${console.screen.text()}`);
  }
  await console.screen.show('');
}

/** Expects text on the screen between the breadcrumb and the footer, and no crash. */
async function showsSomething(console: TestConsole, where: string, look: Look): Promise<void> {
  await rests(console);
  expect(console.crashes, where).toEqual([]);
  const body = console.screen.lines().slice(3, -1).join('');
  expect(body.replaceAll(/[╭╮╰╯│─\s]/g, ''), where).not.toBe('');
  await look(where);
}

/** Called on every screen of the tour and after every key. */
type Look = (where: string) => Promise<void> | void;

/** The screen's text, with sentences joined across line ends. */
const read = ({ screen }: TestConsole): string => flowing(screen.contents());

/** Keys: next row, details tabs, raw JSON, status, search, export, actions, column, order, filter. */
const LOOKS = ['j', ']', ']', 'd', 'i', 'f', 'E', 'a', 'l', 'O', '/'];

interface Stop {
  readonly place: PlaceId;
  readonly text: string;
  /** The screen's text after each key. */
  readonly looks: ReadonlyMap<string, string>;
}

/** Opens every screen, with a subject if it needs one, and presses keys that only show something: by default all. */
export async function tour(
  console: TestConsole,
  subjects: Partial<Record<PlaceId, string>>,
  look: Look = () => {},
  keys: readonly string[] = LOOKS,
): Promise<readonly Stop[]> {
  const screens = createScreens(allRules);
  const stops: Stop[] = [];
  for (const place of PLACES) {
    const subject = subjects[place];
    await goes(console, subject === undefined ? place : `${place}/${subject}`);
    await showsSomething(console, place, look);
    const text = read(console);
    const looks = new Map<string, string>();
    // In a form letters are text.
    const form = screens.get(place)?.mode?.(console.state()) !== undefined;
    for (const key of form ? ['tab', 'tab'] : keys) {
      console.press(key);
      await showsSomething(console, `${place} ${key}`, look);
      looks.set(key, read(console));
      expect(currentView(console.state()).place, key).toBe(place);
      if (console.state().overlay === undefined && console.state().prompt === undefined) continue;
      console.press('esc');
      // The next key must not arrive with this Esc, or both are one key.
      await vi.waitFor(() => {
        const { overlay, prompt } = console.state();
        expect([overlay, prompt], `${place} ${key}`).toEqual([undefined, undefined]);
      }, patience);
    }
    if (form) console.press('esc');
    stops.push({ place, text, looks });
  }
  return stops;
}
