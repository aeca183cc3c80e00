// Asks for a line at the terminal. The terminal itself shows and corrects the typed text.

import type { Visible } from '../lib/visible.ts';
import type { SecretInput } from './ask-secret.ts';
import type { SyncWrite } from './terminal.ts';

/** Returns the line up to Enter, trimmed. Undefined after Ctrl+D or the end of the input. */
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
