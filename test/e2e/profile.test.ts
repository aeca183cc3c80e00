// `purser profile add` in a real terminal: typed text is visible, the key is not, and the profile opens afterwards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sees, startService, startShell } from './purser.ts';

test('purser profile add asks for a profile, tries it and saves it, and Purser opens it by name', async () => {
  const service = await startService();
  const { url, credentials, customers } = service.simulator;
  const script = '"$0" "$@" && exec "$0" "$1" --profile live';
  const { screen, home } = await startShell(script, {
    args: ['profile', 'add', 'live'],
    cols: 120,
    rows: 40,
  });
  const say = async (question: string, answer: string): Promise<void> => {
    await screen.until(question);
    screen.type(answer);
    screen.press('enter');
  };
  await say('Service address', url);
  await say('Environment, demo or production [demo]:', '');
  await say('Client ID:', credentials.clientId);
  await say('Program ID:', credentials.programId);
  await say('User ID of the first customer', customers[0]?.userId ?? '');
  await say('connected account (Enter: none)', '');
  await say('Time zone', 'UTC');
  await say('Make this profile read-only? [y/N]', 'y');
  await say('another customer', '');
  await say('API key, to try the profile', credentials.apiKey);
  await say('Shared API key', '');
  await screen.until('Signed in: the client ID and the API key are valid.');
  await say("Keep the API key in this system's keyring? [y/N]", 'n');
  await say('Open this profile by default? [y/N]', 'n');
  await say('Save it? [y/N]', 'y');
  await sees(screen, 'Sign in', 'Signing in needs the API key.', 'READ-ONLY');
  const saved = JSON.parse(readFileSync(join(home, 'config', 'purser', 'config.json'), 'utf8'));
  expect(saved.profiles.live).toMatchObject({ environment: 'demo', readOnly: true, timeZone: 'UTC' });
  expect(screen.bytes).not.toContain(credentials.apiKey);
});
