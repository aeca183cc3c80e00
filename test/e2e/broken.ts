// The built program in a process that has somebody's mistake in it: SIGURG brings it out.
import { builtProgram } from './program.ts';

process.on('SIGURG', () => {
  throw new Error('canary: what an error says may hold a key');
});
await import(builtProgram());
