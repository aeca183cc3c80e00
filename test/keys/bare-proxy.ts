// A key proxy on a fake stream, with a manual clock and without Ink. Only the test reads the text for a field.
import { onTestFinished } from 'vitest';
import { createKeyProxy } from '../../src/keys/proxy.ts';
import { manualClock } from '../harness/clock.ts';
import { FakeStdin } from '../harness/terminal.ts';

/**
 * `desk.takesText`, `desk.isBehind`: the test sets them. `desk.ended`: how often the input ended. `desk.silent`: whether
 * the terminal is silent. `desk.stalls`: what became of pastes without an end. `act` runs at each key. `bound`: the keys with a command.
 */
export function bareProxy(act: (key: string) => void = () => {}, bound: readonly string[] = []) {
  const input = new FakeStdin();
  const clock = manualClock(0);
  const heard: string[] = [];
  const stalls: string[] = [];
  const desk = { takesText: false, isBehind: false, ended: 0, silent: false, keepsSilence: false, stalls };
  const proxy = createKeyProxy({
    input,
    clock,
    takesText: () => desk.takesText,
    isBound: key => bound.includes(key),
    catchUp: () => desk.isBehind,
    onKey(key) {
      heard.push(key);
      act(key);
    },
    onPaste: text => heard.push(`paste:${text}`),
    onPasteStall: now => stalls.push(now),
    keepsSilence: () => desk.keepsSilence,
    onSilence: silent => {
      desk.silent = silent;
    },
    onEnd: () => {
      desk.ended += 1;
    },
  });
  onTestFinished(proxy.stop);
  proxy.start();
  return { input, clock, heard, proxy, desk };
}

/** Waits for 40 turns of the event loop, without real time. */
export async function turns(): Promise<void> {
  for (let n = 0; n < 40; n += 1) await new Promise(setImmediate);
}

/** Reads all text for a field, as Ink does. */
export function readAll(stdin: { read(): string | null }): string[] {
  const texts: string[] = [];
  for (let text = stdin.read(); text !== null; text = stdin.read()) texts.push(text);
  return texts;
}
