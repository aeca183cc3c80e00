// Builds the bundle in dist/: one entry, and chunks for what the first frame doesn't need. A build that fails leaves the old
// program, and no build leaves files of another.

import { chmodSync, cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { configJsonSchema } from '../src/system/config-schema.ts';
import { NO_DEBUGGER } from '../src/system/no-debugger.ts';
import { policyJsonSchema } from '../src/system/policy-schema.ts';
import { helpTexts } from './all-help.ts';
import { licenceOf } from './licences.ts';
import { bundleOptions } from './options.ts';
import { fewFiles, mainApart, plugins, sharedByConsole } from './plugins.ts';
import { buildOf, versionText } from './version.ts';

const {
  version: last,
  license,
  description,
  engines,
  optionalDependencies,
} = JSON.parse(readFileSync('package.json', 'utf8'));
const made = buildOf(last, '.');
const { version } = made;

const OUT = 'node_modules/.purser-build';

const options = { ...bundleOptions(made), splitting: true, outdir: OUT, metafile: true } as const;

// The npm package keeps the files' modes, which must not depend on who builds.
process.umask(0o022);
rmSync(OUT, { recursive: true, force: true });
// Another process runs it, which needs nothing of the program.
await build({ ...options, entryPoints: { 'keyring-child': 'src/system/keyring-child.ts' } });
await build({ ...options, plugins: [...plugins, mainApart] });
const rest = { ...options, entryPoints: { main: 'src/main.ts' } };
const plain = await build({ ...rest, write: false });
const { metafile } = await build({
  ...rest,
  plugins: [...plugins, fewFiles(sharedByConsole(plain.metafile))],
});

// Its first line names Node alone: not every env (BusyBox) takes Node's switches with -S, so the program sets them itself.
chmodSync(`${OUT}/purser.mjs`, 0o755);

// Passes Node's switch against debuggers, so that the program need not start a second time to set it. It can't be npm's bin:
// on Windows npm makes a command that needs a program /bin/sh of it.
writeFileSync(
  `${OUT}/purser`,
  `#!/bin/sh
exec node ${NO_DEBUGGER} "$(dirname "$(readlink -f "$0")")/purser.mjs" "$@"
`,
  { mode: 0o755 },
);

// The published package needs nothing but itself: everything is in the bundle, and Node is the machine's own. Without the
// keyring's package it asks for keys.
const published = {
  ...{ name: 'purser', version, description, license, engines, type: 'module' },
  bin: { purser: 'purser.mjs' },
  man: ['purser.1'],
  optionalDependencies: { '@napi-rs/keyring': optionalDependencies['@napi-rs/keyring'] },
};
writeFileSync(`${OUT}/package.json`, `${JSON.stringify(published, null, 2)}\n`);

// npm installs it for the program man.
writeFileSync(`${OUT}/purser.1`, helpTexts(versionText(made)).man);

// What an editor checks config.json and policy.json against.
writeFileSync(`${OUT}/config.schema.json`, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
writeFileSync(`${OUT}/policy.schema.json`, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`);

// Messages name pages of docs/, and the pages name the files for systemd and logrotate.
for (const file of globSync('docs/*.md')) cpSync(file, `${OUT}/${file}`);
cpSync('build/examples', `${OUT}/examples`, { recursive: true });

// The licences of what is in the bundle ask to go with it.
const packages = new Set(
  Object.keys(metafile.inputs).flatMap(
    file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  ),
);
const notices = [...packages].sort().map(licenceOf);
writeFileSync(`${OUT}/THIRD-PARTY-LICENSES.txt`, `${notices.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`);

rmSync('dist', { recursive: true, force: true });
renameSync(OUT, 'dist');
