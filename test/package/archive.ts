// tar and ar archives for a Debian package. Node writes neither, and a build machine may lack the programs.

export interface PackedFile {
  /** The path from the system's root, without a leading slash. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
}

const BLOCK = 512;

/** A number in octal digits, padded to the width of its field. */
const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

function tarHeader(path: string, mode: number, size: number, time: number, type: '0' | '5'): Buffer {
  if (Buffer.byteLength(path) > 99) throw new Error(`${path} is too long for a tar.`);
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, at: number): void => void header.write(text, at, 'utf8');
  put(path, 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(time, 12), 136);
  put(' '.repeat(8), 148);
  put(type, 156);
  put('ustar\x0000', 257);
  put('root', 265);
  put('root', 297);
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** All folders above a file, from the root down. */
const foldersAbove = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, names) => names.slice(0, at + 1).join('/'));

/** A tar archive of the files and their folders, which all belong to root. `time` is in seconds. */
export function tar(files: readonly PackedFile[], time: number): Buffer {
  const folders = [...new Set(files.flatMap(({ path }) => foldersAbove(path)))].toSorted();
  return Buffer.concat([
    tarHeader('./', 0o755, 0, time, '5'),
    ...folders.map(folder => tarHeader(`./${folder}/`, 0o755, 0, time, '5')),
    ...files.flatMap(({ path, content, mode }) => [
      tarHeader(`./${path}`, mode, content.length, time, '0'),
      content,
      Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
    ]),
    Buffer.alloc(2 * BLOCK),
  ]);
}

export interface Member {
  readonly name: string;
  readonly content: Buffer;
}

export const ar = (members: readonly Member[], time: number): Buffer =>
  Buffer.concat([
    Buffer.from('!<arch>\n'),
    ...members.flatMap(({ name, content }) => [
      Buffer.from(
        [
          name.padEnd(16),
          String(time).padEnd(12),
          '0'.padEnd(6),
          '0'.padEnd(6),
          '100644'.padEnd(8),
          String(content.length).padEnd(10),
          '`\n',
        ].join(''),
      ),
      content,
      Buffer.from(content.length % 2 === 0 ? '' : '\n'),
    ]),
  ]);

/** The files in a tar archive from `tar`. */
export function untar(archive: Buffer): readonly PackedFile[] {
  const files: PackedFile[] = [];
  let at = 0;
  for (;;) {
    const header = archive.subarray(at, at + BLOCK);
    const field = (from: number, length: number): string =>
      header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const path = field(0, 100).replace(/^\.\//, '');
    if (header.length < BLOCK || field(0, 100) === '') return files;
    const size = Number.parseInt(field(124, 12), 8);
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (field(156, 1) === '0') files.push({ path, content, mode: Number.parseInt(field(100, 8), 8) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** The members of an archive from `ar`. */
export function unar(archive: Buffer): readonly Member[] {
  const members: Member[] = [];
  for (let at = 8; at < archive.length; ) {
    const field = (from: number, length: number): string =>
      archive.toString('utf8', at + from, at + from + length).trim();
    const size = Number(field(48, 10));
    members.push({ name: field(0, 16), content: archive.subarray(at + 60, at + 60 + size) });
    at += 60 + size + (size % 2);
  }
  return members;
}
