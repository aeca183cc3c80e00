// The licence of a bundled package, with its text. Some packages come without the text that they ask to go with them.

import { readdirSync, readFileSync } from 'node:fs';

/** Who holds the rights, from the packages' own words: a README, a source file, or package.json. All are under MIT. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  '@alcalzone/ink-table': ['Copyright (c) Matic Zavadlal', 'Copyright (c) AlCalzone'],
  'pg-types': ['Copyright (c) 2014 Brian M. Carlson'],
  pgpass: ['Copyright (c) 2013-2016 Hannes Hörl'],
  'yoga-layout': ['Copyright (c) Meta Platforms, Inc. and affiliates.'],
};

const mit = (holders: readonly string[]): string => `The MIT License (MIT)

${holders.join('\n')}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** The package's name, version and licence, and the text. Throws without a text. */
export function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const files = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file));
  const texts = files.map(file => readFileSync(`${folder}/${file}`, 'utf8').trim());
  const holders = HOLDERS[name];
  if (texts.length === 0 && holders && license === 'MIT') texts.push(mit(holders));
  if (texts.length === 0) throw new Error(`${name} ${version} has no licence text. Add its holders.`);
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
