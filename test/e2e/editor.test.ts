// Editing a long text in a real editor in a real terminal, with a shell that stops and continues Purser.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { sees, shellEnv, startService, startShell } from './purser.ts';

/** An editor for one line: prints the given text, reads a line, and ignores Ctrl+C. */
const EDITOR = `#!/bin/sh
trap 'echo interrupted' INT
echo $$ > "$PID_FILE"
stty -a | grep -q ' icanon' && echo "EDITOR HERE: $(cat "$1")"
line=
while [ -z "$line" ]; do read -r line || true; done
printf '%s\\nsecond line\\n' "$line" > "$1"
`;

test('the editor keeps the terminal during a resize, Ctrl+C and Ctrl+Z, and Purser gets it back at the end', async () => {
  const folder = temporaryFolder();
  const editor = join(folder, 'editor.sh');
  writeFileSync(editor, EDITOR);
  chmodSync(editor, 0o755);
  const service = await startService();
  const pidFile = join(temporaryFolder(), 'pid');
  const env = { ...shellEnv(service), EDITOR: editor, TMPDIR: folder, PID_FILE: pidFile };
  const { screen, exit } = await startShell('exec sh -i', { env });
  await sees(screen, 'shell$ ');
  screen.type('"$NODE" "$PROGRAM" rfi\r');
  await sees(screen, '4 questions, all');
  screen.press('n');
  await sees(screen, 'Review answer');
  screen.press('left');
  await sees(screen, 'Attachments');
  screen.press('ctrl-n');
  screen.type('answer');
  screen.press('tab', 'tab');
  screen.type('begun');
  await sees(screen, /its value +begun/);
  screen.press('ctrl-g');
  await sees(screen, 'EDITOR HERE: begun');
  expect(screen.alternate()).toBe(false);
  expect(screen.pasteMode()).toBe(false);
  expect(screen.cursor().visible).toBe(true);
  screen.resize(90, 28);
  screen.press('ctrl-c');
  await sees(screen, 'interrupted');
  screen.press('ctrl-z');
  await sees(screen, /Stopped.*\nshell\$\s*$/);
  // The shell waits only for Purser. An editor that has not stopped yet would take the next key from the shell.
  await vi.waitFor(
    () => expect(readFileSync(`/proc/${readFileSync(pidFile, 'utf8').trim()}/stat`, 'utf8')).toMatch(/\) T /),
    patience,
  );
  screen.type('fg\r');
  await sees(screen, /shell\$ fg\n[^\n]*PROGRAM[^\n]*\s*$/);
  expect(screen.alternate()).toBe(false);
  screen.type('from the editor\r');
  await sees(screen, /its value +from the editor↵second line/);
  expect(screen.alternate()).toBe(true);
  expect(screen.pasteMode()).toBe(true);
  expect(readdirSync(folder)).toEqual(['editor.sh']);
  screen.press('tab', 'enter');
  await sees(screen, /answer +"from the editor\\nsecond line"/);
  screen.press('esc', 'esc');
  await sees(screen, '4 questions, all');
  screen.type(':q\r');
  await sees(screen, /\nshell\$\s*$/);
  screen.type('exit\r');
  expect(await exit).toMatchObject({ code: 0 });
  expect(service.requestsFor('rfi.respond')).toEqual([]);
});
