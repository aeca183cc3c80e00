// Begins every start: checks that the process is safe for a key, finds the folders, and reads the set-up under the
// policy of this machine.

import fs from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import path from 'node:path';
import { systemZone } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Flags } from './arguments.ts';
import { type Disk, systemDisk } from './disk.ts';
import { type Folders, findFolders, type Variables } from './folders.ts';
import { forgetKeys } from './forget-keys.ts';
import { configIn, type Machine, type MachineRead, trustedText } from './machine.ts';
import { hiddenNames, hiddenSentence, namesOf, withMachine } from './machine-limits.ts';
import { inLines, readConfigText } from './plain-config.ts';
import { keepMemoryIn, type RememberingProcess, unsafeProcess } from './safety.ts';
import { type CaFile, readSetup, type Setup } from './setup.ts';
import { userName } from './system-user.ts';

interface StartingProcess extends RememberingProcess {
  readonly env: Record<string, string | undefined>;
  readonly execArgv: readonly string[];
  readonly getuid?: (() => number) | undefined;
}

export interface Start {
  readonly disk: Disk;
  readonly folders: Folders;
  readonly setup: Setup;
  /** In PEM. */
  readonly caPem: string | undefined;
  /** That a profile of the machine replaces the user's of the same name. */
  readonly hidden: Visible | undefined;
}

type StartRead = { readonly ok: true; readonly start: Start } | { readonly ok: false; readonly why: Visible };

/** Also removes the keys from the environment. `why`: one sentence or several lines. */
export async function readStart(
  process: StartingProcess,
  flags: Flags,
  uuid: () => string,
  machineRead: MachineRead,
): Promise<StartRead> {
  const { env } = process;
  if (!machineRead.ok) return no(machineRead.why);
  const { machine } = machineRead;
  const unsafe = unsafeProcess(env, process.execArgv, debuggerUrl());
  if (unsafe) return no(unsafe);
  keepMemoryIn(process);
  const disk = systemDisk(uuid);
  const folders = findFolders(env);
  const loaded =
    folders.config && (await ownConfig(disk, path.join(folders.config, 'config.json'), process, machine));
  if (loaded && !loaded.ok) return no(inLines(loaded.problems));
  const own = loaded && 'config' in loaded ? loaded.config : undefined;
  const read = readSetup({
    variables: env satisfies Variables,
    config: withMachine(own, machine),
    machine,
    flags,
    systemTimeZone: systemZone(),
    userName,
    ...stateProblem(disk, folders.state),
  });
  forgetKeys(process);
  if (!read.ok) return no(read.sentence);
  const { setup } = read;
  const authorities = readAuthorities(setup.caFile, machine);
  if (authorities && 'why' in authorities) return no(authorities.why);
  const hidden = hiddenNames(own, machine).includes(setup.profileName);
  return {
    ok: true,
    start: {
      ...{ disk, folders, setup, caPem: authorities?.text },
      hidden: hidden ? hiddenSentence(setup.profileName, machine) : undefined,
    },
  };
}

const no = (why: Visible): StartRead => ({ ok: false, why });

async function ownConfig(disk: Disk, file: string, { getuid }: StartingProcess, machine: Machine) {
  const read = readConfigText(disk, file, getuid?.());
  if (!read.ok || read.text === undefined) return read;
  return configIn(read.text, file, namesOf(machine.config));
}

function stateProblem(disk: Disk, folder: string | undefined): { stateProblem?: Visible } {
  if (folder === undefined) return { stateProblem: t`there is no home folder` };
  const made = disk.makePrivateFolder(folder);
  return made.ok ? {} : { stateProblem: t`the state folder can't be used (${visible(made.code)})` };
}

/** In PEM. */
export function readAuthorities(
  chosen: CaFile | undefined,
  machine: Pick<Machine, 'place'>,
): { readonly text: string } | { readonly why: Visible } | undefined {
  if (chosen === undefined) return undefined;
  const { file, trusted } = chosen;
  const read = trusted ? trustedText(file, machine.place) : textIn(file);
  // From an empty text, Node would go back to its own authorities.
  if ('text' in read && !read.text.includes('-----BEGIN CERTIFICATE-----'))
    return { why: t`${visible(file, 400)} has no certificate in PEM.` };
  return read;
}

function textIn(file: string): { readonly text: string } | { readonly why: Visible } {
  try {
    return { text: fs.readFileSync(file, 'utf8') };
  } catch {
    return { why: t`The file of the certificate authorities, ${visible(file, 400)}, can't be read.` };
  }
}
