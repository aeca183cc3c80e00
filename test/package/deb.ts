// The Debian package: the executable, the manual page, the completion for three shells, licences and documents.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ar, type PackedFile, tar } from './archive.ts';

interface Deb {
  readonly version: string;
  readonly files: readonly PackedFile[];
  /** The time of the files, in seconds. */
  readonly time: number;
}

const MAINTAINER = 'The Purser project <purser@localhost>';

/** The packages that Node's own binary needs. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1 | libgcc1, libatomic1';

/** The changelog that Debian's policy requires. NEWS.gz has the changes. `time` is in seconds. */
export function changelogOf(version: string, time: number): string {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  return `purser (${version}) stable; urgency=medium\n\n  * See NEWS.gz.\n\n -- ${MAINTAINER}  ${date}\n`;
}

/** What lintian may ignore. Node is one program with its libraries; stripping it would remove Purser from it. */
export const LINTIAN_OVERRIDES = [
  'bogus-mail-host',
  'bogus-mail-host-in-debian-changelog',
  'copyright-file-contains-full-apache-2-license',
  'copyright-not-using-common-license-for-gpl',
  'embedded-library',
  'hardening-no-pie',
  'old-fsf-address-in-copyright-file',
  'unstripped-binary-or-object',
]
  .map(tag => `purser: ${tag}\n`)
  .join('');

export function debOf({ version, files, time }: Deb): Buffer {
  const size = files.reduce((all, { content }) => all + content.length, 0);
  const control = [
    'Package: purser',
    `Version: ${version}`,
    'Architecture: amd64',
    `Maintainer: ${MAINTAINER}`,
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${DEPENDS}`,
    'Section: utils',
    'Priority: optional',
    'Description: console for the support staff of a wallet and payments service',
    ' Staff find transactions, convert currency and cancel payouts with it.',
    ' It contains everything; Node is not necessary.',
    '',
  ].join('\n');
  const sums = files
    .map(({ path, content }) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`)
    .join('');
  const meta = [
    { path: 'control', content: Buffer.from(control), mode: 0o644 },
    { path: 'md5sums', content: Buffer.from(sums), mode: 0o644 },
  ];
  // Every dpkg reads gzip; zstd needs dpkg of 2021 or newer.
  return ar(
    [
      { name: 'debian-binary', content: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', content: gzipSync(tar(meta, time), { level: 9 }) },
      { name: 'data.tar.gz', content: gzipSync(tar(files, time), { level: 9 }) },
    ],
    time,
  );
}
