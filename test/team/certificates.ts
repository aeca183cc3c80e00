/** Certificates of two authorities, `ca` and `other`, in a folder. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const;

/** Makes the authorities. The returned function makes `name.crt` and `name.key` for a subject. Days below zero: expired. */
export function authorities(home: string) {
  const openssl = (...words: readonly string[]): void => {
    const ran = spawnSync('openssl', words, { encoding: 'utf8', cwd: home });
    if (ran.status !== 0) throw new Error(ran.stderr);
  };
  for (const ca of ['ca', 'other'])
    openssl(
      ...['req', '-x509', ...NEW_KEY, '-days', '2'],
      ...['-subj', `/CN=${ca}`, '-keyout', `${ca}.key`, '-out', `${ca}.crt`],
    );
  return (name: string, subject: string, ca = 'ca', days = 2): void => {
    openssl('req', ...NEW_KEY, '-subj', `/CN=${subject}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    fs.writeFileSync(path.join(home, 'names'), `subjectAltName=DNS:${subject}`);
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${ca}.crt`, '-CAkey', `${ca}.key`, '-CAcreateserial'],
      ...['-days', String(days), '-extfile', 'names', '-out', `${name}.crt`],
    );
  };
}
