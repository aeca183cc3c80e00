// Whom a customer pays: validated first, created with a body that is shown whole, changed by what is typed and nothing else.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { effectsOf, goes } from './paying.ts';
import { breaks, closes, dialogOf, endsIn, isReady, newestRow, payee, writesOf } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (options: Parameters<typeof startConsole>[0] = {}): Promise<void> => {
  console = await startConsole({ rows: 50, cols: 100, ...options });
  await console.sees('accounts, all');
};
/** The last body that was sent for an operation. */
const bodyOf = (operation: string): unknown => {
  const sent = console.simulator.wire.findLast(one => one.operation === operation);
  return sent?.body === undefined ? undefined : JSON.parse(String(sent.body));
};
const asked = (operation: string) => console.simulator.wire.filter(one => one.operation === operation).length;
/** Types into the fields from the one in the focus on. */
const fills = (...values: readonly string[]): void =>
  values.forEach((value, i) => {
    if (i > 0) console.press('tab');
    if (value !== '') console.type(value);
  });
/** The form of the first step, filled in for the corridor that the interface gives; the focus is on its button. */
async function onFirstStep(number = '123456789'): Promise<void> {
  if (currentView(console.state()).place !== 'new-beneficiary') await goes(console, 'new-beneficiary');
  await console.sees('The service first validates');
  fills(number, 'usd', 'Jo Bloggs', '021000021', '', 'us', '', '');
  console.press('tab');
  await console.sees(/bank_country_code +us/);
}
async function onSecondStep(): Promise<void> {
  await onFirstStep();
  console.press('enter');
  await console.sees('The fields are valid. Nothing was created yet.');
  console.press('enter');
  await console.sees(/beneficiary_account_number +123456789/);
}
/** Without a token, in the demo environment: to the button, and on it. */
async function confirms(): Promise<void> {
  await isReady(console);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
}

const validated = {
  account_number: '123456789',
  account_currency: 'USD',
  full_name: 'Jo Bloggs',
  routing_number: '021000021',
  account_type: 'CHECKING',
  bank_country_code: 'US',
  entity_type: 'PERSONAL',
  transfer_method: 'LOCAL',
};

it('the form warns of three letters that are no currency', async () => {
  await start();
  await goes(console, 'new-account');
  console.press('tab', 'tab');
  console.type('xyz');
  await console.sees('ISO 4217 has no currency XYZ');
});

describe('paying a beneficiary', () => {
  it('returns to the list with one Esc, to the paid beneficiary', async () => {
    await start();
    console.press('7');
    await console.sees('O’Connor');
    console.press('j', 'p');
    await console.sees('Review payout');
    const { subject } = currentView(console.state());
    console.press('esc');
    await console.sees('O’Connor');
    expect(currentView(console.state())).toMatchObject({ place: 'beneficiaries', cursorKey: subject });
  });
});

