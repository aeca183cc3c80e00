// Completion offers every flag of every command, and only flags that the word can have, in bash, zsh and fish.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { allHelp } from '../../build/all-help.ts';
import { bashScript, fishScript, zshScript } from '../../build/completion.ts';
import { flagsOfWord } from '../../src/lib/command-help.ts';
import { temporaryFolder } from '../harness/folder.ts';

const helps = allHelp;

/** What a person types before a flag. The console has no name, so a screen is typed. */
const LINES = helps.flatMap(help => {
  const start = help.name === '' ? 'accounts' : help.name;
  return [
    { help, word: undefined, typed: start },
    ...Object.keys(help.words ?? {}).map(word => ({ help, word, typed: `${start} ${word}` })),
  ];
});

/** For each shell, a program that prints each line and then its completions. */
const SHELLS = {
  bash: `${bashScript(helps)}
${LINES.map(({ typed }) => `echo '> ${typed}'; COMP_WORDS=(purser ${typed} -); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _purser purser; printf '%s\\n' "\${COMPREPLY[@]}"`).join('\n')}`,
  // The stubs replace zsh's completion system, which works only while a person types.
  zsh: `compdef() { :; }; _describe() { print -rl -- "\${found[@]%%:*}"; }
${zshScript(helps)}
${LINES.map(({ typed }) => `echo '> ${typed}'; words=(purser ${typed} -); CURRENT=$#words; PREFIX=-; _purser`).join('\n')}`,
  fish: `function purser; end
${fishScript(helps)}
${LINES.map(({ typed }) => `echo '> ${typed}'; complete -C 'purser ${typed} -' | string split -f 1 \\t`).join('\n')}`,
} as const;
const OPTIONS = { bash: ['--norc', '--noprofile'], zsh: ['-f'], fish: ['--no-config'] } as const;

test.each(helps.filter(({ words }) => words))('each flag of purser $name belongs to a sub-command', help => {
  const used = Object.keys(help.words ?? {}).flatMap(word => {
    expect(help.usage.filter(way => way.split(' ')[1] === word)).not.toEqual([]);
    return flagsOfWord(help, word);
  });
  expect(new Set([...used, 'help'])).toEqual(new Set(Object.keys(help.flags)));
});

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('completion in %s', shell => {
  const missing = spawnSync(shell, ['-c', 'true']).error !== undefined;
  test.skipIf(missing)(
    `offers the flags of every command${missing ? ': skipped, not installed here' : ''}`,
    () => {
      const { stdout, stderr } = spawnSync(shell, [...OPTIONS[shell], '-c', SHELLS[shell]], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const parts = stdout.split(/^> /m).slice(1);
      expect(parts).toHaveLength(LINES.length);
      for (const [at, { help, word, typed }] of LINES.entries()) {
        const own = word === undefined ? undefined : flagsOfWord(help, word);
        const flags = Object.entries(help.flags).filter(
          ([name]) => own === undefined || name === 'help' || own.includes(name),
        );
        const expected = flags.flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])]);
        const [first, ...offered] = (parts[at] ?? '').trimEnd().split('\n');
        expect(first).toBe(typed);
        expect([...offered].sort(), `purser ${typed}`).toEqual([...expected].sort());
      }
    },
  );
});

const noZsh = spawnSync('zsh', ['-c', 'true']).error !== undefined;
/** As zsh does before its first prompt. */
const PROMPT = 'for each in $precmd_functions; do $each; done; print -r -- $_comps[purser]';
const COMPINIT = 'autoload -Uz compinit; compinit -u -D';

test.skipIf(noZsh).each([
  ['before compinit', [zshScript(helps), COMPINIT]],
  ['after compinit', [COMPINIT, zshScript(helps)]],
  ['without compinit', [zshScript(helps)]],
])('the script of zsh can be sourced %s', (_, lines) => {
  const { stdout, stderr } = spawnSync('zsh', ['-fc', [...lines, PROMPT].join('\n')], {
    encoding: 'utf8',
    env: { ...process.env, HOME: temporaryFolder() },
  });
  expect([stdout, stderr]).toEqual(['_purser\n', '']);
});

test('a description lacks the sub-command that it belongs to', () => {
  expect(zshScript(helps)).toContain('--unresolved:only unresolved writes');
});
