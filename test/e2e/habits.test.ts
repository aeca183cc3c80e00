// Personal settings and saved data in a real terminal: keys, mouse, views, pinned customers and links.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import type { Screen } from '../harness/terminal.ts';
import { losesSight, type Service, sees, startPurser, startService, startSignedIn } from './purser.ts';

const SIZE = { cols: 140, rows: 40 } as const;

/** Writes this configuration. Returns the environment variable with its folder. */
function configured(config: object): Record<string, string> {
  const made = temporaryFolder();
  writeFileSync(join(made, 'config.json'), JSON.stringify({ profiles: {}, ...config }));
  return { PURSER_CONFIG_DIR: made };
}

const quit = async ({ screen, exit }: Awaited<ReturnType<typeof startPurser>>): Promise<void> => {
  screen.type(':q\r');
  expect((await exit).code).toBe(0);
};

/** The bytes that a terminal sends for the mouse, in SGR form. Cells count from 1. */
const wheel = (down: boolean): string => `\x1b[<${down ? 65 : 64};10;10M`;
const click = (x: number, y: number): string => `\x1b[<0;${x};${y}M\x1b[<0;${x};${y}m`;
const rowWith = (screen: Screen, text: string): number =>
  screen.lines().findIndex(line => line.includes(text)) + 1;

test('the wheel moves the cursor, a click only selects, and the mouse modes are reset at the end', async () => {
  const { service, purser } = await startSignedIn({
    ...SIZE,
    env: configured({ terminal: { mouse: true } }),
  });
  const { screen } = purser;
  await sees(screen, '› Operations');
  screen.type(wheel(true));
  await losesSight(screen, '› Operations');
  screen.type(wheel(false));
  await sees(screen, '› Operations');
  screen.type(click(10, rowWith(screen, 'Euro suppliers')));
  await sees(screen, '› Euro suppliers');
  // A double click does not open the row either.
  screen.type(click(10, rowWith(screen, 'Euro suppliers')).repeat(2));
  screen.press('5', 'X');
  await sees(screen, 'Cancel payout');
  screen.type('451cbdc4-778e-456f-a9e5-437221c5cf8a');
  screen.press('enter');
  await sees(screen, 'Type the last four');
  screen.type('cf8a');
  await sees(screen, 'to confirm: cf8a');
  for (const y of screen.lines().keys()) screen.type(click(60, y + 1) + click(85, y + 1) + wheel(true));
  screen.press('esc');
  await losesSight(screen, 'Type the last four');
  expect(service.requestsFor('payout.cancel')).toEqual([]);
  screen.press('esc');
  await losesSight(screen, 'System reference number');
  await quit(purser);
  for (const mode of ['1000', '1006']) {
    const [on, off] = ['h', 'l'].map(way => screen.bytes.lastIndexOf(`\x1b[?${mode}${way}`));
    expect(on).toBeGreaterThan(0);
    expect(off).toBeGreaterThan(on ?? 0);
  }
});

test('chosen keys work, default keys do nothing, invalid settings are named, and help shows the chosen keys', async () => {
  const keys = { balances: 'F', reload: 'ctrl-y-x', 'dialog.enter': 'y', nothing: 'x' };
  const { purser } = await startSignedIn({ ...SIZE, env: configured({ keys }) });
  const { screen } = purser;
  screen.press('ctrl-t');
  await sees(
    screen,
    'keys.reload: “ctrl-y-x” is not a key.',
    'keys.dialog.enter: this command keeps its keys.',
    'keys.nothing: unknown command.',
    'Press ? to see which keys are taken.',
  );
  screen.press('esc', 'b', 'F');
  await sees(screen, '9 balances, all');
  screen.press('?');
  screen.type('balances');
  await sees(screen, /F +balances/);
  screen.press('esc', 'esc');
  await quit(purser);
});

/** The environment for a sign-in with a state folder that stays after the console has ended. */
const kept = (service: Service, state: string) => ({ ...service.variables(), PURSER_STATE_DIR: state });

