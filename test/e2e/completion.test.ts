// Shell completion: presses Tab in a real bash, zsh and fish. A shell that is not installed is skipped.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../src/api/contract/operations.ts';
import { THEMES } from '../../src/lib/colours.ts';
import { PLACES } from '../../src/store/places.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { spawnInPty } from '../harness/pty.ts';
import { addProgram } from './case.ts';
import { builtProgram } from './program.ts';
import { sees } from './purser.ts';

const SHELLS = {
  bash: { start: ['bash', '--norc', '--noprofile', '-i'], load: 'source <(purser completion bash)' },
  zsh: {
    start: ['zsh', '-f', '-i'],
    load: 'autoload -U compinit; compinit -u -D; source <(purser completion zsh)',
  },
  fish: { start: ['fish', '--no-config', '-i'], load: 'purser completion fish | source' },
} as const;
type Shell = keyof typeof SHELLS;

const missing = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).error !== undefined;

/** Puts `purser` and two profiles into a temporary folder. Returns the environment for them. */
function installed(): Record<string, string> {
  const folder = temporaryFolder();
  const [bin, config] = [join(folder, 'bin'), join(folder, 'config')];
  for (const one of [bin, config]) mkdirSync(one, { mode: 0o700 });
  const purser = join(bin, 'purser');
  writeFileSync(purser, `#!/bin/sh\nexec '${process.execPath}' '${builtProgram()}' "$@"\n`);
  chmodSync(purser, 0o755);
  const profile = {
    ...{ baseUrl: 'https://pay.example.com', environment: 'demo' },
    ...{ clientId: 'client_1', programId: 'program_1' },
  };
  const profiles = { 'staging-eu': profile, 'staging-us': profile };
  writeFileSync(join(config, 'config.json'), JSON.stringify({ profiles }));
  return {
    PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
    PURSER_CONFIG_DIR: config,
    PURSER_STATE_DIR: join(folder, 'state'),
    PS1: '$ ',
    INPUTRC: '/dev/null',
  };
}

/** Each typed line, and the line after Tab. Tab completes a word if it has only one completion. */
const WHOLE = [
  ['purser sim', 'purser simulate '],
  ['purser op', 'purser open '],
  ['purser open --prof', 'purser open --profile '],
  ['purser mandat', 'purser mandates '],
  ['purser --theme hi', 'purser --theme high-contrast '],
  ['purser --theme=hi', 'purser --theme=high-contrast '],
  ['purser --screen', 'purser --screen-reader '],
  ['purser call payout.ca', 'purser call payout.cancel '],
  ['purser call --desc', 'purser call --describe '],
  ['purser call --profile dem', 'purser call --profile demo '],
  ['purser profile sh', 'purser profile show '],
  ['purser profile add --environment prod', 'purser profile add --environment production '],
  ['purser profile show staging-e', 'purser profile show staging-eu '],
  ['purser --profile staging-u', 'purser --profile staging-us '],
  ['purser --profile demo over', 'purser --profile demo overview '],
  ['purser journal list --unres', 'purser journal list --unresolved '],
  ['purser audit ver', 'purser audit verify '],
  ['purser simulate --rep', 'purser simulate --rep'],
  ['purser journal show --unres', 'purser journal show --unres'],
  ['purser completion f', 'purser completion fish '],
  ['purser --ca-file ./authori', 'purser --ca-file ./authorities.pem '],
] as const;

describe.each(Object.keys(SHELLS) as Shell[])('completion in %s', shell => {
  const reason = missing(shell) ? `: skipped, ${shell} is not installed here` : '';
  test.skipIf(missing(shell))(`completes a word with one press of Tab${reason}`, async () => {
    const { start, load } = SHELLS[shell];
    const env = installed();
    const [file, ...args] = start;
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'authorities.pem'), '');
    const program = await spawnInPty([file, ...args], { cols: 120, rows: 60, env, cwd });
    addProgram(program, false, env);
    onTestFinished(program.close);
    const { screen } = program;
    screen.type(`${load}; printf 'ready-%s\\n' 2\r`);
    await sees(screen, 'ready-2');
    for (const [typed, whole] of WHOLE) {
      // The screen is cleared, the text is typed and Tab pressed. The line is never run.
      screen.type('\x15clear\r');
      await screen.until(now => !/ready|purser/.test(now.text()));
      screen.type(typed);
      await sees(screen, typed);
      screen.type('\t');
      await sees(screen, whole.trimEnd());
      // The X shows where the line ends, so a line that Tab must not change is checked too.
      screen.type('X');
      await sees(screen, `${whole}X`);
    }
  });
});

test.skipIf(missing('bash'))('bash offers every command, screen, operation, theme, profile and flag', () => {
  const env = { ...process.env, ...installed() };
  const offered = (...words: readonly string[]): readonly string[] => {
    const line = words.map(word => `'${word}'`).join(' ');
    const script = `source <(purser completion bash); COMP_WORDS=(purser ${line}); COMP_CWORD=${words.length}; _purser purser; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(word => word !== '');
  };
  expect(offered('')).toEqual(expect.arrayContaining([...PLACES, 'simulate', 'call', 'completion', 'man']));
  expect(offered('call', '')).toEqual(Object.keys(operations));
  expect(offered('--theme', '')).toEqual([...THEMES]);
  expect(offered('--profile', '')).toEqual(['demo', 'staging-eu', 'staging-us']);
  expect(offered('accounts', '--')).toEqual(
    expect.arrayContaining(['--profile', '--help', '--screen-reader']),
  );
  expect(offered('profile', 'show', '--')).toEqual(['--json', '--help']);
  expect(offered('journal', 'show', '')).toEqual([]);
});
