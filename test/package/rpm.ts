// The package for Fedora, RHEL and SUSE. rpmbuild writes it, so it is left out on a machine without rpmbuild.

import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lay, type PackedFile } from './files.ts';

interface Rpm {
  /** In the form of rpm. */
  readonly version: string;
  readonly architecture: 'x86_64' | 'aarch64';
  readonly files: readonly PackedFile[];
  /** The time of the files, in seconds. */
  readonly time: number;
}

const run = promisify(execFile);

export const RPMBUILD = 'rpmbuild';

/** The libraries that Node's own binary needs. */
const REQUIRES = ['glibc >= 2.28', 'libstdc++ >= 8', 'libgcc', 'libatomic'];

export const specOf = ({ version, files }: Pick<Rpm, 'version' | 'files'>, tree: string): string =>
  [
    'Name: purser',
    `Version: ${version}`,
    'Release: 1',
    'Summary: Console for the support staff of a wallet and payments service',
    'License: MIT',
    'Group: Applications/Productivity',
    // rpm would read them from the machine that builds, which has another system's names.
    'AutoReqProv: no',
    ...REQUIRES.map(one => `Requires: ${one}`),
    '%description',
    'Staff find transactions, convert currency and cancel payouts with it.',
    'It contains everything; Node is not necessary.',
    '%install',
    `cp -a '${tree}/.' %{buildroot}/`,
    '%files',
    ...OWN_FOLDERS.filter(folder => files.some(({ path }) => path.startsWith(folder))).map(
      folder => `%dir %attr(755, root, root) /${folder}`,
    ),
    ...files.map(({ path, mode }) => `%attr(${mode.toString(8)}, root, root) ${kindOf(path)}/${path}`),
    '',
  ].join('\n');

/** They go when the package goes. */
const OWN_FOLDERS = [
  ...['usr/share/doc/purser', 'usr/share/doc/purser/docs', 'usr/share/doc/purser/examples'],
  'usr/share/licenses/purser',
];

function kindOf(path: string): string {
  if (path.startsWith('usr/share/licenses/')) return '%license ';
  return path.startsWith('usr/share/doc/') ? '%doc ' : '';
}

/** `work` is an empty folder. */
export async function writeRpm(rpm: Rpm, work: string, output: string): Promise<void> {
  const tree = join(work, 'tree');
  lay(rpm.files, tree);
  const spec = join(work, 'purser.spec');
  writeFileSync(spec, specOf(rpm, tree));
  const macros = {
    ...{ _topdir: work, _rpmdir: work, _dbpath: join(work, 'db'), _rpmfilename: 'purser.rpm' },
    // The commit's time, and no name of the machine.
    ...{ use_source_date_epoch_as_buildtime: '1', clamp_mtime_to_source_date_epoch: '1' },
    ...{ _buildhost: 'localhost', _build_id_links: 'none', _binary_payload: 'w12.zstdio' },
    // It would change the executable, which contains Purser.
    __os_install_post: '%{nil}',
  };
  const defined = Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  await run(RPMBUILD, ['-bb', '--quiet', '--target', `${rpm.architecture}-linux`, ...defined, spec], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(rpm.time) },
  });
  copyFileSync(join(work, 'purser.rpm'), output);
}