test('a saved view and a pinned customer exist after a restart', async () => {
  const service = await startService();
  const state = temporaryFolder();
  const env = kept(service, state);
  const [, other] = service.simulator.customers;
  const first = await startPurser({ ...SIZE, args: ['cards'], env });
  await sees(first.screen, /\d+ cards, all/);
  first.screen.press('/');
  first.screen.type('status:active');
  first.screen.press('enter', 'V');
  await sees(first.screen, 'No saved views');
  first.screen.type('Working cards');
  first.screen.press('enter');
  await sees(first.screen, 'Saved as “Working cards”');
  first.screen.press('u');
  await sees(first.screen, 'Connected account');
  first.screen.type(other?.userId ?? '');
  first.screen.press('tab');
  first.screen.type(other?.onBehalfOf ?? '');
  first.screen.press('enter');
  await sees(first.screen, String(other?.userId), '2 calls', 'needs attention');
  first.screen.press('u');
  await sees(first.screen, 'Recent');
  first.screen.press('down', 'ctrl-o');
  await sees(first.screen, /pinned/);
  first.screen.press('esc');
  await quit(first);
  expect(JSON.parse(readFileSync(join(state, 'views.json'), 'utf8'))).toMatchObject({
    views: { cards: [{ name: 'Working cards', filter: 'status:active' }] },
  });
  const second = await startPurser({ ...SIZE, args: ['cards'], env: { ...env, ...service.variables(1) } });
  await sees(second.screen, /\d+ cards, all/);
  second.screen.press('V');
  await sees(second.screen, /› Working cards +status:active/);
  second.screen.press('enter');
  await sees(second.screen, /\d+ of \d+ loaded match/);
  second.screen.press('u');
  await sees(second.screen, /pinned/);
  second.screen.press('esc');
  await quit(second);
});

test('purser open opens the record of a link, and never a form', async () => {
  const service = await startService();
  const env = kept(service, temporaryFolder());
  const { userId = '', onBehalfOf = '' } = service.simulator.customers[0] ?? {};
  const link = (profile: string, rest: string) => `purser://${profile}/${userId}/${onBehalfOf}/${rest}`;
  const id = service.simulator.world.customers[0]?.accounts[2]?.record.id ?? '';
  expect(id).not.toBe('');
  const opened = await startPurser({ ...SIZE, args: ['open', link('unnamed', `accounts/${id}`)], env });
  await sees(opened.screen, `service: id=${id.slice(0, 8)}`, /1 account/);
  await quit(opened);
  const form = await startPurser({ ...SIZE, args: ['open', link('unnamed', 'cancel-payout/451cbdc4')], env });
  await sees(form.screen, 'This link leads into a form, so Purser did not open it.');
  await quit(form);
  const other = await startPurser({ ...SIZE, args: ['open', link('staging', `accounts/${id}`)], env });
  await sees(other.screen, 'This link is for profile staging.');
  await quit(other);
});

test('purser find/TEXT searches after the sign-in', async () => {
  const service = await startService({ rows: 400, faults: ['login delay=500'] });
  const { screen, ...rest } = await startPurser({
    ...SIZE,
    args: ['find/no such thing'],
    env: service.variables(),
  });
  await sees(screen, /Transactions\s+[\d,]+ rows? searched/);
  await quit({ screen, ...rest });
});

test('purser quote asks for one quote after the sign-in, and refuses an unclear line with 2', async () => {
  const service = await startService({ faults: ['login delay=500'] });
  const env = service.variables();
  const { screen, ...rest } = await startPurser({ ...SIZE, args: ['quote', 'gbp', 'usd', '1,000.50'], env });
  await sees(screen, /1,000\.50 GBP +[\d,.]+ USD/, 'Expires in');
  expect(service.simulator.wire.filter(({ operation }) => operation === 'quote.create')).toHaveLength(1);
  await quit({ screen, ...rest });
  const refused = await startPurser({ ...SIZE, args: ['quote', 'gbpusd1.000,50'], env });
  expect(await refused.exit).toMatchObject({ code: 2 });
  expect(refused.screen.text()).toContain('Use a point for decimals');
});
