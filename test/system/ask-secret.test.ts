// The question for a secret: the terminal never shows the secret, and Ctrl+C ends the question.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { askSecret } from '../../src/system/ask-secret.ts';

function asking() {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) });
  let said = '';
  const signals = new EventEmitter();
  const exits: number[] = [];
  const process = Object.assign(signals, { stdin: input, exit: (code: number) => exits.push(code) });
  const answer = askSecret(
    process,
    text => {
      said += text;
    },
    t`API key:`,
  );
  return { input, raw, answer, said: () => said, signals, exits };
}

test('the secret is the typed or pasted text up to Enter, and the terminal shows nothing of it', async () => {
  const { input, raw, answer, said } = asking();
  input.write('wrong\x15canax\x7f');
  input.write('ry-9\rnot-this');
  expect(await answer).toBe('canary-9');
  expect(said()).toBe('API key: \n');
  expect(raw).toEqual([true, false]);
});

test.each([
  ['Ctrl+C', '\x03'],
  ['Ctrl+D', '\x04'],
])('%s ends the question without a secret', async (_, key) => {
  const { input, raw, answer } = asking();
  input.write(`half${key}`);
  expect(await answer).toBeUndefined();
  expect(raw).toEqual([true, false]);
});

test('an input that ends gives no secret', async () => {
  const { input, answer } = asking();
  input.end('half');
  expect(await answer).toBeUndefined();
});

test("a signal restores the terminal's echo before the program ends, and after the question no listener is left [O2]", async () => {
  const { input, raw, answer, signals, exits } = asking();
  signals.emit('SIGALRM');
  expect([raw, exits]).toEqual([[true, false], [142]]);
  input.write('x\r');
  await answer;
  expect(signals.eventNames()).toEqual([]);
});
