// A key proxy on a bare stream, its clock standing still, whose field nobody reads unless the test does.
import { onTestFinished } from 'vitest';
import { createKeyProxy } from '../../src/keys/proxy.ts';
import { manualClock } from '../harness/clock.ts';
import { FakeStdin } from '../harness/terminal.ts';

/** `desk` is what the test may change, and what the proxy told of the end; `act` is what a key does beside. */
export function bareProxy(act: (key: string) => void = () => {}) {
  const input = new FakeStdin();
  const clock = manualClock(0);
  const heard: string[] = [];
  const desk = { takesText: false, ended: 0 };
  const proxy = createKeyProxy({
    input,
    clock,
    takesText: () => desk.takesText,
    onKey(key) {
      heard.push(key);
      act(key);
    },
    onPaste: text => heard.push(`paste:${text}`),
    onEnd: () => {
      desk.ended += 1;
    },
  });
  onTestFinished(proxy.stop);
  proxy.start();
  return { input, clock, heard, proxy, desk };
}

/** Lets everything happen that needs no time. */
export async function turns(): Promise<void> {
  for (let n = 0; n < 40; n += 1) await new Promise(setImmediate);
}

/** Reads what a field would, as Ink does. */
export function readAll(stdin: { read(): string | null }): string[] {
  const texts: string[] = [];
  for (let text = stdin.read(); text !== null; text = stdin.read()) texts.push(text);
  return texts;
}
