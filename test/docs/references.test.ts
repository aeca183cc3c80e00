// Sections of INTERFACE.md and FAULTS.md that code and tests cite exist. A renamed section fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/contract/operations.ts';
import { LIMITS, rowsIn, unknownIn } from '../faults/score.ts';

const INTERFACE = readFileSync('src/api/contract/INTERFACE.md', 'utf8');
const FAULTS = readFileSync('test/faults/FAULTS.md', 'utf8');

const texts = ['src', 'test'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => ({ file: `${folder}/${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') })),
);

const sections = [...INTERFACE.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());

/** Whether a citation names a section: it begins with the whole heading, or is a part of a heading. */
function isSection(cited: string): boolean {
  const last = cited.toLowerCase().split(' › ').at(-1) ?? '';
  const [name = ''] = /^[^:,()]+/.exec(last) ?? [];
  return sections.some(
    section =>
      last.startsWith(section.replace(/^family [ab]: | \(family [ab]\)$/g, '')) || section.includes(name),
  );
}

describe('INTERFACE.md', () => {
  it('has every section that a comment cites', () => {
    const cited = texts.flatMap(({ file, text }) =>
      [
        ...text.replaceAll(/\n\s*(?:\/\/|\*) ?/g, ' ').matchAll(/INTERFACE\.md, (?!and )([^.;"'`]{3,60})/g),
      ].map(([, name = '']) => ({ file, name })),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ name }) => !isSection(name))).toEqual([]);
  });

  it('has the section of every operation', () => {
    for (const { id, section } of Object.values(operations))
      for (const one of section.split('; ')) expect(isSection(one), `${id}: ${one}`).toBe(true);
  });
});

describe('FAULTS.md', () => {
  it('counts every row once, and letters the clauses of a row in order from a', () => {
    const rows = rowsIn(FAULTS);
    expect([...rows.keys()]).toEqual([...FAULTS.matchAll(/^\| ([A-G]\d+) \|/gm)].map(([, row]) => row));
    for (const [row, cases] of rows)
      expect(cases).toEqual(
        cases.length === 1 ? [row] : cases.map((_, i) => `${row}${String.fromCharCode(97 + i)}`),
      );
  });

  it('lists the limits that only `npm run faults` asserts', () => {
    const [, named = ''] = /asserts the limits: ([^.]+)\./.exec(FAULTS) ?? [];
    expect(named.match(/[A-G]\d+[a-z]?/g)).toEqual(LIMITS);
    expect([...rowsIn(FAULTS).values()].flat()).toEqual(expect.arrayContaining([...LIMITS]));
  });

  it('has every case that a title names in brackets', () => {
    const titles = texts
      .filter(({ file }) => !file.startsWith('test/faults/score'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/\[([A-GO]\d{1,2}[^\]\n]*)\]/g)].map(([, names = '']) => ({ file, names })),
      );
    expect(titles.length).toBeGreaterThan(500);
    expect(titles.filter(({ names }) => unknownIn(names, rowsIn(FAULTS)).length > 0)).toEqual([]);
  });

  it('has every case and oracle that a comment cites', () => {
    const cited = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/FAULTS ((?:[A-GO]\d+(?:, | to | and )?)+)/g)].flatMap(([, numbers = '']) =>
        [...numbers.matchAll(/[A-GO]\d+/g)].map(([number]) => ({ file, number })),
      ),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ number }) => !FAULTS.includes(`| ${number} |`))).toEqual([]);
  });
});
