import { render } from 'ink';
import { useEffect, useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { createKeyProxy } from '../../src/keys/proxy.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { TextField } from '../../src/ui/kit/TextField.tsx';
import { fakeTerminal } from '../harness/terminal.ts';

it("text goes to the field with the focus, even if only React's own state knows the focus", async () => {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change their order
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
  // The last line also has the text cursor, after the text.
  const lines = terminal.screen.lines().slice(0, 3);
  expect(lines.map(line => line.trimEnd())).toEqual(['first', 'second', 'third']);
});
