// Beneficiaries: validated first, created after a full preview, and changed only in the fields that were typed.

import { describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { repeated } from '../harness/whole.ts';
import { effectsOf, goes } from './paying.ts';
import { bodyOf, breaks, closes, confirms, endsIn, payee, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 50, cols: 100, ...options });
};
const asked = (operation: string) => console.simulator.wire.filter(one => one.operation === operation).length;
/** Types the values into the fields, from the focused field on. */
const fills = (...values: readonly string[]): void =>
  values.forEach((value, i) => {
    if (i > 0) console.press('tab');
    if (value !== '') console.type(value);
  });
/** Fills in the first step with fields of the simulated corridor. The focus is then on its button. */
async function onFirstStep(number = '123456789'): Promise<void> {
  if (currentView(console.state()).place !== 'new-beneficiary') await goes(console, 'new-beneficiary');
  await console.sees('First the service only validates');
  fills(number, 'usd', 'Jo Bloggs', '021000021', '', 'us', '', '');
  console.press('tab');
  await console.sees(/Bank country +us/);
}
async function onSecondStep(): Promise<void> {
  await onFirstStep();
  // The button changes its name, so the footer names no button.
  await console.sees(/Enter next field, then the button/);
  console.press('enter');
  await console.sees('The fields are valid. Nothing was created yet.');
  console.press('enter');
  await console.sees(/Account number +123456789/);
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

it('the form warns if three typed letters are not a currency', async () => {
  await start();
  await goes(console, 'new-account');
  console.press('tab', 'tab');
  console.type('xyz');
  await console.sees('ISO 4217 has no currency XYZ');
});

describe('the form of a payout to a beneficiary', () => {
  it('leads back to this beneficiary in the list with one Esc', async () => {
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

it('the words of a refused validation are at the fields that the service named [B8c]', async () => {
  await start();
  await breaks(
    console,
    "beneficiary.validate status=422 field=routing_number message='Invalid ABA routing number' count=1",
  );
  await onFirstStep();
  await console.sees(/Enter next field, then the button/);
  console.press('enter');
  await console.sees('The service: "Invalid ABA routing number"');
  await console.sees('Nothing was created.');
});

it('a late refusal does not move the cursor of a person who went to another field', async () => {
  await start();
  await breaks(
    console,
    'beneficiary.validate delay=400',
    'beneficiary.validate status=422 field=routing_number message=wrong count=1',
  );
  await onFirstStep();
  console.press('enter');
  await console.sees('Validating …');
  console.press('tab');
  await console.sees(/› Account number/);
  await console.sees('The service: "wrong"');
  await console.sees(/› Account number/);
});

describe('the fields of a new beneficiary', () => {
  it('have words, say what is required, and check the value before it is sent', async () => {
    await start();
    await goes(console, 'new-beneficiary');
    await console.sees(/› Account number/);
    await console.sees(/Account currency +required/);
    await console.sees(/Routing number +may be required/);
    await console.sees('the full number or IBAN, not masked (account_number)');
    console.type('DE88370400440532013000');
    await console.sees('The check digits of this IBAN are wrong.');
    console.press('ctrl-u');
    console.type('DE89370400440532013000');
    await console.sees('IBAN: the check digits are correct');
    console.press('tab', 'tab', 'tab');
    console.type('021000022');
    console.press('tab', 'tab');
    console.type('us');
    await console.sees('United States');
    await console.sees('This is no US routing number: check its nine digits.');
    console.press('ctrl-u');
    console.type('qy');
    await console.sees('No country has the code QY.');
    expect(asked('beneficiary.validate')).toBe(0);
  });

  it('with a doubtful value are sent after a warning in the dialog', async () => {
    await start();
    await goes(console, 'create-beneficiary');
    await console.sees('The service has not validated these fields.');
    fills('usd', 'DE88370400440532013000', 'Jo Bloggs', '021000022', '', 'us');
    console.press('tab', 'tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('beneficiary_account_number: The check digits of this IBAN are wrong.');
    await console.sees('routing_number: This is no US routing number');
  });

  it('without the required ones get a sentence each, and the first one gets the cursor', async () => {
    await start();
    await goes(console, 'create-beneficiary');
    await console.sees('The service has not validated these fields.');
    console.press('shift-tab', 'enter');
    await console.sees("The account's currency is required.");
    await console.sees('The account number is required.');
    await console.sees(/› Account currency/);
  });

  it('added by name are checked too', async () => {
    await start();
    await goes(console, 'new-beneficiary');
    await console.sees(/› Account number/);
    console.press('ctrl-n');
    console.type('swift_code');
    console.press('tab', 'tab');
    console.type('DEUTDEF');
    await console.sees('A BIC has 8 or 11 letters and digits.');
    console.type('F');
    await console.losesSight('A BIC has 8');
  });
});

it.each([
  ['a message that says failure', '\'set=message:"Validation failed"\''],
  ['a status of failure', 'set=data:{"status":"REJECTED"}'],
  ['an error', 'set=data:[{"error":"wrong"}]'],
])('a validation whose answer has %s is not called valid [B21]', async (_, rule) => {
  await start();
  await breaks(console, `beneficiary.validate ${rule}`);
  await onFirstStep();
  await console.sees(/Enter next field, then the button/);
  console.press('enter');
  await console.sees('the service answered HTTP 200');
  expect(console.screen.text()).not.toContain('The fields are valid');
});

describe('when a beneficiary is created,', () => {
  it('a new beneficiary is validated, shown in full, created once, and listed', async () => {
    await start();
    console.press('7');
    await console.sees('O’Connor');
    console.press('n');
    await console.sees('First the service only validates');
    await onSecondStep();
    expect(bodyOf(console, 'beneficiary.validate')).toEqual(validated);
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
    await confirms(console);
    await endsIn(console, 'DONE');
    const { account_number: _, account_currency: __, ...others } = validated;
    expect(bodyOf(console, 'beneficiary.create')).toEqual({
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
    // The next form is empty.
    await goes(console, 'create-beneficiary');
    await console.sees('The service has not validated these fields.');
  });

  it("an invalid beneficiary shows the service's reason, is not created, and can be corrected", async () => {
    await start();
    await onFirstStep('12');
    console.press('enter');
    await console.sees('account_number is not valid.');
    await console.sees('Press Ctrl+O to skip validation');
    await console.sees(/Last validated at \d\d:\d\d:\d\d\./);
    // The message names the field, so the cursor is in the field, and typing replaces its text.
    await console.sees(/› Account number +12 +typing replaces/);
    await console.sees('The service: "Validation failed! account_number is not valid."');
    console.type('99887766');
    console.press('shift-tab', 'enter');
    await console.sees('The fields are valid. Nothing was created yet.');
    expect(effectsOf(console, 'beneficiary.create')).toEqual([]);
    expect(writesOf(console)).toEqual([]);
  });

  it('both steps send additional fields with their name, type and value', async () => {
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
    expect(bodyOf(console, 'beneficiary.validate')).toEqual({
      ...validated,
      middle_name: 'Anna',
      branch: 12.5,
      is_resident: true,
    });
    expect(
      String(console.simulator.wire.findLast(one => one.operation === 'beneficiary.validate')?.body),
    ).toContain('"branch":12.50');
    console.press('enter');
    await console.sees(/Account number +123456789/);
    console.press('enter');
    await console.sees(/branch +12\.50/);
    await console.sees(/is_resident +true/);
    await console.sees(/middle_name +"Anna"/);
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(bodyOf(console, 'beneficiary.create')).toMatchObject({
      middle_name: 'Anna',
      branch: 12.5,
      is_resident: true,
    });
  });

  it('typed text in the second step stays when you go back to the first', async () => {
    await start();
    await onSecondStep();
    console.press('tab', 'tab');
    await console.sees(/› Account number +123456789 +typing replaces/);
    console.press('right');
    console.type('00');
    await console.sees(/Account number +12345678900/);
    await console.sees('You have changed some fields since then.');
    console.press('esc');
    await console.sees('The fields are valid. Nothing was created yet.');
    console.press('enter');
    await console.sees(/Account number +12345678900/);
  });

  it('an answer that names another account gets a warning', async () => {
    await start();
    await onSecondStep();
    console.press('enter');
    await console.sees('[ Create beneficiary');
    await breaks(console, 'beneficiary.create set=data.beneficiary_account_number:"000"');
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('The service returned a different account: 000 in USD.');
  });
});

describe('when a beneficiary is changed,', () => {
  const onChange = async (options: ConsoleOptions = {}): Promise<string> => {
    await start(options);
    const id = payee(console);
    await goes(console, `update-beneficiary/${id}`);
    await console.sees('An empty field stays unchanged');
    return id;
  };
  it('e opens the form that changes the selected beneficiary', async () => {
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
    ['no value', [''], 'Enter at least one change.'],
    ['a masked number', ['', '****7088'], 'This value looks masked'],
    ['an unchanged name', ['O’Connor-Nuñez, María José'], 'already has this value'],
    ['an invalid country', ['', '', '', '', 'USA'], 'A country is two letters'],
    ['an invalid currency', ['', '', '', '', '', '', '', 'pounds'], 'A currency is three letters'],
  ])('a change with %s is refused next to its field', async (_, values, said) => {
    await onChange();
    fills(...values);
    console.press(...Array<string>(9 - values.length).fill('tab'), 'enter');
    await console.sees(said);
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });

  it.each([['an invalid name', ['tab', 'tab'], 'x', 'A name begins with a letter']])(
    'an additional field with %s is refused next to that field',
    async (_, keys, value, said) => {
      await onChange();
      console.press('ctrl-n', ...keys);
      console.type(value);
      console.press('tab', 'enter');
      await console.sees(said);
      expect(writesOf(console)).toEqual([]);
    },
  );
});

describe('with unexpected data,', () => {
  it.each(repeated([1], [1, 2, 3]))(
    'neither form crashes on unknown fields, words, nulls and types (seed %i)',
    async seed => {
      await start({ simulator: { seed } });
      const id = payee(console);
      await breaks(
        console,
        'beneficiary.get mutate=any percent=30',
        'beneficiary.validate mutate=any percent=60',
      );
      await goes(console, `update-beneficiary/${id}`);
      await console.sees('Account holder');
      console.type('Plain');
      await console.sees(/Account holder +Plain/);
      console.press('esc');
      // The tab's name is always on the screen, but `n new` is only in the list's footer.
      await console.sees('n new');
      await onFirstStep();
      console.press('enter');
      await console.sees(/Nothing was created/);
      expect(writesOf(console)).toEqual([]);
    },
  );
});
