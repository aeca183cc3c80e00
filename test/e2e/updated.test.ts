// An update of Purser removes the files of an open console's program.
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { importsOf } from '../harness/imports.ts';
import { patience } from '../harness/patience.ts';
import { isWhole } from '../harness/whole.ts';
import { confirms, payee, reviews } from './paying.ts';
import { builtProgram } from './program.ts';
import { sees, startPurser, startService, startSignedIn } from './purser.ts';

/** The folders and files whose code a console may load at a key press. */
const CONSOLE = /^(?:effects\/(?!demo)|money|subjects|format|ui|store|system\/kept-keys|start\/live-console)/;

/** The names of the modules that a console loads when it needs them. */
const laterModules = (): readonly string[] => [
  ...new Set(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && CONSOLE.test(file))
      .flatMap(file => importsOf(file).filter(({ kind, inside }) => kind === 'later' && inside))
      .map(({ to }) => basename(to, '.ts')),
  ),
];

/** A copy of the built program in its own folder. Each of its modules writes its name to `log` when it is loaded. */
function copied() {
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  const copy = join(folder, 'dist');
  cpSync(dirname(builtProgram()), copy, { recursive: true });
  const modules = readdirSync(copy).filter(name => name.endsWith('.mjs') && name !== 'keyring-child.mjs');
  const nameOf = (file: string): string => file.replace(/-[0-9A-Z]{8}\.mjs$/, '');
  for (const file of modules)
    appendFileSync(
      join(copy, file),
      `\nrequire('node:fs').appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${nameOf(file)}\n`)});\n`,
    );
  const named = (names: readonly string[]): readonly string[] => {
    const found = modules.filter(file => names.length === 0 || names.includes(nameOf(file)));
    expect(found.length).toBeGreaterThanOrEqual(Math.max(1, names.length));
    return found.map(file => join(copy, file));
  };
  return {
    program: join(copy, 'purser.mjs'),
    loaded: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []),
    removes: (...names: readonly string[]) => {
      for (const file of named(names)) rmSync(file);
    },
    cuts: (...names: readonly string[]) => {
      for (const file of named(names)) truncateSync(file, Math.floor(statSync(file).size / 2));
    },
  };
}

test('a console whose files are removed goes on: it makes a payout and opens a form', async () => {
  const { program, loaded, removes } = copied();
  const { service, purser } = await startSignedIn({ program });
  const { screen } = purser;
  const needed = laterModules();
  expect(needed.length).toBeGreaterThan(5);
  await vi.waitFor(() => expect(loaded()).toEqual(expect.arrayContaining([...needed])), patience);
  removes();
  await reviews(screen, payee(service.simulator), '12.50');
  await confirms(screen, '12.50');
  await sees(screen, /^DONE/m);
  screen.press('esc');
  screen.type(':new-user\r');
  await sees(screen, 'New customer');
  screen.type(':accounts\r');
  screen.press('esc');
  screen.type(':q\r');
  expect(await purser.exit).toMatchObject({ code: 0 });
  expect(service.requestsFor('payout.create')).toHaveLength(1);
});

/** A console of the copy, at a service of its own. It waits for nothing on the screen. */
async function startCopy(program: string) {
  const service = await startService();
  return startPurser({ program, cols: 120, rows: 40, env: service.variables() });
}

const GONE = ['removed', 'half written'] as const;

test.each(GONE)('a console whose code is %s before its second frame ends, and says why', async state => {
  const { program, removes, cuts } = copied();
  (state === 'removed' ? removes : cuts)('live-console');
  const { screen, exit } = await startCopy(program);
  expect(await exit).toMatchObject({ code: 1 });
  await sees(screen, 'purser: ended because an update replaced the program. The terminal was restored.');
});

const LOADED = GONE.flatMap(state => ['local-journal', 'client'].map(name => [name, state] as const));

// The first and the last have each module and each way once.
test.each(LOADED.filter((_, nth) => isWhole || nth === 0 || nth === 3))(
  'a console whose %s is %s before it is loaded says why, and can be ended',
  async (name, state) => {
    const { program, removes, cuts } = copied();
    (state === 'removed' ? removes : cuts)(name);
    const { screen, exit } = await startCopy(program);
    await sees(screen, 'Purser was updated while it was open');
    screen.press('ctrl-c', 'ctrl-c');
    expect(await exit).toMatchObject({ code: 0 });
  },
);

test.each([['asked-dialog'], ['sender']])(
  'a write whose module %s is gone is not sent, and Purser says why',
  async name => {
    const { program, removes } = copied();
    removes(name);
    const { service, purser } = await startSignedIn({ program });
    const { screen } = purser;
    screen.type(`:new-payout/${payee(service.simulator)}\r`);
    await sees(screen, 'Review payout', 'VERIFIED');
    screen.type('12.50\tInvoice 7\t\t');
    await sees(screen, 'Invoice 7');
    screen.press('enter');
    await sees(
      screen,
      'Purser was updated while it was open. Nothing was sent. Quit, and start Purser again.',
    );
    expect(service.requestsFor('payout.create')).toEqual([]);
    screen.press('ctrl-c', 'ctrl-c');
    expect(await purser.exit).toMatchObject({ code: 0 });
  },
);
