// `purser drafts`: which files it lists and removes.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findingsHere } from '../../src/commands/doctor-here.ts';
import { drafts } from '../../src/commands/drafts.ts';
import { fakeParts } from './fake-parts.ts';

const DAY = 86_400;

function surroundings() {
  const { folder: state, parts, said, errors } = fakeParts();
  const folder = path.join(state, 'drafts');
  const run = (...words: readonly string[]) => drafts(words, parts);
  /** `days` old. */
  const keeps = (name: string, days: number): string => {
    const file = path.join(folder, name);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, '{}');
    const then = Date.now() / 1000 - days * DAY - 60;
    fs.utimesSync(file, then, then);
    return file;
  };
  const doctor = () => findingsHere(parts).find(({ check }) => check === 'Drafts');
  return { folder, said, errors, run, keeps, doctor };
}

it('lists the drafts, oldest first, with their age and without their content', () => {
  const { keeps, run, said, doctor } = surroundings();
  const today = keeps('new-customer-b.json', 0);
  const old = keeps('new-customer-a.json.set-aside', 12);
  expect(run('list')).toBe(0);
  expect(said).toEqual([
    `2 drafts of new customers, with personal data:\n  12 days old  ${old}\n  today  ${today}\n`,
  ]);
  expect(doctor()).toMatchObject({ found: '2 drafts of new customers, with personal data' });
});

it('removes only drafts, and only those that are old enough', () => {
  const { keeps, run, said, folder } = surroundings();
  const [old, today] = [keeps('new-customer-a.json', 30), keeps('new-customer-b.json', 29)];
  keeps('notes.txt', 99);
  expect(run('list', '--older-than', '30')).toBe(0);
  expect(said.pop()).toMatch(/^1 draft of a new customer, with personal data:\n/);
  expect(run('remove', '--older-than', '30', '--json')).toBe(0);
  expect(JSON.parse(said[0] ?? '')).toEqual([{ file: old, days: 30, removed: true }]);
  expect(fs.readdirSync(folder).toSorted()).toEqual([path.basename(today), 'notes.txt']);
  expect(run('remove')).toBe(0);
  expect(said[1]).toBe('Removed 1 draft.\n');
  expect(fs.readdirSync(folder)).toEqual(['notes.txt']);
});

it('says that there are none', () => {
  const { run, said, doctor } = surroundings();
  expect(run('list')).toBe(0);
  expect(run('remove')).toBe(0);
  expect(said).toEqual(['There are no drafts.\n', 'No drafts were removed.\n']);
  expect(doctor()).toBeUndefined();
});

it('exits with 1 if a draft stays', () => {
  const { folder, run, errors } = surroundings();
  const stays = path.join(folder, 'new-customer-x.json');
  fs.mkdirSync(stays, { recursive: true });
  expect(run('remove')).toBe(1);
  expect(errors[0]).toMatch(/new-customer-x\.json can't be removed \(.*\)\.\n$/);
});
