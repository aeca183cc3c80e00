// Every screen and dialog at every size, with foreign names and very large amounts: nothing that matters is cut.

import stringWidth from 'string-width';
import { afterEach, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { openFrames } from '../harness/frames.ts';
import { everyWrite } from './every-write.ts';
import { tour } from './tour.ts';
import { breaks, payee, pendingDebit } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

/** Ms for the picture of a size to be drawn. */
const SOON = 8000;

const SIZES = [
  [40, 10],
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 50],
] as const;

/** Digits with their separators right before or behind a mark of what was cut. */
const CUT_AMOUNT = /\d(?:,\d{3})*(?:,\d{0,3}|\.\d*)…|\d\.\d+…|…\d*(?:,\d{3})*\.\d{2}\b/;
/** The beginning of a UUID that does not go on as one. */
const BROKEN_ID =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-(?![0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)|\b[0-9a-f]{8}-(?![0-9a-f]{4}-)[0-9a-f]{0,3}(?:…|\s*$)/m;

/** What is wrong with the picture. */
function faultsOf({ screen, state }: TestConsole): readonly string[] {
  const lines = screen.lines();
  // A title may be cut, and the raw record is cut where its lines end.
  const raw = /─ Raw JSON ─|"[a-zA-Z_]+": /.test(screen.text());
  const { overlay } = state();
  // The line about a record in a menu is a reminder: the list behind it has the record.
  const reminds = (line: string): boolean =>
    overlay !== undefined && 'record' in overlay && line.includes(' · ');
  const bodies = lines.filter(line => !/[╭╰─]{2}/.test(line) && !reminds(line));
  return [
    ...lines.filter(line => stringWidth(line) > screen.cols).map(line => `wider than the screen: ${line}`),
    ...(overlay ? [] : openFrames(lines).map(at => `an open frame at ${at}`)),
    ...bodies.filter(line => CUT_AMOUNT.test(line)).map(line => `a cut amount: ${line}`),
    ...(raw ? [] : bodies.filter(line => BROKEN_ID.test(line)).map(line => `a broken ID: ${line}`)),
  ];
}

/** Looks at every size; what is wrong at one, under its name. */
async function atEverySize(
  where: string,
  sizes: readonly (readonly [number, number])[],
  faults: () => readonly string[],
  found: Map<string, readonly string[]>,
): Promise<void> {
  for (const [cols, rows] of sizes) {
    await resized(cols, rows);
    await console.screen
      .until(() => faults().length === 0, SOON)
      .catch(() => found.set(`${where} at ${cols}×${rows}`, faults()));
  }
  await resized(120, 36);
}

/** The window has another size when the program gets it back, which it draws at once; after a resize alone it pauses. */
async function resized(cols: number, rows: number): Promise<void> {
  const { screen } = console;
  console.leave();
  await screen.until(() => !screen.alternate());
  screen.resize(cols, rows);
  console.enter();
  await screen.until(() => screen.alternate() && screen.text().trim() !== '');
}

it.each([
  ['at five sizes every picture of a usual customer', 0, []],
  ['at five sizes every picture of a customer with hostile names', 7, []],
  // The narrow sizes are the ones that cut.
  [
    'at 40×10 and 80×24 every picture with fields missing, null or of another type',
    0,
    ['* mutate=any percent=30'],
  ],
  ['at 40×10 and 80×24 every picture of hostile names with such fields', 7, ['* mutate=any percent=30']],
] as const)(
  '%s is whole',
  async (_, customer, faults) => {
    console = await startConsole({ cols: 120, rows: 36, customer });
    await console.sees(/accounts?, all/);
    const known = console.simulator.world.customers[customer];
    const account = known?.accounts[0]?.record.id ?? '';
    const card = known?.cards.all[0]?.id ?? '';
    const found = new Map<string, readonly string[]>();
    const subjects = {
      ...(account !== '' && { transactions: account, 'account-mandates': account }),
      ...(card !== '' && { 'card-transactions': card, 'card-limits': card, 'card-details': card }),
      ...(customer === 0 && {
        'direct-debits': pendingDebit(console),
        'new-payout': payee(console),
      }),
      'update-beneficiary': payee(console),
    };
    await breaks(console, ...faults);
    const look = async (where: string): Promise<void> => {
      // The next row and the order of rows change no width; the menus say nothing of the service.
      if (/ [jlO]$/.test(where) || (faults.length > 0 && / [^\]]$/.test(where))) return;
      const narrow = where.includes(' ') || faults.length > 0;
      const sizes = SIZES.filter(
        ([cols]) => (narrow ? cols <= 80 : true) && (faults.length === 0 || cols !== 60),
      );
      await atEverySize(where, sizes, () => faultsOf(console), found);
    };
    await tour(console, subjects, look);
    expect(Object.fromEntries(found)).toEqual({});
  },
  240_000,
);

/** What is wrong with the open dialog: it is looked at alone, because it may lie over half an amount. */
function dialogFaults({ screen, state }: TestConsole): readonly string[] {
  const text = screen.boxWith('[ Go back ]');
  const lines = text.split('\n');
  return [
    ...screen.lines().filter(line => stringWidth(line) > screen.cols),
    ...(state().overlay?.kind === 'dialog' ? [] : ['no dialog']),
    ...(text.includes('[ Go back ]') ? [] : ['no way back']),
    ...lines.filter(line => CUT_AMOUNT.test(line)).map(line => `a cut amount: ${line}`),
    ...lines.filter(line => BROKEN_ID.test(line)).map(line => `a broken ID: ${line}`),
  ];
}

it.each([
  ['a usual customer', 0],
  ['a customer with hostile names', 7],
])(
  'at every size the dialog of every write for %s is whole',
  async (_, customer) => {
    const found = new Map<string, readonly string[]>();
    for (const [nth, { operation, asks }] of everyWrite.entries()) {
      if (nth > 0) await console.close();
      console = await startConsole({ cols: 120, rows: 36, customer });
      await console.sees(/accounts?, all/);
      await asks(console);
      await console.sees('[ Go back ]');
      await atEverySize(operation, SIZES, () => dialogFaults(console), found);
    }
    expect(Object.fromEntries(found)).toEqual({});
  },
  240_000,
);
