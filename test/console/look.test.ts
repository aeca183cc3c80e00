// Every screen and dialog at every size, with foreign names and very large amounts: no amount or ID is cut.

import { expect, it } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { openFrames, widthOf } from '../harness/frames.ts';
import { isWhole, repeated } from '../harness/whole.ts';
import { everyWrite } from './every-write.ts';
import { tour } from './tour.ts';
import { breaks, payee, pendingDebit } from './writing.ts';

let console: TestConsole;

/** Milliseconds to wait for the drawing at a new size. */
const SOON = 8000;

/** The size between two checks, where the keys are pressed. */
const USUAL = [120, 36] as const;
const SIZES = repeated<readonly (readonly [number, number])[]>(
  [[40, 10], [80, 24], USUAL],
  [[40, 10], [60, 15], [80, 24], [200, 50], USUAL],
);

/** An amount next to the mark of cut text. */
const CUT_AMOUNT = /\d(?:,\d{3})*(?:,\d{0,3}|\.\d*)…|\d\.\d+…|…\d*(?:,\d{3})*\.\d{2}\b/;
/** The beginning of a UUID whose rest is missing. */
const BROKEN_ID =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-(?![0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)|\b[0-9a-f]{8}-(?![0-9a-f]{4}-)[0-9a-f]{0,3}(?:…|\s*$)/m;

/** The faults of the present screen, as text. */
function faultsOf({ screen, state }: TestConsole): readonly string[] {
  const lines = screen.lines();
  // Titles may be cut, and raw JSON is cut at the end of its lines.
  const raw = /─ Raw JSON ─|"[a-zA-Z_]+": /.test(screen.text());
  const { overlay } = state();
  // A menu's line about its record may be cut, because the list below has the complete values.
  const reminds = (line: string): boolean =>
    overlay !== undefined && 'record' in overlay && line.includes(' · ');
  const bodies = lines.filter(line => !/[╭╰─]{2}/.test(line) && !reminds(line));
  return [
    ...lines.filter(line => widthOf(line) > screen.cols).map(line => `wider than the screen: ${line}`),
    ...(overlay ? [] : openFrames(lines).map(at => `an open frame at ${at}`)),
    ...bodies.filter(line => CUT_AMOUNT.test(line)).map(line => `a cut amount: ${line}`),
    ...(raw ? [] : bodies.filter(line => BROKEN_ID.test(line)).map(line => `a broken ID: ${line}`)),
  ];
}

/** Checks the screen at every size. `found` gets the faults, with `where` and the size as the key. */
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
  if (sizes.at(-1) !== USUAL) await resized(...USUAL);
}

/** Resizes while the program has left the screen, because its return redraws at once. A resize alone redraws later. */
async function resized(cols: number, rows: number): Promise<void> {
  const { screen } = console;
  console.leave();
  await screen.until(() => !screen.alternate());
  screen.resize(cols, rows);
  console.enter();
  await screen.until(() => screen.alternate() && screen.text().trim() !== '');
}

const TOURS: readonly (readonly [title: string, customer: number, faults: readonly string[]])[] = [
  ['at every size every screen of a usual customer', 0, []],
  ['at every size every screen of a customer with hostile names', 7, []],
  // Only narrow screens cut text.
  [
    'at 40×10 and 80×24 every screen with fields missing, null or of another type',
    0,
    ['* mutate=any percent=30'],
  ],
  [
    'at 40×10 and 80×24 every screen with hostile names and the same wrong fields',
    7,
    ['* mutate=any percent=30'],
  ],
];

// The first and the last tour together have what the others have.
it.each(TOURS.filter((_, nth) => isWhole || nth === 0 || nth === 3))(
  '%s shows amounts and IDs completely',
  async (_, customer, faults) => {
    // More rows than a screen has, and no more: some screens read all lists.
    console = await startOnAccounts({ cols: 120, rows: 36, customer, simulator: { rows: 60 } });
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
      // Moving the cursor and sorting change no width, and menus contain no text from the service.
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

/** The faults of the open dialog. Only its box is checked, because it may cover half an amount of the list. */
function dialogFaults({ screen, state }: TestConsole): readonly string[] {
  const text = screen.boxWith('[ Go back ]');
  const lines = text.split('\n');
  return [
    ...screen.lines().filter(line => widthOf(line) > screen.cols),
    ...(state().overlay?.kind === 'dialog' ? [] : ['no dialog']),
    ...(text.includes('[ Go back ]') ? [] : ['no way back']),
    ...lines.filter(line => CUT_AMOUNT.test(line)).map(line => `a cut amount: ${line}`),
    ...lines.filter(line => BROKEN_ID.test(line)).map(line => `a broken ID: ${line}`),
  ];
}

it.each(
  repeated(
    [['a customer with hostile names', 7]],
    [
      ['a usual customer', 0],
      ['a customer with hostile names', 7],
    ],
  ),
)(
  'at every size the dialog of every write for %s is complete',
  async (_, customer) => {
    const found = new Map<string, readonly string[]>();
    for (const [nth, { operation, asks }] of everyWrite.entries()) {
      if (nth > 0) await console.close();
      console = await startOnAccounts({ cols: 120, rows: 36, customer });
      await asks(console);
      await console.sees('[ Go back ]');
      await atEverySize(operation, SIZES, () => dialogFaults(console), found);
    }
    expect(Object.fromEntries(found)).toEqual({});
  },
  240_000,
);
