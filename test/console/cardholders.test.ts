// Cardholders and their cards: the forms, the requests, and the screens.

import { describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { issueCardForm } from '../../src/subjects/cards/card-issue.ts';
import { newCardholderScreen } from '../../src/subjects/cards/cardholder-create.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { type Filled, fills, HOME, nothing } from './cardholders.ts';
import { effectsOf, goes } from './paying.ts';
import { bodyOf, breaks, closes, confirms, dialogOf, endsIn, newestRow, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 110, rows: 40, ...options });
};

const shown = (): Readonly<Record<string, string>> =>
  Object.fromEntries(dialogOf(console).lines.map(({ label, value }) => [label, value]));

const INDIVIDUAL: Filled = { right: 1 };
const DELEGATE: Filled = { right: 2 };
const person = ['Zoë', 'Ångström', '1990-02-28', 'zoe@example.com', '+44 113 496 0000'];
const proof = ['ID_CARD', 'X 1234', 'gb', '2031-01-31'];

/** Fills in the form of a new cardholder and opens its dialog. */
async function reviewsPerson(): Promise<void> {
  await goes(console, 'new-cardholder');
  await fills(console, newCardholderScreen.forms, [INDIVIDUAL, ...person, ...HOME, ...nothing(11)]);
  console.press('enter');
  await console.sees('[ Create cardholder');
}

const customer = () => {
  const [first] = console.simulator.world.customers;
  if (!first) throw new Error('the world is empty');
  return first;
};
const holder = (type: string) => {
  const found = customer().cardholders.all.find(one => one.type === type);
  if (!found) throw new Error(`there is no ${type}`);
  return found;
};

describe('a new cardholder', () => {
  it('is created with every field of the API, after the dialog showed each field', async () => {
    await start();
    await goes(console, 'new-cardholder');
    await console.sees("Purser can't read a cardholder later.");
    const postal = ['PO Box 12', 'York', 'North Yorkshire', 'YO1 7HH', 'gb'];
    await fills(console, newCardholderScreen.forms, [
      INDIVIDUAL,
      ...person,
      ...HOME,
      ...proof,
      ...postal,
      'YES',
      'sam desk',
    ]);
    console.press('enter');
    await console.sees('[ Create cardholder');
    expect(shown()).toMatchObject({
      Name: 'Zoë Ångström',
      Type: 'INDIVIDUAL',
      'Date of birth': '1990-02-28',
      'E-mail': 'zoe@example.com',
      Mobile: '+44 113 496 0000',
      Address: '12 High Street · Leeds · West Yorkshire · LS1 4DY · GB',
      Identification: 'ID_CARD · X 1234 · GB · expires 2031-01-31',
      'Postal address': 'PO Box 12 · York · North Yorkshire · YO1 7HH · GB',
      'Express consent': 'YES',
      'Created by': 'sam desk',
    });
    await console.sees('The service screens the name.');
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(bodyOf(console, 'cardholder.create')).toEqual({
      type: 'INDIVIDUAL',
      email: 'zoe@example.com',
      mobile_number: '+44 113 496 0000',
      individual: {
        name: { first_name: 'Zoë', last_name: 'Ångström' },
        date_of_birth: '1990-02-28',
        address: {
          line1: '12 High Street',
          city: 'Leeds',
          state: 'West Yorkshire',
          postcode: 'LS1 4DY',
          country: 'GB',
        },
        identification: { type: 'ID_CARD', number: 'X 1234', country: 'GB', expiry_date: '2031-01-31' },
        express_consent_obtained: 'YES',
      },
      postal_address: {
        line1: 'PO Box 12',
        city: 'York',
        state: 'North Yorkshire',
        postcode: 'YO1 7HH',
        country: 'GB',
      },
      created_by: 'sam desk',
    });
    const made = customer().cardholders.all.at(-1);
    await console.sees(`Cardholder ID: ${made?.id}.`);
    expect(effectsOf(console, 'cardholder.create')).toHaveLength(1);
    await closes(console);
    expect(currentView(console.state()).place).toBe('cards');
    // The next form is empty.
    await goes(console, 'new-cardholder');
    expect(newCardholderScreen.forms.get(console.state()).fields[1]?.value).toBe('');
  });

  it('can be created without the optional groups, and then sends none of them', async () => {
    await start({
      dialect: { cardholder: 'cardHolders' },
      simulator: { dialect: { cardholder: 'cardHolders' } },
    });
    await goes(console, 'new-cardholder');
    await fills(console, newCardholderScreen.forms, [
      DELEGATE,
      ...person.slice(0, 4),
      '',
      ...HOME,
      ...nothing(11),
    ]);
    console.press('enter');
    await console.sees('[ Create cardholder');
    await console.sees("which show the business's name");
    expect(shown()['Express consent']).toBe('not sent (default: YES)');
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(Object.keys(Object(bodyOf(console, 'cardholder.create')))).toEqual([
      'type',
      'email',
      'individual',
      'created_by',
    ]);
    expect(Object(bodyOf(console, 'cardholder.create')).individual).not.toHaveProperty('identification');
    expect(writesOf(console)).toEqual(['POST /svc/api/v1/cardHolders']);
  });

  it('with a half-filled group shows an error next to the field and sends nothing', async () => {
    await start();
    await goes(console, 'new-cardholder');
    await fills(console, newCardholderScreen.forms, [
      INDIVIDUAL,
      ...person,
      ...HOME,
      'ID_CARD',
      ...nothing(10),
    ]);
    console.press('enter');
    await console.sees('fill in the complete identification');
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });
});