describe('a new beneficiary', () => {
  it('is validated, shown in full, created once, and is in the list', async () => {
    await start();
    console.press('7');
    await console.sees('O’Connor');
    console.press('n');
    await console.sees('The service first validates');
    await onSecondStep();
    expect(bodyOf('beneficiary.validate')).toEqual(validated);
    expect(asked('beneficiary.validate')).toBe(1);
    await console.sees('The service validated these values');
    console.press('enter');
    for (const line of [
      /beneficiary_account_currency +"USD"/,
      /beneficiary_account_number +"123456789"/,
      /full_name +"Jo Bloggs"/,
      /transfer_method +"LOCAL"/,
      'Purser sends exactly these fields.',
    ])
      await console.sees(line);
    expect(effectsOf(console, 'beneficiary.create')).toEqual([]);
    await confirms();
    await endsIn(console, 'DONE');
    const { account_number: _, account_currency: __, ...others } = validated;
    expect(bodyOf('beneficiary.create')).toEqual({
      beneficiary_account_currency: 'USD',
      beneficiary_account_number: '123456789',
      ...others,
    });
    const [made] = effectsOf(console, 'beneficiary.create');
    await console.sees(`Beneficiary ID: ${made?.thing}`);
    await closes(console);
    await console.sees(/Jo Bloggs/);
    await console.sees('PENDING_VERIFICATION');
    expect(currentView(console.state()).place).toBe('beneficiaries');
    // The next one begins anew.
    await goes(console, 'create-beneficiary');
    await console.sees('The service has not validated these fields.');
  });

  it("that the service finds wrong shows the service's reason, creates nothing, and can be corrected", async () => {
    await start();
    await onFirstStep('12');
    console.press('enter');
    await console.sees('account_number is not valid.');
    await console.sees('Press Ctrl+O to skip validation');
    console.press('tab');
    console.press('ctrl-u');
    console.type('99887766');
    console.press('shift-tab', 'enter');
    await console.sees('The fields are valid. Nothing was created yet.');
    expect(effectsOf(console, 'beneficiary.create')).toEqual([]);
    expect(writesOf(console)).toEqual([]);
  });

  it('takes any other field by name, type and value, in both bodies', async () => {
    await start();
    await onFirstStep();
    for (const [name, right, value] of [
      ['middle_name', 0, 'Anna'],
      ['branch', 1, '12.50'],
      ['is_resident', 2, 'true'],
    ] as const) {
      console.press('ctrl-n');
      console.type(name);
      console.press('tab', ...Array<string>(right).fill('right'), 'tab');
      console.type(value);
    }
    console.press('tab', 'enter');
    await console.sees('The fields are valid. Nothing was created yet.');
    expect(bodyOf('beneficiary.validate')).toEqual({
      ...validated,
      middle_name: 'Anna',
      branch: 12.5,
      is_resident: true,
    });
    expect(
      String(console.simulator.wire.findLast(one => one.operation === 'beneficiary.validate')?.body),
    ).toContain('"branch":12.50');
    console.press('enter');
    await console.sees(/beneficiary_account_number +123456789/);
    console.press('enter');
    await console.sees(/branch +12\.50/);
    await console.sees(/is_resident +true/);
    await console.sees(/middle_name +"Anna"/);
    await confirms();
    await endsIn(console, 'DONE');
    expect(bodyOf('beneficiary.create')).toMatchObject({
      middle_name: 'Anna',
      branch: 12.5,
      is_resident: true,
    });
  });

  it('keeps the typing of the second step while you look at the first', async () => {
    await start();
    await onSecondStep();
    console.press('tab', 'tab');
    console.type('00');
    await console.sees(/beneficiary_account_number +12345678900/);
    await console.sees('You have changed some fields since.');
    console.press('esc');
    await console.sees('The fields are valid. Nothing was created yet.');
    console.press('enter');
    await console.sees(/beneficiary_account_number +12345678900/);
  });

  it("is REFUSED with the service's reason, and the typing stays", async () => {
    await start();
    await goes(console, 'create-beneficiary');
    await console.sees('The service has not validated these fields.');
    fills('usd', '123456789');
    console.press(...Array<string>(9).fill('tab'), 'enter');
    await console.sees('[ Create beneficiary');
    await confirms();
    await endsIn(console, 'REFUSED');
    await console.sees('full_name is');
    await closes(console);
    await console.sees(/beneficiary_account_number +123456789/);
    expect(effectsOf(console, 'beneficiary.create')).toEqual([]);
  });

  it('whose answer names another account says so', async () => {
    await start();
    await onSecondStep();
    console.press('enter');
    await console.sees('[ Create beneficiary');
    await breaks(console, 'beneficiary.create set=data.beneficiary_account_number:"000"');
    await confirms();
    await endsIn(console, 'DONE');
    await console.sees('The service returned a different account: 000 in USD.');
  });

  it('is UNKNOWN if the service created it and answered 500; the check shows a candidate and no proof [E16]', async () => {
    await start();
    await onSecondStep();
    console.press('enter');
    await console.sees('[ Create beneficiary');
    await breaks(console, 'beneficiary.create status=500 executed count=1');
    await confirms();
    await endsIn(console, 'UNKNOWN');
    expect(effectsOf(console, 'beneficiary.create')).toHaveLength(1);
    console.press('enter', 'esc', 'esc', '0');
    await console.sees(/› .*UNKNOWN +New beneficiary +Jo Bloggs/);
    console.press('enter');
    await console.sees(/Account +\*\*\*\*6789/);
    await console.sees('That is no proof');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('is barred in production without write access', async () => {
    await start({ environment: 'production' });
    console.press('7');
    await console.sees('O’Connor');
    console.press('n');
    await console.sees('This is READ-ONLY');
    expect(currentView(console.state()).place).toBe('beneficiaries');
  });
});

describe('a change', () => {
  const onChange = async (options: Parameters<typeof startConsole>[0] = {}): Promise<string> => {
    await start(options);
    const id = payee(console);
    await goes(console, `update-beneficiary/${id}`);
    await console.sees('An empty field stays unchanged');
    return id;
  };
  const reviews = async (fields: number): Promise<void> => {
    console.press(...Array<string>(fields).fill('tab'), 'enter');
    await console.sees('[ Change beneficiary');
  };

  it('sends only the typed fields, after it reads the beneficiary again, and fills in no masked number', async () => {
    const id = await onChange();
    await console.sees(/now \*\*\*\*\d{4}/);
    console.type('Maria Jose');
    await reviews(8);
    await console.sees(/full_name +O’Connor-Nuñez, María José → "Maria Jose"/);
    await confirms();
    await endsIn(console, 'DONE');
    expect(bodyOf('beneficiary.update')).toEqual({ full_name: 'Maria Jose' });
    expect(writesOf(console)).toEqual([`PATCH /svc/api/v1/transfer/beneficiary?beneficiary_id=${id}`]);
    const sent = console.exchanges();
    const at = sent.findIndex(line => line.startsWith('PATCH'));
    expect(sent[at - 1]).toContain(`GET /svc/api/v1/transfer/beneficiary?beneficiary_id=${id}`);
    await closes(console);
    await console.sees('Maria Jose');
  });

  it('opens with e on the selected beneficiary', async () => {
    await start();
    console.press('7');
    await console.sees('O’Connor');
    console.press('e');
    await console.sees('An empty field stays unchanged');
    expect(currentView(console.state())).toMatchObject({
      place: 'update-beneficiary',
      subject: payee(console),
    });
  });

  it.each([
    ['nothing', [''], 'Enter at least one change.'],
    ['a masked number', ['', '****7088'], 'This value looks masked'],
    ['a name that it has already', ['O’Connor-Nuñez, María José'], 'already has this value'],
    ['no country', ['', '', '', '', 'USA'], 'A country is two letters'],
    ['no currency', ['', '', '', '', '', '', '', 'pounds'], 'A currency is three letters'],
  ])('of %s is refused next to its field', async (_, values, said) => {
    await onChange();
    fills(...values);
    console.press(...Array<string>(9 - values.length).fill('tab'), 'enter');
    await console.sees(said);
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });

  it.each([['no name', ['tab', 'tab'], 'x', 'A name begins with a letter']])(
    'with another field of %s is refused next to it',
    async (_, keys, value, said) => {
      await onChange();
      console.press('ctrl-n', ...keys);
      console.type(value);
      console.press('tab', 'enter');
      await console.sees(said);
      expect(writesOf(console)).toEqual([]);
    },
  );

  it('of a beneficiary that changed meanwhile is void, and shows both values [D14]', async () => {
    await onChange();
    console.type('Maria Jose');
    await reviews(8);
    await breaks(console, 'beneficiary.get set=data.account_number:"****9999"');
    await confirms();
    await console.sees('The record changed');
    await console.sees(/now \*\*\*\*9999/);
    expect(writesOf(console)).toEqual([]);
  });

  it('is barred if the service returned another beneficiary [D14]', async () => {
    await onChange();
    console.type('Maria Jose');
    await reviews(8);
    await breaks(console, 'beneficiary.get set=data.id:"other"');
    await confirms();
    await console.sees('another beneficiary than the requested one.');
    expect(writesOf(console)).toEqual([]);
  });

  it("without an answer is checked by the beneficiary's ID", async () => {
    const id = await onChange();
    console.type('Maria Jose');
    await reviews(8);
    await breaks(console, 'beneficiary.update reset=after count=1');
    await confirms();
    await endsIn(console, 'UNKNOWN');
    console.press('enter', 'esc', '0');
    await console.sees(new RegExp(`› .*UNKNOWN +Change beneficiary +${id.slice(0, 14)}`));
    console.press('enter');
    await console.sees('The beneficiary now');
    await console.sees('show that the change worked');
  });
});

describe('unexpected data', () => {
  it("a hostile customer's beneficiary is changed as usual, with a visible name", async () => {
    await start({ customer: 7 });
    console.press('7');
    await console.sees(/beneficiaries|beneficiary/);
    await console.sees('VERIFIED');
    console.press('e');
    await console.sees('An empty field stays unchanged');
    console.type('Plain');
    console.press(...Array<string>(8).fill('tab'), 'enter');
    await console.sees('[ Change beneficiary');
    await confirms();
    await endsIn(console, 'DONE');
    expect(bodyOf('beneficiary.update')).toEqual({ full_name: 'Plain' });
  });

  it.each([1, 2, 3])('unknown fields, words, nulls and types crash neither form (seed %i)', async seed => {
    await start({ simulator: { seed } });
    const id = payee(console);
    await breaks(
      console,
      'beneficiary.get mutate=any percent=30',
      'beneficiary.validate mutate=any percent=60',
    );
    await goes(console, `update-beneficiary/${id}`);
    await console.sees('full_name');
    console.type('Plain');
    await console.sees(/full_name +Plain/);
    console.press('esc');
    // The tab's name is on the screen all along: the footer is the list's once the form is left.
    await console.sees('n new');
    await onFirstStep();
    console.press('enter');
    await console.sees(/Nothing was created/);
    expect(writesOf(console)).toEqual([]);
  });
});
