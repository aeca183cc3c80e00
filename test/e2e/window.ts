// A terminal window in its own process. Runs the built program and prints its process ID when it shows the accounts.
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
