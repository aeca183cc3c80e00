// Runs the built program with a bug: SIGURG takes memory until Node has no more.
import { builtProgram } from './program.ts';

const taken: number[][] = [];
process.on('SIGURG', () => {
  for (;;) taken.push(new Array<number>(100_000).fill(taken.length));
});
await import(builtProgram());
