// Opens the team journal. Purser loads this code only if the profile names a server.

import { hash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Clock } from '../../lib/clock.ts';
import { maskBody } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isThisMachine, serversIn } from '../../system/config-words.ts';
import type { KeyOwner, Keyring } from '../../system/keyring.ts';
import type { Setup } from '../../system/setup.ts';
import type { ServiceAccount } from '../intent.ts';
import type { Journal } from '../journal.ts';
import { passwordInFile } from '../postgres/password-file.ts';
import { pgLink, type ServerAddress } from '../postgres/pg-link.ts';
import { openServer } from '../postgres/server-journal.ts';
import { machineKeyIn } from './machine-key.ts';
import { openTeam } from './team-journal.ts';
import { witnessIn } from './witness.ts';

export type TeamSetup = Pick<Setup, 'journal' | 'environment' | 'baseUrl' | 'clientId'>;
type TeamAddress = NonNullable<Setup['journal']>;

interface TeamPlace {
  readonly folder: string;
  readonly clock: Clock;
}

/**
 * Opens the team journal on top of `local`. If the set-up is incomplete or the server refuses, closes `local` and
 * returns the reason.
 */
export async function openTeamJournal(local: Journal, setup: TeamSetup, { folder, clock }: TeamPlace) {
  const { journal, baseUrl, clientId } = setup;
  const locked = async (why: Visible) => {
    await local.close();
    return { locked: t`Writing is barred: the team journal can't be used. ${why}` };
  };
  if (journal === undefined || baseUrl === undefined || clientId === undefined)
    return locked(t`The profile lacks a base URL or a client ID.`);
  const address = await addressOf(setup.environment, journal);
  if ('why' in address) return locked(address.why);
  const key = machineKeyIn(path.join(folder, 'machine-key.pem'));
  return openTeam({
    ...(key && { key }),
    local,
    clock,
    openServer: known =>
      openServer({
        ...(known && { known }),
        link: pgLink(address, clock),
        service: { baseUrl, clientId },
        machine: { host: os.hostname(), pid: process.pid },
        uuid: randomUUID,
        redact: maskBody,
      }),
    witness: witnessIn(path.join(folder, headFileOf({ baseUrl, clientId }))),
  });
}

/** By the service, because a restored server may have another address. */
export const headFileOf = ({ baseUrl, clientId }: ServiceAccount): string =>
  `team-head-${hash('sha256', `${baseUrl.replace(/\/+$/, '')} ${clientId}`).slice(0, 16)}`;

/** The owner under which the system's keyring keeps the password. `purser team password` stores the password there. */
export const passwordOwner = (
  environment: KeyOwner['environment'],
  { host, port = 5432, database, user }: TeamAddress,
): KeyOwner => ({
  environment,
  baseUrl: `postgresql://${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}`,
  clientId: encodeURIComponent(user),
});

/** The server's address. The password comes from PGPASSWORD, otherwise from ~/.pgpass, otherwise from the keyring. */
export async function addressOf(
  environment: KeyOwner['environment'],
  journal: TeamAddress,
  ring?: Keyring,
): Promise<ServerAddress | { readonly why: Visible }> {
  const {
    host,
    port = 5432,
    database,
    user,
    sslmode = isThisMachine(host) ? 'disable' : 'verify-full',
  } = journal;
  const files: Record<string, string> = {};
  for (const name of ['ca', 'cert', 'key'] as const) {
    const file = journal[name];
    if (file === undefined) continue;
    try {
      files[name] = fs.readFileSync(file, 'utf8');
    } catch {
      return { why: t`The file ${visible(file, 200)} (journal.${visible(name)}) can't be read.` };
    }
  }
  const own = { host, port, database, user };
  const given = journal.password?.reveal();
  // The link reads the file at each connection, so that it finds a changed password.
  const servers = given === undefined ? serversIn(host, port) : [];
  const lines = await Promise.all(servers.map(server => passwordInFile({ ...own, ...server })));
  const inFile = lines.some(line => line !== undefined);
  const password = inFile ? undefined : (given ?? (await keptPassword(environment, journal, ring)));
  return {
    ...own,
    ...(password !== undefined && { password }),
    ...((sslmode === 'verify-full' || files['ca'] !== undefined) && {
      tls: {
        ...files,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      },
    }),
  };
}

async function keptPassword(
  environment: KeyOwner['environment'],
  journal: TeamAddress,
  ring: Keyring | undefined,
): Promise<string | undefined> {
  // With a certificate, Purser does not need the keyring, which might ask the user for permission.
  if (journal.cert !== undefined) return undefined;
  const keyring = ring ?? (await import('../../system/keyring.ts')).systemKeyring();
  const kept = await keyring.read(passwordOwner(environment, journal));
  return 'why' in kept ? undefined : kept.apiKey.reveal();
}
