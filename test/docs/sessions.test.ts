// The recorded sessions play to the end of their job, and are small. `npm run pictures` records them.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Screen } from '../harness/terminal.ts';

/** The text on the last screen of each job. */
const JOBS = [
  ['find', '"id"'],
  ['convert', 'DONE'],
  ['cancel', 'CANCELLED'],
] as const;

test.each(JOBS)('docs/sessions/%s.cast plays until it shows %s', async (name, end) => {
  const [first = '', ...lines] = readFileSync(`docs/sessions/${name}.cast`, 'utf8').trim().split('\n');
  const header = JSON.parse(first);
  expect(header).toEqual({ version: 2, width: 110, height: 30, title: expect.stringMatching(/^Job \d: /) });
  const events = lines.map(line => JSON.parse(line) as [number, string, string]);
  const times = events.map(([at]) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(events.map(([, kind]) => kind))).toEqual(new Set(['o', 'm']));
  const quiet = { input: () => undefined, resized: () => undefined, driver: true };
  const screen = new Screen({ cols: header.width, rows: header.height }, quiet);
  for (const [, kind, text] of events) if (kind === 'o') await screen.show(text);
  expect(screen.shows(end), screen.text()).toBe(true);
});

test.each(JOBS)('docs/sessions/%s.svg has a title, several frames, and at most 200 KB', name => {
  const file = `docs/sessions/${name}.svg`;
  const svg = readFileSync(file, 'utf8');
  expect(svg).toMatch(/<title>Job \d: /);
  expect(svg.match(/<animate /g)?.length).toBeGreaterThanOrEqual(5);
  for (const [, id] of svg.matchAll(/href="#(r\d+)"/g)) expect(svg).toContain(`<g id="${id}">`);
  expect(statSync(file).size).toBeLessThanOrEqual(200_000);
});
