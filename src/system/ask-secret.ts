// Asks at the terminal: for a secret, which is not shown, or for a line, which the terminal shows and corrects.

import type { Visible } from '../lib/visible.ts';
import { restoreAtSignals, type SignalledProcess } from './process-end.ts';
import type { SyncWrite } from './terminal.ts';

interface SecretInput {
  setRawMode(raw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', listener: (text: string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (text: string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

interface SecretProcess extends SignalledProcess {
  readonly stdin: SecretInput;
}

/** The line up to Enter, trimmed. Undefined after Ctrl+C, Ctrl+D or the end of the input. */
export function askSecret(
  process: SecretProcess,
  say: SyncWrite,
  question: Visible,
): Promise<string | undefined> {
  const { stdin: input } = process;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let typed = '';
  const end = (secret: string | undefined): void => {
    input.off('data', hear);
    input.off('end', over);
    input.setRawMode(false);
    stopListening();
    input.pause();
    say('\n');
    resolve(secret);
  };
  const over = (): void => end(undefined);
  const hear = (text: string): void => {
    // A paste comes in one piece, and may have text after the Enter.
    for (const character of text) {
      if (character === '\r' || character === '\n') {
        end(typed.trim());
        return;
      }
      if (character === '\x03' || character === '\x04') {
        over();
        return;
      }
      if (character === '\x7f' || character === '\b') typed = typed.slice(0, -1);
      else if (character === '\x15') typed = '';
      else if (character >= ' ') typed += character;
    }
  };
  const stopListening = restoreAtSignals(process, () => {
    input.setRawMode(false);
    say('\n');
  });
  // Raw mode comes before the question, so that text typed immediately is not shown.
  input.setRawMode(true);
  say(`${question} `);
  input.setEncoding('utf8');
  input.on('data', hear);
  input.on('end', over);
  input.resume();
  return promise;
}

/** Undefined after Ctrl+D or the end of the input. */
export function askLine(input: SecretInput, say: SyncWrite, question: Visible): Promise<string | undefined> {
  say(`${question} `);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let typed = '';
  const end = (line: string | undefined): void => {
    input.off('data', hear);
    input.off('end', over);
    input.pause();
    resolve(line);
  };
  const over = (): void => {
    say('\n');
    end(undefined);
  };
  const hear = (text: string): void => {
    typed += text;
    const at = typed.search(/[\r\n]/);
    if (at >= 0) end(typed.slice(0, at).trim());
  };
  input.setEncoding('utf8');
  input.on('data', hear);
  input.on('end', over);
  input.resume();
  return promise;
}
