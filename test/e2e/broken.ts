// Runs the built program with a bug: SIGURG throws an error that nothing catches.
import { builtProgram } from './program.ts';

process.on('SIGURG', () => {
  throw new Error('canary: what an error says may hold a key');
});
await import(builtProgram());
