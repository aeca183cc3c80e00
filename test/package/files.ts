// The files of a package for Linux: the executable, the manual page, the completion for three shells, licences and documents.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface PackedFile {
  /** The path from the system's root, without a leading slash. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
}

export const packed = (path: string, content: Buffer | string, mode = 0o644): PackedFile => ({
  path,
  content: Buffer.from(content),
  mode,
});

const zipped = (content: Buffer | string): Buffer => gzipSync(content, { level: 9 });

const FOLDER = 0o755;

/** Writes the files, with folders and modes that no umask changes. */
export function lay(files: readonly PackedFile[], root: string): void {
  const umask = process.umask(0);
  try {
    mkdirSync(root, { recursive: true, mode: FOLDER });
    for (const { path, content, mode } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true, mode: FOLDER });
      writeFileSync(join(root, path), content, { mode });
    }
  } finally {
    process.umask(umask);
  }
}

interface Parts {
  readonly executable: string;
  /** All licences, as one text. */
  readonly licences: string;
}

const DOCUMENTS = 'usr/share/doc/purser';

/** What both packages have. Debian and Fedora keep the completion of zsh in different folders. */
const common = ({ executable, licences }: Parts, zsh: string): readonly PackedFile[] => {
  const printed = (...args: readonly string[]): Buffer =>
    execFileSync(process.execPath, ['dist/purser.mjs', ...args]);
  return [
    packed('usr/bin/purser', readFileSync(executable), 0o755),
    packed('usr/share/man/man1/purser.1.gz', zipped(printed('man'))),
    packed('usr/share/bash-completion/completions/purser', printed('completion', 'bash')),
    packed(`usr/share/zsh/${zsh}/_purser`, printed('completion', 'zsh')),
    packed('usr/share/fish/vendor_completions.d/purser.fish', printed('completion', 'fish')),
    packed(`${DOCUMENTS}/config.schema.json`, readFileSync('dist/config.schema.json')),
    packed(`${DOCUMENTS}/policy.schema.json`, readFileSync('dist/policy.schema.json')),
    packed(`${DOCUMENTS}/licences.txt.gz`, zipped(licences)),
    packed(`${DOCUMENTS}/NEWS.gz`, zipped(readFileSync('CHANGELOG.md'))),
    ...['docs', 'examples'].flatMap(folder =>
      readdirSync(join('dist', folder))
        .toSorted()
        .map(name => packed(`${DOCUMENTS}/${folder}/${name}`, readFileSync(join('dist', folder, name)))),
    ),
  ];
};

export const debFiles = (parts: Parts, changelog: string, overrides: string): readonly PackedFile[] => [
  ...common(parts, 'vendor-completions'),
  packed(`${DOCUMENTS}/copyright`, copyright()),
  packed(`${DOCUMENTS}/changelog.gz`, zipped(changelog)),
  packed('usr/share/lintian/overrides/purser', overrides),
];

export const rpmFiles = (parts: Parts): readonly PackedFile[] => [
  ...common(parts, 'site-functions'),
  packed('usr/share/licenses/purser/LICENSE', readFileSync('LICENSE')),
];

/** In the form that Debian's policy asks for. Node's own text also has the GPL, of parts that are not in its program. */
function copyright(): string {
  const [, holder = '', ...text] =
    /^MIT License\n\nCopyright \(c\) (.+)\n\n([\s\S]+)$/.exec(readFileSync('LICENSE', 'utf8')) ?? [];
  if (holder === '') throw new Error('LICENSE has another form.');
  const lines = text.join('').trim().split('\n');
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Purser',
    'Comment: The executable contains Node.js, its libraries, and packages of npm.',
    ' Their licences, with all texts, are in licences.txt.gz beside this file.',
    '',
    'Files: *',
    `Copyright: ${holder}`,
    'License: Expat',
    ...lines.map(line => ` ${line === '' ? '.' : line}`),
    '',
  ].join('\n');
}
