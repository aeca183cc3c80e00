// Reads the files that an administrator keeps for all users of this machine: the policy, and profiles for everybody.
// No variable names their folder. A file that Purser can't trust or read stops the start.

import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Config } from './config-schema.ts';
import { readFile } from './disk.ts';
import type { MachinePlace } from './machine-place.ts';
import { weaknessOf } from './owners.ts';
import { inLines, plainConfig, plainPolicy } from './plain-config.ts';
import type { Policy } from './policy-schema.ts';

export interface Machine {
  readonly place: MachinePlace;
  readonly policyFile: string;
  readonly configFile: string;
  readonly policy?: Policy;
  /** SHA-256 of the policy's file in hex, as `sha256sum` prints it. */
  readonly policyDigest?: string;
  readonly config?: Config;
}

export type MachineRead =
  | { readonly ok: true; readonly machine: Machine }
  | { readonly ok: false; readonly why: Visible };

type MachineText = { readonly text?: string } | { readonly why: Visible };

export async function readMachine(place: MachinePlace): Promise<MachineRead> {
  const policyFile = path.join(place.folder, 'policy.json');
  const configFile = path.join(place.folder, 'config.json');
  const empty = { place, policyFile, configFile };
  // Without the folder there is nothing to trust, so the folders above may belong to anybody, as in a container.
  if (isAbsent(place.folder)) return { ok: true, machine: empty };
  const unsafe = checkSafe(place.folder, place);
  if (unsafe) return no(unsafe);
  const [ofPolicy, ofConfig] = [ownText(policyFile, place), ownText(configFile, place)];
  if ('why' in ofPolicy) return no(ofPolicy.why);
  if ('why' in ofConfig) return no(ofConfig.why);
  const policy = ofPolicy.text === undefined ? undefined : await policyIn(ofPolicy.text, policyFile);
  if (policy && !policy.ok) return no(inLines(policy.problems));
  const config = ofConfig.text === undefined ? undefined : await configIn(ofConfig.text, configFile);
  if (config && !config.ok) return no(inLines(config.problems));
  return {
    ok: true,
    machine: {
      ...empty,
      ...(policy && { policy: policy.config, policyDigest: digestOf(ofPolicy.text) }),
      ...(config && { config: config.config }),
    },
  };
}

const digestOf = (text = ''): string => process.getBuiltinModule('node:crypto').hash('sha256', text, 'hex');

const no = (why: Visible): MachineRead => ({ ok: false, why });

/** At once and without the sentence for each mistake: for a process that runs. */
export function policyNow({
  place,
  policyFile,
}: Pick<Machine, 'place' | 'policyFile'>): { readonly policy?: Policy } | { readonly why: Visible } {
  if (isAbsent(place.folder)) return {};
  const unsafe = checkSafe(place.folder, place);
  if (unsafe) return { why: unsafe };
  const read = ownText(policyFile, place);
  if ('why' in read) return read;
  if (read.text === undefined) return {};
  const policy = plainPolicy(read.text);
  if (policy) return { policy };
  const checked = checkPolicy?.(read.text, visible(policyFile));
  // Loads the check for the next reading.
  if (!checkPolicy) void policyIn(read.text, policyFile).catch(() => {});
  return checked?.ok ? { policy: checked.config } : { why: t`${visible(policyFile, 400)} has a mistake.` };
}

/** With the schema, which only a text with a comment, a rare field or a mistake loads. */
let checkPolicy: typeof import('./config.ts').checkPolicy | undefined;

async function policyIn(text: string, file: string) {
  const config = plainPolicy(text);
  if (config) return { ok: true, config } as const;
  checkPolicy ??= (await import('./config.ts')).checkPolicy;
  return checkPolicy(text, visible(file));
}

/** `others`: the profiles of another file, which `profile` may name. */
export async function configIn(text: string, file: string, others?: ReadonlySet<string>) {
  const config = plainConfig(text, others);
  if (config) return { ok: true, config } as const;
  const { checkConfig } = await import('./config.ts');
  return checkConfig(text, visible(file), others);
}

function isAbsent(file: string): boolean {
  try {
    fs.lstatSync(file);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

/** Of a file in the folder, which is checked already. A symbolic link is refused: its target could be anybody's. */
function ownText(file: string, place: MachinePlace): MachineText {
  if (isAbsent(file)) return {};
  const unsafe = checkSafe(file, place);
  if (unsafe) return { why: unsafe };
  const read = readFile(file, fs.constants.O_NOFOLLOW ?? 0);
  return read.kind === 'file' ? textOf(read.bytes, file) : { why: unreadable(file, codeOf(read)) };
}

/** A file that the policy or a profile for everybody names. */
export function trustedText(
  file: string,
  place: MachinePlace,
): { readonly text: string } | { readonly why: Visible } {
  const unsafe = checkSafe(file, place, 'links');
  if (unsafe) return { why: unsafe };
  const read = readFile(file);
  return read.kind === 'file' ? textOf(read.bytes, file) : { why: unreadable(file, codeOf(read)) };
}

type NotFile = Exclude<ReturnType<typeof readFile>, { readonly kind: 'file' }>;

const codeOf = (read: NotFile): string => (read.kind === 'absent' ? 'ENOENT' : read.code);

function textOf(bytes: Uint8Array, file: string): { readonly text: string } | { readonly why: Visible } {
  const text = utf8(bytes);
  return text === undefined ? { why: t`${visible(file, 400)} is not UTF-8 text.` } : { text };
}

const unreadable = (file: string, code: string): Visible =>
  t`${visible(file, 400)} can't be read (${visible(code)}).`;

function checkSafe(file: string, { administrator, top }: MachinePlace, links?: 'links'): Visible | undefined {
  const isOwner = administrator === undefined ? undefined : (userId: number) => userId === administrator;
  const found = weaknessOf(file, { top, isOwner, ...(links && { links: true }) });
  if (!found) return undefined;
  const name = visible(found.file, 400);
  switch (found.why) {
    case 'link':
      return t`${name} is a symbolic link. An administrator must replace the link with a file or folder.`;
    case 'owner':
      return t`${name} does not belong to an administrator. Run: chown root ${name}`;
    case 'open':
      return t`Other users may change ${name}. Run: chmod go-w ${name}`;
    default:
      return unreadable(found.file, found.why);
  }
}
