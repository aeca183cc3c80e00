// The authorities that Purser trusts: a file, or those of the operating system, and never Node's own by mistake.

import tls from 'node:tls';
import { expect, test } from 'vitest';
import { readAuthorities } from '../../src/system/authorities.ts';
import { machineFolder, put } from '../harness/machine.ts';

const place = { place: { folder: '/nowhere', administrator: 0, top: '/' } };

test('without a choice, those of Node', () => {
  expect(readAuthorities(undefined, place, {})).toBeUndefined();
});

test('those of the operating system, each once', () => {
  const system = [...new Set(tls.getCACertificates('system'))];
  const read = readAuthorities({ file: 'system', trusted: false }, place, {});
  if (system.length === 0) expect(read).toHaveProperty('why');
  else expect(read).toEqual({ text: system.join('\n') });
});

test.each(['SSL_CERT_FILE', 'SSL_CERT_DIR'])(
  '%s names no others where an administrator chose the system’s',
  name => {
    const env = { [name]: '/tmp/mine' };
    expect(readAuthorities({ file: 'system', trusted: true }, place, env)).toEqual({
      why: `${name} names other certificate authorities. An administrator chose those of the system. Unset ${name}.`,
    });
    expect(readAuthorities({ file: 'system', trusted: false }, place, env)).not.toEqual({
      why: expect.stringContaining(name),
    });
  },
);

test.each(['', 'no certificate', '-----BEGIN PRIVATE KEY-----'])(
  'a file without a certificate is refused: %j',
  text => {
    const file = put(machineFolder(), 'ca.pem', text);
    expect(readAuthorities({ file, trusted: false }, place, {})).toEqual({
      why: `${file} has no certificate in PEM.`,
    });
  },
);

test('a missing file is named', () => {
  expect(readAuthorities({ file: '/nowhere/ca.pem', trusted: false }, place, {})).toEqual({
    why: "The file of the certificate authorities, /nowhere/ca.pem, can't be read.",
  });
});
