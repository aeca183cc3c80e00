// A Debian package: the executable, the manual page, the completion of three shells, licences and documents.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ar, type PackedFile, tar } from './archive.ts';

interface Deb {
  readonly version: string;
  readonly files: readonly PackedFile[];
  /** In seconds. */
  readonly time: number;
}

/** What Node's own binary needs of a system. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1 | libgcc1, libatomic1';

export function debOf({ version, files, time }: Deb): Buffer {
  const size = files.reduce((all, { content }) => all + content.length, 0);
  const control = [
    'Package: purser',
    `Version: ${version}`,
    'Architecture: amd64',
    'Maintainer: The Purser project <purser@localhost>',
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${DEPENDS}`,
    'Section: utils',
    'Priority: optional',
    'Description: console for the support staff of a wallet and payments service',
    ' Staff find transactions, convert currency and cancel payouts with it.',
    ' It has all that it needs; Node is not necessary.',
    '',
  ].join('\n');
  const sums = files
    .map(({ path, content }) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`)
    .join('');
  const meta = [
    { path: 'control', content: Buffer.from(control), mode: 0o644 },
    { path: 'md5sums', content: Buffer.from(sums), mode: 0o644 },
  ];
  // Every dpkg reads gzip; zstd needs one of 2021.
  return ar(
    [
      { name: 'debian-binary', content: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', content: gzipSync(tar(meta, time), { level: 9 }) },
      { name: 'data.tar.gz', content: gzipSync(tar(files, time), { level: 9 }) },
    ],
    time,
  );
}
