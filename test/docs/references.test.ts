// Sections of INTERFACE.md and FAULTS.md that code and tests cite exist. A renamed section fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/contract/operations.ts';
import { cases, LIMITS } from '../faults/score.ts';

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
  it('lists each counted case exactly once', () => {
    const rows = [...FAULTS.matchAll(/^\| ([A-G]\d+) \|/gm)].map(([, number]) => number);
    expect(rows).toEqual(cases);
  });

  it('lists the limits that only `npm run faults` asserts', () => {
    const [, named = ''] = /asserts the limits: ([^.]+)\./.exec(FAULTS) ?? [];
    expect(named.match(/[A-G]\d+/g)).toEqual(LIMITS);
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
