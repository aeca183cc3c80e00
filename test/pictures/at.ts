// Runs a program at a time: `node at.ts 2026-11-20T09:00:00Z PROGRAM`. With the simulator's time no picture has the warning
// about a wrong clock, and drawing again makes the same times.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , start = '', program = ''] = process.argv;
const now = Date.now.bind(Date);
const shift = Date.parse(start) - now();
Date.now = () => now() + shift;
process.argv.splice(1, 2);
await import(pathToFileURL(resolve(program)).href);
