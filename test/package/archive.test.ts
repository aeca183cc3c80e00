// The Debian package and the list of components, tested without a built program.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { ar, tar, unar, untar } from './archive.ts';
import { changelogOf, debOf } from './deb.ts';
import { shipped } from './sbom.ts';

const files = [
  { path: 'usr/bin/purser', content: Buffer.from('#!/bin/sh\necho purser\n'), mode: 0o755 },
  { path: 'usr/share/doc/purser/copyright', content: Buffer.alloc(1024, 'x'), mode: 0o644 },
  { path: 'usr/share/doc/purser/empty', content: Buffer.alloc(0), mode: 0o644 },
];
const deb = debOf({ version: '1.2.3', files, time: 1_700_000_000 });

test('tar and ar archives can be read back', () => {
  expect(untar(tar(files, 0))).toEqual(files);
  const members = [
    { name: 'odd', content: Buffer.from('abc') },
    { name: 'even', content: Buffer.from('abcd') },
  ];
  expect(unar(ar(members, 0))).toEqual(members);
  expect(() => tar([{ path: 'a'.repeat(100), content: Buffer.alloc(0), mode: 0o644 }], 0)).toThrow(
    'too long',
  );
});

test('a Debian package has its version, its dependencies, and the checksum of each file', () => {
  const members = new Map(unar(deb).map(({ name, content }) => [name, content]));
  expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
  expect(String(members.get('debian-binary'))).toBe('2.0\n');
  const inside = (name: string) => untar(gunzipSync(members.get(name) ?? Buffer.alloc(0)));
  expect(inside('data.tar.gz')).toEqual(files);
  const [control, sums] = inside('control.tar.gz').map(({ content }) => String(content));
  expect(control).toMatch(/^Package: purser\nVersion: 1\.2\.3\nArchitecture: amd64\n/);
  expect(control).toMatch(/^Depends: .*\blibatomic1\b/m);
  expect(control).toMatch(/^Description: .{1,79}\n /m);
  const sum = createHash('md5')
    .update(files[0]?.content ?? '')
    .digest('hex');
  expect(sums).toContain(`${sum}  usr/bin/purser\n`);
});

test("the changelog has the form that Debian's policy requires", () => {
  expect(changelogOf('1.2.3', 1_700_000_000)).toMatch(
    /^purser \(1\.2\.3\) stable; urgency=medium\n\n {2}\* See NEWS\.gz\.\n\n -- [^<]+ <\S+> {2}Tue, 14 Nov 2023 22:13:20 \+0000\n$/,
  );
});

test('the same files make the same package', () => {
  const again = debOf({
    version: '1.2.3',
    files,
    time: 1_700_000_000,
  });
  expect(again.equals(deb)).toBe(true);
});

const DPKG = 'dpkg-deb';
const missing = spawnSync(DPKG, ['--version']).error !== undefined;

test.skipIf(missing)(
  `dpkg-deb reads the package${missing ? ': skipped, dpkg-deb is not installed here' : ''}`,
  () => {
    const folder = temporaryFolder();
    const file = join(folder, 'purser.deb');
    writeFileSync(file, deb);
    const run = (...args: readonly string[]) => spawnSync(DPKG, args, { encoding: 'utf8' });
    expect(run('--field', file, 'Version')).toMatchObject({ status: 0, stdout: '1.2.3\n', stderr: '' });
    const { status, stdout, stderr } = run('--contents', file);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^-rwxr-xr-x root\/root +22 2023-11-14 .* \.\/usr\/bin\/purser$/m);
  },
);

test("the list of components has the shipped packages, and the program's name", () => {
  const component = { 'bom-ref': 'purser@1.2.3', name: 'folder', version: '1.2.3', type: 'library' };
  const bom = {
    metadata: { component },
    components: ['inside', 'outside'].map(name => ({ 'bom-ref': `${name}@1`, name, version: '1' })),
    dependencies: [
      { ref: 'purser@1.2.3', dependsOn: ['inside@1', 'outside@1'] },
      { ref: 'inside@1' },
      { ref: 'outside@1', dependsOn: ['inside@1'] },
    ],
  };
  expect(JSON.parse(shipped(bom, name => name === 'inside'))).toEqual({
    metadata: { component: { ...component, name: 'purser', type: 'application' } },
    components: [{ 'bom-ref': 'inside@1', name: 'inside', version: '1' }],
    dependencies: [
      { ref: 'purser@1.2.3', dependsOn: ['inside@1'] },
      { ref: 'inside@1', dependsOn: [] },
    ],
  });
});
