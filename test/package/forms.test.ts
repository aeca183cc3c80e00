// The texts of the packages, the lists of components, and when a version is refused: without a built program.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { changelogOf, controlOf, NO_MAINTAINER } from './deb.ts';
import { stripped } from './elf.ts';
import { packed } from './files.ts';
import { formulaOf, wingetOf } from './manifests.ts';
import { differences, otherBytes } from './published.ts';
import { specOf } from './rpm.ts';
import { sbomOf } from './sbom.ts';

const files = [
  packed('usr/bin/purser', Buffer.alloc(3000, 'x'), 0o755),
  packed('usr/share/doc/purser/NEWS.gz', 'x'),
];

test('a Debian package has its version, its kind of machine, its dependencies and its size', () => {
  const parts = { version: '1.2.4~git0', architecture: 'arm64', maintainer: NO_MAINTAINER, files } as const;
  expect(controlOf(parts)).toMatch(/^Package: purser\nVersion: 1\.2\.4~git0\nArchitecture: arm64\n/);
  expect(controlOf(parts)).toMatch(/^Installed-Size: 4\nDepends: .*\blibatomic1\b/m);
  expect(controlOf(parts)).toMatch(/^Description: .{1,79}\n /m);
});

test("the changelog has the form that Debian's policy requires", () => {
  expect(changelogOf('1.2.3', 1_700_000_000, 'Ana Silva <ana@team>')).toBe(
    'purser (1.2.3) stable; urgency=medium\n\n  * See NEWS.gz.\n\n -- Ana Silva <ana@team>  Tue, 14 Nov 2023 22:13:20 +0000\n',
  );
});

test('an rpm package owns its files and its own folders, and no others', () => {
  const spec = specOf({ version: '1.2.4~git0', files }, '/tmp/tree');
  const [, listed = ''] = spec.split('%files\n');
  expect(spec).toContain('Version: 1.2.4~git0\n');
  expect(listed.trim().split('\n')).toEqual([
    '%dir %attr(755, root, root) /usr/share/doc/purser',
    '%attr(755, root, root) /usr/bin/purser',
    '%attr(644, root, root) %doc /usr/share/doc/purser/NEWS.gz',
  ]);
});

/** A program with a section that is loaded, one that is not, and the names. */
function elf(): Buffer {
  const [text, debug, names] = [
    Buffer.alloc(16, 't'),
    Buffer.alloc(32, 'd'),
    Buffer.from('\0.text\0.debug\0.shstrtab\0'),
  ];
  const header = Buffer.alloc(64);
  header.write('\x7fELF\x02\x01\x01', 'latin1');
  const section = (name: number, flags: bigint, at: number, size: number): Buffer => {
    const one = Buffer.alloc(64);
    one.writeUInt32LE(name, 0);
    one.writeUInt32LE(1, 4);
    one.writeBigUInt64LE(flags, 8);
    one.writeBigUInt64LE(BigInt(at), 24);
    one.writeBigUInt64LE(BigInt(size), 32);
    return one;
  };
  header.writeBigUInt64LE(BigInt(64 + 16 + 32 + names.length), 0x28);
  header.writeUInt16LE(4, 0x3c);
  header.writeUInt16LE(3, 0x3e);
  const sections = [
    Buffer.alloc(64),
    section(1, 2n, 64, 16),
    section(7, 0n, 80, 32),
    section(14, 0n, 112, names.length),
  ];
  return Buffer.concat([header, text, debug, names, ...sections]);
}

test('a stripped program keeps what is loaded and the names, and has a whole table of sections', () => {
  const whole = stripped(elf());
  expect(whole.subarray(64, 80).toString()).toBe('t'.repeat(16));
  expect(whole.includes('ddd')).toBe(false);
  const table = Number(whole.readBigUInt64LE(0x28));
  expect([whole.readUInt16LE(0x3c), whole.readUInt16LE(0x3e)]).toEqual([3, 2]);
  expect(whole.length).toBe(table + 3 * 64);
  const names = whole.subarray(table + 2 * 64);
  const at = Number(names.readBigUInt64LE(24));
  expect(whole.toString('latin1', at + 1, at + 6)).toBe('.text');
  expect(stripped(whole).equals(whole)).toBe(true);
  expect(() => stripped(Buffer.alloc(100))).toThrow('no 64-bit ELF');
});

