// Removes the symbols and the debugging data of a program for Linux: a fifth of Node. The programs `strip` of two machines write
// different bytes, and none of them reads all kinds of processors.

/** Offsets of a 64-bit little-endian ELF header and section header. */
const HEADERS_AT = 0x28;
const HEADER_SIZE = 64;
const COUNT_AT = 0x3c;
const NAMES_AT = 0x3e;
const IN_SECTION = { name: 0, type: 4, flags: 8, at: 24, size: 32, link: 40 };
const NO_BITS = 8;
/** The program needs the section in memory. */
const ALLOCATED = 2n;

/** The file without sections that are not loaded. Throws for another kind of file. */
export function stripped(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') throw new Error('This is no 64-bit ELF file.');
  const number = (at: number): number => Number(file.readBigUInt64LE(at));
  const from = number(HEADERS_AT);
  const sections = Array.from({ length: file.readUInt16LE(COUNT_AT) }, (_, nth) =>
    file.subarray(from + nth * HEADER_SIZE, from + (nth + 1) * HEADER_SIZE),
  );
  const size = (section: Buffer): number => Number(section.readBigUInt64LE(IN_SECTION.size));
  const start = (section: Buffer): number => Number(section.readBigUInt64LE(IN_SECTION.at));
  const loaded = sections.filter(
    (section, nth) => nth === 0 || (section.readBigUInt64LE(IN_SECTION.flags) & ALLOCATED) !== 0n,
  );
  // Sections refer to each other by their number, so only the last ones can go.
  if (loaded.some((section, nth) => section !== sections[nth]))
    throw new Error('A section that is not loaded comes before one that is.');
  const names = sections[file.readUInt16LE(NAMES_AT)];
  if (!names) throw new Error('The sections have no names.');
  const end = Math.max(
    ...loaded.map(section =>
      section.readUInt32LE(IN_SECTION.type) === NO_BITS ? 0 : start(section) + size(section),
    ),
  );
  const text = file.subarray(start(names), start(names) + size(names));
  const padding = Buffer.alloc(-(end + text.length) & 7);
  const header = Buffer.from(names);
  header.writeBigUInt64LE(BigInt(end), IN_SECTION.at);
  const whole = Buffer.concat([file.subarray(0, end), text, padding, ...loaded, header]);
  whole.writeBigUInt64LE(BigInt(end + text.length + padding.length), HEADERS_AT);
  whole.writeUInt16LE(loaded.length + 1, COUNT_AT);
  whole.writeUInt16LE(loaded.length, NAMES_AT);
  return whole;
}
