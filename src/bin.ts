// The program's first file: on too old a Node it says so in a sentence, before anything is loaded that such a Node can't read.

import { oldNode } from './cli/node-version.ts';

const old = oldNode(process.versions.node);
if (old === undefined) {
  const { enableCompileCache } = await import('node:module');
  // What was compiled at the last start is read back at this one.
  enableCompileCache();
  const { main } = await import('./main.ts');
  const code = await main();
  if (code !== undefined) process.exit(code);
} else {
  process.stderr.write(`purser: ${old}\n`);
  process.exitCode = 2;
}
