// The silence before Enter: nothing has arrived for 200 ms, and everything before has acted.
import { describe, expect, it } from 'vitest';
import { bareProxy, readAll, turns } from './bare-proxy.ts';

async function waits(proxy: ReturnType<typeof bareProxy>, ms: number): Promise<void> {
  proxy.clock.advance(ms);
  await turns();
}

/** A proxy whose terminal is silent. `silences`: whether it was silent at each key. */
async function silentProxy() {
  const silences: boolean[] = [];
  const proxy = bareProxy(() => silences.push(proxy.desk.silent));
  await waits(proxy, 200);
  expect(proxy.desk.silent).toBe(true);
  return { ...proxy, silences };
}

describe('the terminal', () => {
  it('is silent 200 ms after the start and after each key', async () => {
    const proxy = bareProxy();
    await waits(proxy, 199);
    expect(proxy.desk.silent).toBe(false);
    await waits(proxy, 1);
    expect(proxy.desk.silent).toBe(true);
    proxy.input.write('j');
    await turns();
    expect(proxy.desk.silent).toBe(false);
    await waits(proxy, 199);
    expect(proxy.desk.silent).toBe(false);
    await waits(proxy, 1);
    expect(proxy.desk.silent).toBe(true);
  });

  it.each([
    ['a focus report', '\x1b[I'],
    ['a reply', '\x1b[?62;22c'],
    ['a released mouse button', '\x1b[<0;1;1m'],
    ['a control character without a key', '\x00'],
    ['a byte that is no text', '\ufffd'],
    ['the start of a sequence', '\x1b[1;'],
    ['an empty paste', '\x1b[200~\x1b[201~'],
  ])('is not silent after %s, and not before its effect is over', async (_, bytes) => {
    const proxy = await silentProxy();
    for (let n = 0; n < 5; n += 1) {
      proxy.input.write(bytes);
      await turns();
      expect(proxy.desk.silent).toBe(false);
      await waits(proxy, 199);
      expect(proxy.desk.silent).toBe(false);
    }
  });

  it('is not silent if input arrived while the process was busy', async () => {
    const proxy = bareProxy();
    proxy.clock.advance(5000);
    proxy.input.write('\x1b[I');
    await turns();
    expect(proxy.desk.silent).toBe(false);
  });

  it('is not silent while a paste is open, however long it pauses', async () => {
    const proxy = await silentProxy();
    proxy.input.write('\x1b[200~a');
    await turns();
    await waits(proxy, 1999);
    expect(proxy.desk.silent).toBe(false);
    proxy.input.write('\x1b[201~');
    await turns();
    await waits(proxy, 200);
    expect(proxy.desk.silent).toBe(true);
  });

  it('is not silent while typed text waits for its field', async () => {
    const proxy = await silentProxy();
    proxy.desk.takesText = true;
    proxy.input.write('1');
    await turns();
    await waits(proxy, 1000);
    expect(proxy.desk.silent).toBe(false);
    expect(readAll(proxy.proxy.stdin)).toEqual(['1']);
    await turns();
    await waits(proxy, 200);
    expect(proxy.desk.silent).toBe(true);
  });

  it('is not silent after a suspension', async () => {
    const proxy = await silentProxy();
    proxy.proxy.pause();
    expect(proxy.desk.silent).toBe(false);
    proxy.proxy.resume();
    await waits(proxy, 200);
    expect(proxy.desk.silent).toBe(true);
  });
});

describe('a key', () => {
  it.each([
    ['Enter', '\r', [true]],
    ['Enter of a keypad', '\x1bOM', [true]],
    ['Enter in the CSI u form', '\x1b[13u', [true]],
    ['Enter in the CSI u form with modifiers', '\x1b[13;1u', [true]],
    ['Enter in the xterm form', '\x1b[27;1;13~', [true]],
    ['Enter of a keypad in the CSI u form', '\x1b[57414u', [true]],
    ['Enter with Num Lock', '\x1b[13;129u', [true]],
    ['Alt and Enter', '\x1b\r', [false]],
    ['Enter twice', '\r\r', [true, false]],
    ['another key', 'j', [false]],
    ['Enter after another key', 'j\r', [false, false]],
    ['Enter after an ignored sequence', '\x1b[?62;22c\r', [false]],
    ['Enter after a control character without a key', '\x00\r', [false]],
    ['Enter after a paste', '\x1b[200~a\x1b[201~\r', [false]],
  ])('%s that arrives in a silence acts with the silences %3$j', async (_, bytes, expected) => {
    const { input, silences, desk } = await silentProxy();
    input.write(bytes);
    await turns();
    expect(silences).toEqual(expected);
    expect(desk.silent).toBe(false);
  });

  it('Enter keeps the silence if it belongs to a confirmation, and only if it comes alone and in a silence', async () => {
    const { input, silences, desk, clock } = await silentProxy();
    desk.keepsSilence = true;
    for (let n = 0; n < 2; n += 1) {
      input.write('\r');
      await turns();
    }
    expect([silences, desk.silent]).toEqual([[true, true], true]);
    input.write('\r\r');
    await turns();
    expect([silences, desk.silent]).toEqual([[true, true, true, false], false]);
    input.write('\r');
    await turns();
    expect(silences.at(-1)).toBe(false);
    clock.advance(199);
    await turns();
    expect(desk.silent).toBe(false);
  });

  it('that ends an unfinished sequence does not act in the silence before it', async () => {
    const { input, silences } = await silentProxy();
    input.write('\x1b]11;');
    input.write('\r');
    await turns();
    expect(silences).toEqual([false]);
  });
});
