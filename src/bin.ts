// The program's first file: on too old a Node it says so in a sentence, before anything is loaded that such a Node can't read.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 15)) {
  const { enableCompileCache } = await import('node:module');
  // What was compiled at the last start is read back at this one.
  enableCompileCache();
  const { main } = await import('./main.ts');
  const code = await main();
  if (code !== undefined) process.exit(code);
} else {
  process.stderr.write(`purser: Purser needs Node 24.15 or newer, and this is ${process.versions.node}.\n`);
  process.exitCode = 2;
}

export {};