describe('changing a cardholder', () => {
  it("sends only the filled fields, and warns that Purser can't read cardholders", async () => {
    await start();
    const { id } = holder('INDIVIDUAL');
    await goes(console, `update-cardholder/${id}`);
    await console.sees("Purser can't read cardholders");
    console.type('Zoë');
    console.press('tab');
    console.type('Lindqvist');
    // The key moves up past the ID and wraps round to the button.
    console.press('up', 'up', 'up', 'enter');
    await console.sees('[ Change cardholder');
    expect(Object.keys(shown())).toEqual(['Customer', 'Cardholder ID', 'Name']);
    await console.sees('does not show the values that you replace');
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(bodyOf(console, 'cardholder.update')).toEqual({
      id,
      individual: { name: { first_name: 'Zoë', last_name: 'Lindqvist' } },
    });
    expect(holder('INDIVIDUAL').details.name.last_name).toBe('Lindqvist');
  });

  it('is refused without a value', async () => {
    await start();
    await goes(console, `update-cardholder/${holder('INDIVIDUAL').id}`);
    await console.sees("Purser can't read cardholders");
    console.press('up', 'up', 'enter');
    await console.sees('Enter at least one change.');
    expect(writesOf(console)).toEqual([]);
  });
});

describe('issuing a card', () => {
  const order = (
    type: { right: number },
    mode: string,
    personalized: { right: number },
  ): readonly Filled[] => [
    { right: 1 },
    type,
    mode,
    personalized,
    { right: 1 },
    { right: 1 },
    'B2B_TRAVEL',
    { right: 2 },
    'gbp',
    '1,000',
    '2500',
    '',
    '',
    '',
    '',
  ];

  /** Fills in the form for this holder's card, from the second field on, and presses its button. */
  async function fillsIn(id: string, values: readonly Filled[]): Promise<void> {
    await goes(console, `issue-card/${id}`);
    await console.sees('Issues a card to a cardholder');
    console.press('up');
    await fills(console, issueCardForm.forms, ['', ...values]);
    console.press('enter');
  }

  it('sends every field under a new request ID, and the list shows the card', async () => {
    await start();
    const { id } = holder('INDIVIDUAL');
    await fillsIn(id, order({ right: 1 }, 'normal_delivery_local', { right: 1 }));
    await console.sees('[ Issue card');
    expect(shown()).toMatchObject({
      'Cardholder ID': id,
      Issuance: 'NEW',
      Card: 'GPR_PHY · NORMAL_DELIVERY_LOCAL',
      Personalized: 'yes',
      Program: 'COMMERCIAL · DEBIT · B2B_TRAVEL',
      Transactions: 'MULTIPLE',
      Limits: 'Per transaction 1,000 GBP · Daily 2,500 GBP',
      'Created by': 'sam',
    });
    const { requestId } = dialogOf(console);
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(bodyOf(console, 'card.issue')).toEqual({
      card_issuance_action: 'NEW',
      card_type: 'GPR_PHY',
      card_holder_id: id,
      issuance_mode: 'NORMAL_DELIVERY_LOCAL',
      created_by: 'sam',
      request_id: requestId,
      program: { purpose: 'COMMERCIAL', type: 'DEBIT', sub_type: 'B2B_TRAVEL' },
      authorization_controls: {
        allowed_transaction_count: 'MULTIPLE',
        transaction_limits: {
          currency: 'GBP',
          limits: [
            { amount: 1000, interval: 'PER_TRANSACTION' },
            { amount: 2500, interval: 'DAILY' },
          ],
        },
      },
      is_personalized: true,
    });
    await console.sees(`Card ID: ${customer().cards.all[0]?.id}.`);
    await closes(console);
    expect(currentView(console.state()).place).toBe('cards');
  });

  it('warns that the service may refuse, and leaves the decision to the service', async () => {
    await start();
    await fillsIn(holder('DELEGATE').id, order({ right: 2 }, 'Pigeon', { right: 1 }));
    await console.sees('The issuance mode Pigeon is not documented by the service');
    await console.sees('The card type GPR_VIR may not fit the issuance mode Pigeon');
    await console.sees("A delegate can't have personalized cards");
    await confirms(console);
    await endsIn(console, 'REFUSED');
    await console.sees('A delegate has non-personalized cards');
    expect(effectsOf(console, 'card.issue')).toEqual([]);
  });

  it('shows candidates after UNKNOWN, and sending again creates no second card', async () => {
    await start({ cols: 140 });
    const { id } = holder('INDIVIDUAL');
    await breaks(console, 'card.issue reset=after count=1');
    await fillsIn(id, order({ right: 2 }, 'VIRTUAL', { right: 2 }));
    await console.sees('[ Issue card');
    const { requestId } = dialogOf(console);
    await confirms(console);
    await endsIn(console, 'UNKNOWN');
    console.press('enter', 'esc', '0');
    await console.sees(/› .*UNKNOWN/);
    console.press('enter');
    await console.sees(/Purser read \d+ cards\./);
    // The newest card is the first row. Cards of other holders are no candidates.
    await console.sees('Candidate 1 of 1');
    await console.sees(customer().cards.all[0]?.id ?? 'no card');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    console.press('p');
    await console.sees('Send again: Issue card');
    await console.sees('documents one card for each request ID');
    expect(dialogOf(console).requestId).toBe(requestId);
    await confirms(console);
    await endsIn(console, 'DONE');
    const [first, second] = console.simulator.wire.filter(({ operation }) => operation === 'card.issue');
    expect(second?.body).toBe(first?.body);
    expect(effectsOf(console, 'card.issue')).toHaveLength(1);
  });
});

describe('cardholders of a hostile customer', () => {
  it("can be created, and the service's answers are shown, not executed", async () => {
    await start({ customer: 7 });
    await breaks(console, `cardholder.create 'set=data.id:"x\\u001b[31m"'`);
    await reviewsPerson();
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('Cardholder ID: x␛[31m.');
  });

  it('are DONE even after an answer without an ID', async () => {
    await start();
    await breaks(console, 'cardholder.create drop=data.id');
    await reviewsPerson();
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('The service sent no cardholder ID');
  });
});
