// Begins every start: checks that the process is safe for a key, finds the folders, and reads the set-up under the
// policy of this machine.

import { url as debuggerUrl } from 'node:inspector';
import path from 'node:path';
import { checkProxy } from '../api/contract/http-proxy.ts';
import { systemZone } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Flags } from './arguments.ts';
import { readAuthorities } from './authorities.ts';
import { type Disk, systemDisk } from './disk.ts';
import { type Folders, findFolders } from './folders.ts';
import { forgetKeys } from './forget-keys.ts';
import { givenKey } from './key-file.ts';
import { configIn, type Machine, type MachineRead } from './machine.ts';
import { hiddenNames, hiddenSentence, namesOf } from './machine-limits.ts';
import { inLines, readConfigText } from './plain-config.ts';
import { type PolicyWatch, watchPolicy } from './policy-watch.ts';
import { checkCode, keepMemoryIn, type RememberingProcess, unsafeProcess } from './safety.ts';
import { readSetup, type Setup } from './setup.ts';
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
  /** The policy may change while Purser runs. */
  readonly readPolicy: PolicyWatch;
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
  version = '',
): Promise<StartRead> {
  const { env } = process;
  if (!machineRead.ok) return no(machineRead.why);
  const { machine } = machineRead;
  const unsafe = unsafeProcess(env, process.execArgv, debuggerUrl()) ?? (machine.policy && checkCode(env));
  if (unsafe) return no(unsafe);
  keepMemoryIn(process);
  const disk = systemDisk(uuid);
  const folders = findFolders(env);
  const loaded =
    folders.config && (await ownConfig(disk, path.join(folders.config, 'config.json'), process, machine));
  if (loaded && !loaded.ok) return no(inLines(loaded.problems));
  const own = loaded && 'config' in loaded ? loaded.config : undefined;
  const given = givenKey(flags.keyFile, env, process.getuid?.());
  const read = readSetup({
    variables: 'key' in given && given.key !== undefined ? { ...env, PURSER_API_KEY: given.key } : env,
    config: own,
    machine,
    flags,
    systemTimeZone: systemZone(),
    userName,
    ...stateProblem(disk, folders.state),
  });
  forgetKeys(process);
  if ('why' in given) return no(given.why);
  if (!read.ok) return no(read.sentence);
  const setup = { ...read.setup, started: { version, policy: machine.policyDigest ?? 'none' } };
  const badProxy = setup.baseUrl === undefined ? undefined : checkProxy(setup.baseUrl, env);
  if (badProxy) return no(badProxy);
  const authorities = readAuthorities(setup.caFile, machine, env);
  if (authorities && 'why' in authorities) return no(authorities.why);
  const hidden = hiddenNames(own, machine).includes(setup.profileName);
  return {
    ok: true,
    start: {
      ...{ disk, folders, setup, caPem: authorities?.text },
      readPolicy: watchPolicy(machine, own, setup.profileName),
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
