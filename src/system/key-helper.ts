// Asks a program of the person or the administrator for the API key, as git and docker do with credential helpers.

import { headerWord } from '../api/contract/header-text.ts';
import { counted } from '../lib/counted.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { askProgram } from './asked-program.ts';
import type { KeptKeys, KeyOwner } from './keyring.ts';
import { weaknessOf } from './owners.ts';

export interface KeyHelper {
  readonly command: string;
  readonly args?: readonly string[];
  /** An administrator named the program, so Purser also runs it where it can't read the rights of files. */
  readonly trusted: boolean;
}

interface HelperPlace {
  readonly userId: number | undefined;
  readonly top: string;
  readonly withinMs: number;
}

const systemPlace = (): HelperPlace => ({ userId: process.getuid?.(), top: '/', withinMs: 30_000 });

/**
 * Runs the program without a shell. It gets the service on standard input as one line of JSON, and prints the key as
 * one line. Purser shows nothing that the program prints, because that could be the key.
 */
export async function keyFromHelper(
  helper: KeyHelper,
  owner: KeyOwner,
  place: HelperPlace = systemPlace(),
): Promise<KeptKeys | { readonly why: Visible }> {
  const name = visible(helper.command, 300);
  const unsafe = checkTrusted(helper, place);
  if (unsafe) return { why: unsafe };
  const { command, args = [] } = helper;
  const { environment, baseUrl, clientId } = owner;
  const service = JSON.stringify({ environment, baseUrl, clientId });
  const end = await askProgram({ command, args }, service, place.withinMs);
  switch (end.kind) {
    case 'failed':
      return { why: t`The key helper ${name} can't be started (${visible(end.code, 40)}).` };
    case 'late':
      return {
        why: t`The key helper ${name} did not answer within ${counted(place.withinMs / 1000, t`second`, t`seconds`)}.`,
      };
    case 'ended': {
      if (end.code !== 0)
        return {
          why: t`The key helper ${name} failed (${visible(String(end.code ?? 'killed'), 20)}). Run it in a terminal to see the reason.`,
        };
      const key = end.output.replace(/\r?\n$/, '');
      return headerWord.test(key)
        ? { apiKey: new Secret(key) }
        : { why: t`The key helper ${name} did not print the API key as one line without spaces.` };
    }
  }
}

function checkTrusted({ command, trusted }: KeyHelper, { userId, top }: HelperPlace): Visible | undefined {
  const name = visible(command, 300);
  if (userId === undefined)
    return trusted
      ? undefined
      : t`On Windows, only an administrator can name the key helper: see docs/admin.md.`;
  const isOwner = (id: number): boolean => id === userId || id === 0;
  const found = weaknessOf(command, { top, isOwner, links: true, sticky: true });
  if (!found) return undefined;
  return found.why === 'owner' || found.why === 'open'
    ? t`Purser does not run the key helper ${name}: other users may change ${visible(found.file, 300)}.`
    : t`The key helper ${name} can't be started (${visible(found.why, 40)}).`;
}
