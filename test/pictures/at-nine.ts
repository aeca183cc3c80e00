// Runs the program whose path is the first argument. Its clock starts at the simulator's time, so that no picture has the
// warning about a wrong clock, and drawing again makes the same times.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { START } from './start.ts';

const now = Date.now.bind(Date);
const shift = Date.parse(START) - now();
Date.now = () => now() + shift;
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href);
