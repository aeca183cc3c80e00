// Begins every start: checks that the process is safe for a key, finds the folders, and reads the set-up.

import fs from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import path from 'node:path';
import { systemZone } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Flags } from './arguments.ts';
import { type Disk, systemDisk } from './disk.ts';
import { type Folders, findFolders, type Variables } from './folders.ts';
import { forgetKeys } from './forget-keys.ts';
import { plainConfig, readConfigText } from './plain-config.ts';
import { keepMemoryIn, type RememberingProcess, unsafeProcess } from './safety.ts';
import { readSetup, type Setup } from './setup.ts';

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
}

type StartRead = { readonly ok: true; readonly start: Start } | { readonly ok: false; readonly why: Visible };

/** Also removes the keys from the environment. `why`: one sentence or several lines. */
export async function readStart(
  process: StartingProcess,
  flags: Flags,
  uuid: () => string,
): Promise<StartRead> {
  const { env } = process;
  const unsafe = unsafeProcess(env, process.execArgv, debuggerUrl());
  if (unsafe) return no(unsafe);
  keepMemoryIn(process);
  const disk = systemDisk(uuid);
  const folders = findFolders(env);
  const loaded = folders.config && (await config(disk, path.join(folders.config, 'config.json'), process));
  if (loaded && !loaded.ok) return no(loaded.problems.reduce((all, one) => t`${all}\npurser: ${one}`));
  const read = readSetup({
    variables: env satisfies Variables,
    config: loaded && 'config' in loaded ? loaded.config : undefined,
    flags,
    systemTimeZone: systemZone(),
    ...stateProblem(disk, folders.state),
  });
  forgetKeys(process);
  if (!read.ok) return no(read.sentence);
  const { setup } = read;
  const caPem = readPem(setup.caFile);
  if (caPem instanceof Error) return no(t`The file of --ca-file can't be read.`);
  return { ok: true, start: { disk, folders, setup, caPem } };
}

const no = (why: Visible): StartRead => ({ ok: false, why });

async function config(disk: Disk, file: string, { getuid }: StartingProcess) {
  const read = readConfigText(disk, file, getuid?.());
  if (!read.ok || read.text === undefined) return read;
  const plain = plainConfig(read.text);
  if (plain) return { ok: true, config: plain } as const;
  const { checkConfig } = await import('./config.ts');
  return checkConfig(read.text, visible(file));
}

function stateProblem(disk: Disk, folder: string | undefined): { stateProblem?: Visible } {
  if (folder === undefined) return { stateProblem: t`there is no home folder` };
  const made = disk.makePrivateFolder(folder);
  return made.ok ? {} : { stateProblem: t`the state folder can't be used (${visible(made.code)})` };
}

/** The certificate authorities in the file of --ca-file. */
export function readPem(file: string | undefined): string | undefined | Error {
  if (file === undefined) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable');
  }
}
