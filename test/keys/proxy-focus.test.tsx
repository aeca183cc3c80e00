import { render } from 'ink';
import { useEffect, useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { createKeyProxy } from '../../src/keys/proxy.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { TextField } from '../../src/ui/kit/TextField.tsx';
import { fakeTerminal } from '../harness/terminal.ts';

it("the proxy follows a focus that only React's own state knows", async () => {
  const terminal = fakeTerminal({ cols: 100, rows: 12 });
  const now = { takesText: false, press: (_key: string) => {} };
  function Form() {
    const [focus, setFocus] = useState(-1);
    const [texts, setTexts] = useState(['', '', '']);
    useEffect(() => {
      now.takesText = focus >= 0;
      now.press = () => setFocus(focus + 1);
    });
    return texts.map((text, at) => (
      <TextField
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields stay where they are
        key={at}
        value={text}
        width={80}
        focused={focus === at}
        onChange={typed => setTexts(old => old.with(at, typed))}
      />
    ));
  }
  const proxy = createKeyProxy({
    input: terminal.stdin,
    clock: systemClock(),
    takesText: () => now.takesText,
    onKey: key => now.press(key),
    onPaste: () => {},
  });
  proxy.start();
  const { stdin } = proxy;
  const app = render(<Form />, { stdin, stdout: terminal.stdout, interactive: true, patchConsole: false });
  onTestFinished(() => {
    app.unmount();
    proxy.stop();
  });
  await new Promise(setImmediate);
  terminal.screen.type('\tfirst\tsecond\tthird');
  await terminal.screen.until('third');
  // Behind the last stands the text cursor.
  const lines = terminal.screen.lines().slice(0, 3);
  expect(lines.map(line => line.trimEnd())).toEqual(['first', 'second', 'third']);
});