const bom = {
  metadata: {
    tools: [{ vendor: 'npm', name: 'cli', version: '11' }],
    component: { 'bom-ref': 'purser@1', name: 'folder', version: '1' },
  },
  components: ['inside', 'outside'].map(name => ({ 'bom-ref': `${name}@1`, name, version: '1' })),
  dependencies: [
    { ref: 'purser@1', dependsOn: ['inside@1', 'outside@1'] },
    { ref: 'inside@1', dependsOn: ['outside@1'] },
    { ref: 'outside@1' },
  ],
};
const form = {
  file: 'purser.tgz',
  sha256: 'ab',
  version: '1.2.3',
  time: 0,
  inside: (name: string) => name === 'inside',
};

test('the list of components has what is in the form, and the same form has the same list', () => {
  const list = JSON.parse(sbomOf(bom, form));
  expect(list.metadata.tools).toEqual(bom.metadata.tools);
  expect(list.metadata.component).toMatchObject({
    name: 'purser',
    version: '1.2.3',
    hashes: [{ content: 'ab' }],
  });
  expect(list.components.map(({ name }: { readonly name: string }) => name)).toEqual(['inside']);
  expect(list.dependencies).toEqual([
    { ref: 'purser@1.2.3', dependsOn: ['inside@1'] },
    { ref: 'inside@1', dependsOn: [] },
  ]);
  expect(list.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(sbomOf(bom, form)).toBe(sbomOf(bom, form));
  expect(sbomOf(bom, { ...form, sha256: 'cd' })).not.toContain(list.serialNumber);
});

test('Node has its name in vulnerability databases, and so have its libraries', () => {
  const node = {
    ...process.versions,
    node: '26.10.0',
    openssl: '3.5.8',
    sqlite: '3.53.4',
    v8: '14.6.202.34-node.34',
  };
  const list = JSON.parse(sbomOf(bom, { ...form, node }));
  const [, found] = list.components;
  expect(found).toMatchObject({ name: 'node', cpe: 'cpe:2.3:a:nodejs:node.js:26.10.0:*:*:*:*:*:*:*' });
  for (const cpe of ['openssl:openssl:3.5.8', 'sqlite:sqlite:3.53.4', 'google:v8:14.6.202.34'])
    expect(found.components).toContainEqual(
      expect.objectContaining({ cpe: `cpe:2.3:a:${cpe}:*:*:*:*:*:*:*` }),
    );
  expect(list.dependencies[0].dependsOn).toEqual(['inside@1', 'node@26.10.0']);
});

const offered = {
  version: '1.2.3',
  downloads: 'https://team.example/purser',
  sha256: (file: string) => `sum of ${file}`,
};

test('the formula has the address and the checksum of each file', () => {
  const names = { npm: 'purser.tgz', linuxX64: 'purser-x64', linuxArm64: 'purser-arm64' };
  const formula = formulaOf(offered, names);
  for (const name of Object.values(names))
    expect(formula).toMatch(new RegExp(`url "${offered.downloads}/${name}"\\n +sha256 "sum of ${name}"\\n`));
  expect(formulaOf(offered, { ...names, linuxArm64: undefined })).not.toContain('on_arm');
});

test('the manifest has three files of one version, and the checksum in capitals', () => {
  const manifest = wingetOf(offered, 'purser.exe');
  expect([...manifest.keys()]).toHaveLength(3);
  for (const text of manifest.values()) expect(text).toContain('PackageVersion: 1.2.3\n');
  expect(manifest.get('Purser.Purser.installer.yaml')).toContain(
    `  InstallerUrl: ${offered.downloads}/purser.exe\n  InstallerSha256: SUM OF PURSER.EXE\n`,
  );
});

test('a version that exists with other bytes is refused; new files, and other checksums of the whole, are not', () => {
  const [made, existing] = [temporaryFolder(), temporaryFolder()];
  const write = (folder: string, name: string, text: string): void => writeFileSync(join(folder, name), text);
  write(made, 'purser.tgz', 'one');
  expect(otherBytes(made, join(existing, 'none'))).toEqual([]);
  write(existing, 'purser.tgz', 'one');
  write(made, 'purser.rpm', 'new');
  for (const folder of [made, existing]) write(folder, 'SHA256SUMS', folder);
  expect(otherBytes(made, existing)).toEqual([]);
  write(made, 'purser.tgz', 'two');
  expect(otherBytes(made, existing)).toEqual(['purser.tgz']);
  expect(differences(made, existing)).toEqual(['SHA256SUMS', 'purser.rpm', 'purser.tgz']);
  mkdirSync(join(existing, 'again'));
  expect(differences(made, made)).toEqual([]);
});
