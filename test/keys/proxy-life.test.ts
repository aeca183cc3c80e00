import { describe, expect, it } from 'vitest';
import { createKeyProxy } from '../../src/keys/proxy.ts';
import { manualClock } from '../harness/clock.ts';
import { FakeStdin } from '../harness/terminal.ts';
import { bareProxy, readAll, turns } from './bare-proxy.ts';

describe('raw mode', () => {
  it('changes with start, pause, resume and stop, but not with anything that Ink does', () => {
    const { input, proxy } = bareProxy();
    expect(input.isRaw).toBe(true);
    proxy.stdin.setRawMode();
    expect(input.isRaw).toBe(true);
    proxy.pause();
    expect(input.isRaw).toBe(false);
    expect(input.isPaused()).toBe(true);
    proxy.resume();
    expect(input.isRaw).toBe(true);
    proxy.stop();
    expect(input.isRaw).toBe(false);
    expect(input.listenerCount('data')).toBe(0);
  });

  it('is not requested from a stream that is not a terminal', () => {
    const input = Object.assign(new FakeStdin(), { isTTY: false });
    const proxy = createKeyProxy({
      input,
      clock: manualClock(0),
      takesText: () => false,
      onKey: () => {},
      onPaste: () => {},
    });
    proxy.start();
    expect(input.isRaw).toBe(false);
    proxy.stop();
  });
});

describe('suspension', () => {
  it('keeps the keys after Ctrl+Z, and handles them after the return', async () => {
    const { input, heard, proxy } = bareProxy(key => {
      if (key === 'ctrl-z') proxy.pause();
    });
    input.write('j\x1ak');
    await turns();
    input.write('l');
    await turns();
    expect(heard).toEqual(['j', 'ctrl-z']);
    proxy.resume();
    await turns();
    expect(heard).toEqual(['j', 'ctrl-z', 'k', 'l']);
  });

  it('drops an incomplete sequence', async () => {
    const { input, heard, proxy } = bareProxy();
    input.write('\x1b[1;');
    await turns();
    proxy.pause();
    proxy.resume();
    input.write('j');
    await turns();
    expect(heard).toEqual(['j']);
  });
});

describe('the end', () => {
  it('drops keys that were not handled', async () => {
    const { input, heard, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('ab\x10');
    await turns();
    proxy.stop();
    desk.takesText = false;
    proxy.start();
    input.write('j');
    await turns();
    expect(heard).toEqual(['j']);
    expect(readAll(proxy.stdin)).toEqual([]);
  });

  it('of the terminal is reported, even if reading fails', async () => {
    const ended = bareProxy();
    ended.input.end();
    await turns();
    expect(ended.desk.ended).toBe(1);

    const failed = bareProxy();
    failed.input.emit('error', new Error('read EIO'));
    expect(failed.desk.ended).toBe(1);
    failed.proxy.stop();
    failed.input.emit('error', new Error('read EIO'));
    expect(failed.desk.ended).toBe(1);
  });

  it('does not fail if the terminal refuses to leave raw mode', () => {
    const { input, proxy } = bareProxy();
    input.setRawMode = () => {
      throw new Error('setRawMode EIO');
    };
    expect(() => proxy.stop()).not.toThrow();
  });
});

it('the proxy continues after a key whose action threw', async () => {
  const { input, heard } = bareProxy(key => {
    if (key === 'x') throw new Error('in the action');
  });
  const [listener] = input.listeners('data');
  expect(() => listener?.call(input, 'xj')).toThrow('in the action');
  await turns();
  expect(heard).toEqual(['x', 'j']);
});
