import { describe, expect, it } from 'vitest';
import { bareProxy, readAll, turns } from './bare-proxy.ts';

describe('unfinished input', () => {
  it('is the Esc key after a moment', async () => {
    const { input, clock, heard } = bareProxy();
    input.write('\x1b');
    await turns();
    clock.advance(29);
    await turns();
    expect(heard).toEqual([]);
    clock.advance(1);
    await turns();
    expect(heard).toEqual(['esc']);
  });

  it('is completed by input that arrived while the process was busy', async () => {
    const { input, clock, heard } = bareProxy();
    input.write('\x1b');
    await turns();
    clock.advance(30);
    input.write('[A');
    await turns();
    expect(heard).toEqual(['up']);
  });

  it('is dropped if a terminal’s reply does not end within half a second, even while keys are pressed', async () => {
    const { input, clock, heard } = bareProxy();
    input.write('\x1b]11;');
    await turns();
    for (let n = 0; n < 5; n += 1) {
      input.write('j');
      await turns();
      clock.advance(100);
      await turns();
    }
    expect(heard).toEqual([]);
    input.write('j');
    await turns();
    expect(heard).toEqual(['j']);
  });

  it('waits if it is a paste of which more arrives, and is then pasted', async () => {
    const { input, clock, heard } = bareProxy();
    input.write('\x1b[200~');
    for (const part of ['a', 'b', 'c']) {
      input.write(part);
      await turns();
      clock.advance(1999);
      await turns();
    }
    expect(heard).toEqual([]);
    clock.advance(1);
    await turns();
    input.write('j');
    await turns();
    expect(heard).toEqual(['paste:abc', 'j']);
  });
});

describe('text for a field', () => {
  it('arrives one piece at a time, and later keys wait', async () => {
    const { input, heard, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('ab\x10');
    await turns();
    expect(readAll(proxy.stdin)).toEqual(['a']);
    expect(readAll(proxy.stdin)).toEqual([]);
    await turns();
    expect(heard).toEqual([]);
    expect(readAll(proxy.stdin)).toEqual(['b']);
    await turns();
    expect(heard).toEqual(['ctrl-p']);
  });

  it('is dropped if no field takes it for three seconds, and then keys work again', async () => {
    const { input, clock, heard, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('x\x03');
    await turns();
    clock.advance(2999);
    await turns();
    expect(heard).toEqual([]);
    clock.advance(1);
    await turns();
    expect(heard).toEqual(['ctrl-c']);
    expect(readAll(proxy.stdin)).toEqual([]);
  });

  it('is readable for a listener that is added after the text arrived', async () => {
    const { input, desk, proxy } = bareProxy();
    desk.takesText = true;
    input.write('x');
    await turns();
    const texts: string[] = [];
    proxy.stdin.on('readable', () => texts.push(...readAll(proxy.stdin)));
    await turns();
    input.write('yz');
    await turns();
    expect(texts).toEqual(['x', 'y', 'z']);
  });

  it('is not sent for a paste without typable text', async () => {
    const { input, heard, desk } = bareProxy();
    desk.takesText = true;
    input.write('\x1b[200~\r\n\x00\x1b[31m\x1b[201~\x10');
    await turns();
    expect(heard).toEqual(['ctrl-p']);
  });
});

describe('text for a field', () => {
  it('waits once until the newest state is drawn, because an older field would drop it', async () => {
    const { input, proxy, desk } = bareProxy();
    desk.takesText = true;
    desk.isBehind = true;
    input.write('1');
    expect(readAll(proxy.stdin)).toEqual([]);
    await turns();
    expect(readAll(proxy.stdin)).toEqual(['1']);
  });

  it('is offered immediately if the newest state is on the screen', () => {
    const { input, proxy, desk } = bareProxy();
    desk.takesText = true;
    input.write('1');
    expect(readAll(proxy.stdin)).toEqual(['1']);
  });
});

describe('Esc and a letter that arrive together', () => {
  it('are two keys while no field takes text', async () => {
    const { input, heard } = bareProxy();
    input.write('\x1bb\x1bf\x1b\x1b[D');
    await turns();
    expect(heard).toEqual(['esc', 'b', 'esc', 'f', 'esc', 'left']);
  });

  it('move the cursor in a field by a word', async () => {
    const { input, heard, proxy, desk } = bareProxy();
    desk.takesText = true;
    input.write('\x1bb');
    await turns();
    expect(readAll(proxy.stdin)).toEqual(['\x1bb']);
    expect(heard).toEqual([]);
  });

  it('are one key if a command has that key', async () => {
    const { input, heard } = bareProxy(undefined, ['alt-b']);
    input.write('\x1bb');
    await turns();
    expect(heard).toEqual(['alt-b']);
  });
});

describe('an editing key in a field', () => {
  it.each(['ctrl-u', 'ctrl-w', 'ctrl-e'])(
    'is a command if %s has one, and text for the field otherwise',
    async key => {
      const byte = String.fromCharCode(key.charCodeAt(5) - 0x60);
      const commanded = bareProxy(undefined, [key]);
      commanded.desk.takesText = true;
      commanded.input.write(byte);
      await turns();
      expect(commanded.heard).toEqual([key]);
      const plain = bareProxy();
      plain.desk.takesText = true;
      plain.input.write(byte);
      await turns();
      expect(plain.heard).toEqual([]);
      expect(readAll(plain.proxy.stdin)).toHaveLength(1);
    },
  );
});
