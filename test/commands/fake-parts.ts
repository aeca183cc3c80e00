// The parts of a command in a folder of its own, without a simulator and without a terminal.

import { randomUUID } from 'node:crypto';
import type { CommandParts } from '../../src/commands/command-parts.ts';
import { workOf } from '../../src/commands/team.ts';
import { TEAM } from '../../src/commands/team-help.ts';
import type { ScriptLink } from '../../src/journal/postgres/link.ts';
import { t } from '../../src/lib/visible.ts';
import { readCommandLine } from '../../src/system/command-line.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { noFiles } from '../harness/machine.ts';

export const fakeProcess = (folder: string, home = folder): NodeJS.Process =>
  Object.assign(Object.create(process, { stderr: { value: { isTTY: false } } }), {
    env: { PURSER_STATE_DIR: folder, HOME: home },
    cwd: () => folder,
  });

/** `said` is standard output, `errors` standard error with the refusals. */
export function fakeParts(folder = temporaryFolder(), more: Partial<CommandParts> = {}) {
  const said: string[] = [];
  const errors: string[] = [];
  const parts: CommandParts = {
    process: fakeProcess(folder),
    out: text => said.push(text),
    err: text => errors.push(text),
    refuse(sentence) {
      errors.push(sentence);
      return 2;
    },
    uuid: randomUUID,
    machine: noFiles,
    ...more,
  };
  return { folder, parts, said, errors };
}

/** The exit code and the output of `purser team …` through this link to the server. */
export async function runTeam(
  link: ScriptLink,
  service: { readonly baseUrl: string; readonly clientId: string },
  words: readonly string[],
  state = temporaryFolder(),
) {
  const read = readCommandLine(t`purser team`, words, TEAM.flags);
  if (!read.ok) throw new Error(read.why);
  const work = workOf(read.line);
  if (typeof work !== 'function') return { code: 2, out: '', err: '' };
  const { parts, said, errors } = fakeParts(state);
  const code = await work({ link, service, line: read.line, parts, state });
  return { code, out: said.join(''), err: errors.join('') };
}
