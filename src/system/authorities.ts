// The certificate authorities that Purser trusts: those in a file, or those of the operating system.

import fs from 'node:fs';
import { t, type Visible, visible } from '../lib/visible.ts';
import { SYSTEM_AUTHORITIES } from './config-words.ts';
import type { Variables } from './folders.ts';
import { type Machine, trustedText } from './machine.ts';
import type { CaFile } from './setup.ts';

type Authorities = { readonly text: string } | { readonly why: Visible };

/** In PEM. Undefined: those of Node. */
export function readAuthorities(
  chosen: CaFile | undefined,
  machine: Pick<Machine, 'place'>,
  env: Variables,
): Authorities | undefined {
  if (chosen === undefined) return undefined;
  const { file, trusted } = chosen;
  if (file === SYSTEM_AUTHORITIES) return systemAuthorities(trusted, env);
  const read = trusted ? trustedText(file, machine.place) : textIn(file);
  // From an empty text, Node would go back to its own authorities.
  if ('text' in read && !read.text.includes(CERTIFICATE))
    return { why: t`${visible(file, 400)} has no certificate in PEM.` };
  return read;
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

function textIn(file: string): Authorities {
  try {
    return { text: fs.readFileSync(file, 'utf8') };
  } catch {
    return { why: t`The file of the certificate authorities, ${visible(file, 400)}, can't be read.` };
  }
}

/** They tell OpenSSL where the system's authorities are. */
export const ELSEWHERE = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const;

/** Node asks the system itself, so no switch of Node is required, and the executable can do the same. */
function systemAuthorities(trusted: boolean, env: Variables): Authorities {
  const set = trusted ? ELSEWHERE.find(name => env[name]) : undefined;
  if (set !== undefined)
    return {
      why: t`${visible(set)} names other certificate authorities. An administrator chose those of the system. Unset ${visible(set)}.`,
    };
  const found = process.getBuiltinModule('node:tls').getCACertificates('system');
  return found.length === 0
    ? { why: t`The operating system has no certificate authorities, or Node can't read them.` }
    : { text: [...new Set(found)].join('\n') };
}
