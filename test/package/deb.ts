// The Debian package. dpkg-deb writes it, so it is left out on a machine without dpkg-deb.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { lay, type PackedFile, packed } from './files.ts';

interface Deb {
  /** In Debian's form. */
  readonly version: string;
  readonly architecture: 'amd64' | 'arm64';
  /** Name and address. */
  readonly maintainer: string;
  readonly files: readonly PackedFile[];
  /** The time of the files, in seconds. */
  readonly time: number;
}

const run = promisify(execFile);

export const DPKG = 'dpkg-deb';

/** The project has no address. Who gives the package to a fleet names their own. */
export const NO_MAINTAINER = 'The Purser project <purser@localhost>';

/** The packages that Node's own binary needs. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1 | libgcc1, libatomic1';

/** The changelog that Debian's policy requires. NEWS.gz has the changes. `time` is in seconds. */
export function changelogOf(version: string, time: number, maintainer: string): string {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  return `purser (${version}) stable; urgency=medium\n\n  * See NEWS.gz.\n\n -- ${maintainer}  ${date}\n`;
}

/** What lintian may ignore: two libraries in Node's program, each by name, and how Node is built. */
export const LINTIAN_OVERRIDES = `# Node is one program with its libraries. The list of components has their versions.
purser: embedded-library mbedtls [usr/bin/purser]
purser: embedded-library zlib [usr/bin/purser]
# Node's own release is built without PIE.
purser: hardening-no-pie [usr/bin/purser]
`;

export function controlOf({ version, architecture, maintainer, files }: Omit<Deb, 'time'>): string {
  const size = files.reduce((all, { content }) => all + Math.ceil(content.length / 1024), 0);
  return [
    'Package: purser',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${size}`,
    `Depends: ${DEPENDS}`,
    'Section: utils',
    'Priority: optional',
    'Description: console for the support staff of a wallet and payments service',
    ' Staff find transactions, convert currency and cancel payouts with it.',
    ' It contains everything; Node is not necessary.',
    '',
  ].join('\n');
}

/** `tree` is an empty folder. One thread, because the number of threads changes the bytes of xz. */
export async function writeDeb(
  deb: Deb,
  tree: string,
  output: string,
  compression: 'xz' | 'gzip' = 'xz',
): Promise<void> {
  const sums = deb.files.map(
    ({ path, content }) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`,
  );
  const meta = [packed('DEBIAN/control', controlOf(deb)), packed('DEBIAN/md5sums', sums.join(''))];
  lay([...deb.files, ...meta], tree);
  await run(DPKG, ['--root-owner-group', `-Z${compression}`, '--threads-max=1', '--build', tree, output], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(deb.time) },
  });
}
