// Signing in with the form: known values are filled in, secrets are never visible, and a refusal names the next step.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PtyProgram } from '../harness/pty.ts';
import { sees, startPurser, startService } from './purser.ts';

const wrongKey = 'wrong_key_canary_7c1e';

test('a wrong key is refused with a sentence, the right key signs in, and both stay invisible [B4a–b O3]', async () => {
  const service = await startService();
  const { PURSER_API_KEY: key = '', ...known } = service.variables();
  const purser = await startPurser({ cols: 120, rows: 40, env: known });
  const { screen } = purser;

  await sees(
    screen,
    new RegExp(`Service address +${known['PURSER_BASE_URL']}`),
    new RegExp(`Client ID +${known['PURSER_CLIENT_ID']}`),
    '› API key',
    new RegExp(`Program +${known['PURSER_PROGRAM_ID']}`),
  );
  screen.type(wrongKey);
  await sees(screen, new RegExp(`API key +[•*]{${wrongKey.length}}`));
  screen.press('tab', 'tab', 'tab', 'enter');
  await sees(screen, 'the service did not accept the client ID and API key (HTTP 401)');
  await sees(screen, 'Check both: each pair belongs to one environment and one account.');
  expect(service.asked()).toEqual(['POST /api/v1/authentication/login']);

  await sees(screen, '› API key');
  screen.paste(`${key}\n`);
  await sees(screen, new RegExp(`API key +[•*]{${key.length}}`));
  screen.press('enter', 'enter', 'enter', 'enter');
  await sees(screen, '7 accounts, all');
  expect(service.requestsFor('login')).toHaveLength(2);

  screen.press('@');
  await sees(screen, /Requests · \d/, 'Newest first');
  screen.press('G');
  await sees(screen, /POST .*\/authentication\/login/);
  screen.press('esc', ']', ']');
  await sees(screen, '"supported_features"');
  const token = service
    .requestsFor('account.list')[0]
    ?.headers['authorization']?.[0]?.slice('Bearer '.length);
  expect(token).toMatch(/^token_/);
  expectNowhere(purser, [wrongKey, key, token ?? '']);
  screen.type(':q\r');
  expect(await purser.exit).toMatchObject({ code: 0 });
  expectNowhere(purser, [wrongKey, key, token ?? '']);
});

test('a key from the environment is in no file, in no argument and in no other process [O3]', async () => {
  const service = await startService();
  const variables = service.variables();
  const purser = await startPurser({ env: variables });
  const { screen, home } = purser;
  await sees(screen, '7 accounts, all');
  screen.press('u');
  await sees(screen, '› Customer');
  screen.paste(service.simulator.customers[1]?.userId ?? '');
  screen.press('enter');
  await sees(screen, 'needs attention');
  screen.press('2');
  await sees(screen, '3 accounts, all');
  const token = service
    .requestsFor('account.list')[0]
    ?.headers['authorization']?.[0]?.slice('Bearer '.length);
  expectNowhere(purser, [variables['PURSER_API_KEY'] ?? '', token ?? '']);
  // The console did keep a file, and only its owner can read that file.
  const [recent] = files(home).filter(file => file.startsWith(join(home, 'state')));
  expect(statSync(recent ?? '').mode & 0o777).toBe(0o600);
});

function files(home: string): readonly string[] {
  return globSync('**/*', { cwd: home, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}

/** FAULTS O3: the secrets are not in the terminal's output, in a file, in process arguments, or in a child process. */
function expectNowhere({ screen, home, pid }: PtyProgram, secrets: readonly string[]): void {
  const places = new Map([['terminal', screen.bytes]]);
  for (const file of files(home)) places.set(file, readFileSync(file, 'latin1'));
  if (existsSync(`/proc/${pid}`)) {
    places.set('arguments', readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
    // A small shell watches the terminal. It is started after the first frames.
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean))
      for (const part of ['cmdline', 'environ'])
        places.set(`${part} of a child process`, readFileSync(`/proc/${child}/${part}`, 'latin1'));
  }
  for (const [place, text] of places)
    for (const secret of secrets)
      expect({ place, found: secret !== '' && text.includes(secret) }).toEqual({ place, found: false });
}
