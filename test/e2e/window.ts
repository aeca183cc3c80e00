// A terminal window as a process of its own: runs the built program in it, and says which process that is once it shows accounts.
import { spawnInPty } from '../harness/pty.ts';
import { builtProgram } from './program.ts';

const { screen, pid } = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
  env: Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('PURSER_') && value !== undefined ? [[name, value]] : [],
    ),
  ),
});
await screen.until(/\d accounts, all/);
process.stdout.write(`${pid}\n`);
