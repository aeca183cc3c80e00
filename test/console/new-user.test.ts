// Creating a customer: the draft is typed, kept, loaded and saved as a file, reviewed, and sent once.

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { curlOf } from '../../src/format/curl.ts';
import { type Json, writeJson } from '../../src/lib/json.ts';
import { currentView } from '../../src/store/workspace.ts';
import { overviewOf } from '../../src/subjects/customer/new-user-bindings.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { applicant } from '../sim/samples.ts';
import { begins, draftOf, fillsSection, isKept, opens } from './onboarding.ts';
import { effectsOf } from './paying.ts';
import { breaks, closes, confirms, endsIn, newestRow, writesOf } from './writing.ts';

let console: TestConsole;

// The cast is safe: undefined fields are left out when the body becomes JSON.
const acme = applicant('Acme Ltd') as unknown as Json;
const PASSPORT = String(
  applicant('Acme Ltd').account_details.business_person_details[0]?.identifications.primary.passport.number,
);
const BORN = String(applicant('Acme Ltd').account_details.business_person_details[0]?.date_of_birth);

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 100, cols: 110, ...options });
  await begins(console);
};
const bodySent = (): unknown =>
  JSON.parse(String(console.simulator.wire.findLast(one => one.operation === 'user.create')?.body));
const drafts = (folder = join(console.home, 'state')): string[] =>
  existsSync(join(folder, 'drafts')) ? readdirSync(join(folder, 'drafts')) : [];
/** Reviews the new customer and confirms. */
async function creates(): Promise<void> {
  await opens(console, 'review');
  await console.sees('[ Create customer');
  await confirms(console);
}

async function loads(text: string, name = 'new.json'): Promise<void> {
  writeFileSync(join(console.home, name), text);
  console.press('o');
  await console.sees('Load JSON file');
  console.type(`~/${name}`);
  console.press('tab', 'enter');
}
const loadsAcme = async (): Promise<void> => {
  await loads(writeJson(acme));
  await console.sees('Loaded from');
};

it('a new customer is typed section by section, and sent once, exactly as typed', async () => {
  await start();
  for (const { id } of overviewOf(console.state())?.rows ?? []) {
    await opens(console, id);
    await fillsSection(console, acme);
  }
  await console.sees(/Person 1 +complete/);
  expect(draftOf(console).body).toEqual(acme);
  await opens(console, 'review');
  await console.sees('[ Create customer');
  expect(writesOf(console)).toEqual([]);
  for (const line of [/Business name +Acme Ltd/, new RegExp(`Person 1: Number +${PASSPORT}`)])
    await console.sees(line);
  await confirms(console);
  await endsIn(console, 'DONE');
  expect(writesOf(console)).toEqual(['POST /svc/api/v1/user']);
  expect(bodySent()).toEqual(acme);
  const [made] = effectsOf(console, 'user.create');
  await console.sees(`Customer ID: ${made?.thing}`);
  await closes(console);
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('customer'), patience);
  expect(drafts()).toEqual([]);
  expect(console.remembered).toContainEqual({
    userId: made?.thing,
    name: 'Acme Ltd',
    unopened: true,
  });
  console.press('u');
  await console.sees('Recent');
  console.press('down', 'enter');
  await vi.waitFor(() => expect(console.state().customer?.userId).toBe(made?.thing), patience);
  console.press('9');
  await console.sees(/Status +CREATED/);
}, 120_000);

describe('invalid fields', () => {
  it('are refused in their section, next to the field; missing fields can be filled in later', async () => {
    await start();
    await opens(console, 'contact');
    console.type('no address');
    console.press('tab', 'tab', 'enter');
    await console.sees('An e-mail address has one @ and no spaces.');
    expect(currentView(console.state()).subject).toBe('contact');
    console.press('ctrl-u');
    console.type('a@b.example');
    await console.sees(/E-mail +a@b\.example/);
    console.press('tab', 'tab', 'enter');
    await console.sees(/Primary contact +1 missing/);
  });

  it('prevent the review: Purser opens their section instead', async () => {
    await start();
    await loadsAcme();
    await opens(console, 'person.0');
    // The date of birth is the fourth field.
    console.press('tab', 'tab', 'tab', 'ctrl-u');
    console.type('1980-02-30');
    console.press('esc');
    await console.sees(/Person 1 +1 wrong/);
    console.press('G');
    await console.sees('1 field is missing or wrong. Press Enter to go to the first field.');
    await opens(console, 'review');
    await vi.waitFor(() => expect(currentView(console.state()).subject).toBe('person.0'), patience);
    await console.sees('Must be a real day as YYYY-MM-DD.');
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });
});

describe('rows and persons of a draft', () => {
  it('Ctrl+N adds a row and Ctrl+X removes it; n adds a person and X removes it after a question', async () => {
    await start();
    await opens(console, 'documents');
    console.type('file_1');
    console.press('tab');
    console.type('LICENCE');
    console.press('ctrl-n');
    await console.sees('Document 2, file ID');
    console.type('file_2');
    await console.sees(/Document 2, file ID +file_2/);
    console.press('up', 'up', 'ctrl-x');
    await console.losesSight('Document 2, file ID');
    await console.sees(/Document 1, file ID +file_2/);
    console.press('esc');
    await console.sees('[ Review customer');
    console.press('n');
    await console.sees('Person 2');
    console.press('X');
    await console.sees('Remove person 2?');
    // Enter does not confirm, because it may be meant for the screen below.
    console.press('enter');
    await console.sees('[ Review customer');
    await console.sees('Person 2');
    console.press('X');
    await console.sees('Remove person 2?');
    console.press('y');
    await console.losesSight('Person 2');
  });
});

describe('the draft of a customer', () => {
  it('is kept in a private file, and is loaded at the next start for its customer only', async () => {
    const stateFolder = temporaryFolder();
    await start({ stateFolder });
    await opens(console, 'business');
    console.type('Acme Ltd');
    await isKept(console);
    const [file = ''] = drafts(stateFolder);
    expect(statSync(join(stateFolder, 'drafts', file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(stateFolder, 'drafts')).mode & 0o777).toBe(0o700);
    const { simulator } = console;
    const second = await startConsole({ rows: 60, at: simulator, stateFolder });
    await second.sees(/accounts?, all/);
    await begins(second);
    await second.sees(/Business +7 missing +Acme Ltd/);
    // Another customer has another draft.
    const other = await startConsole({ rows: 60, at: simulator, stateFolder, customer: 1 });
    await other.sees(/accounts?, all/);
    await begins(other);
    expect(draftOf(other).body).toEqual({});
  });

  it('is not overwritten by another console with a draft of the same customer', async () => {
    const stateFolder = temporaryFolder();
    await start({ stateFolder });
    const second = await startConsole({ rows: 60, at: console.simulator, stateFolder });
    await second.sees(/accounts?, all/);
    await begins(second);
    await opens(console, 'business');
    console.type('Mine');
    await isKept(console);
    await opens(second, 'business');
    second.type('Theirs');
    await second.sees('Your draft is NOT saved');
    second.press('esc');
    await second.sees('Another console keeps a draft of this customer');
    const [file = ''] = drafts(stateFolder);
    expect(readFileSync(join(stateFolder, 'drafts', file), 'utf8')).toContain('Mine');
    expect(draftOf(second).body).toMatchObject({
      account_details: { business_details: { business_name: 'Theirs' } },
    });
  });

  it('is moved to another file if it is damaged, and the screen says so', async () => {
    const stateFolder = temporaryFolder();
    await start({ stateFolder });
    await opens(console, 'business');
    console.type('Acme Ltd');
    await isKept(console);
    const [file = ''] = drafts(stateFolder);
    writeFileSync(join(stateFolder, 'drafts', file), 'half a dra');
    const second = await startConsole({ rows: 60, cols: 160, at: console.simulator, stateFolder });
    await second.sees(/accounts?, all/);
    await begins(second);
    await second.sees("The earlier draft can't be read");
    expect(readFileSync(join(stateFolder, 'drafts', `${file}.unreadable-1`), 'utf8')).toBe('half a dra');
  });

  it('is discarded only after a question, with its file', async () => {
    await start();
    await loadsAcme();
    await isKept(console);
    console.press('D');
    await console.sees('Discard the draft?');
    console.press('esc');
    await console.sees(/Business +complete/);
    expect(drafts()).toHaveLength(1);
    console.press('D');
    await console.sees('Discard the draft?');
    console.press('y');
    await console.sees(/Business +8 missing/);
    await vi.waitFor(() => expect(drafts()).toEqual([]), patience);
    expect(writesOf(console)).toEqual([]);
  });

  it("stays after REFUSED and after UNKNOWN, which can't be checked", async () => {
    await start();
    await loadsAcme();
    await breaks(console, "user.create status=400 message='No.' count=1");
    await creates();
    await endsIn(console, 'REFUSED');
    await closes(console);
    await breaks(console, 'user.create status=500 executed count=1');
    await creates();
    await endsIn(console, 'UNKNOWN');
    await console.sees("Purser can't read it");
    await closes(console);
    await isKept(console);
    expect(draftOf(console).body).toEqual(acme);
    console.press('esc', '0');
    await console.sees(/UNKNOWN +New customer +Acme Ltd/);
    console.press('enter');
    await console.sees('nothing shows whether the request worked');
    // The journal contains no personal data, so this request is never sent from the journal.
    console.press('p');
    await console.sees('sending again could do it twice');
    expect(effectsOf(console, 'user.create')).toHaveLength(1);
  });
});

describe('the file of a draft', () => {
  it('contains the same body after loading and saving', async () => {
    await start();
    await loadsAcme();
    console.press('E');
    await console.sees('The draft with personal data was saved to');
    const file = join(console.home, 'new-customer.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(acme);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // The second file gets another name.
    console.press('E');
    await console.sees('new-customer-2.json');
  });

  it.each([
    ['no JSON', "The file can't be used: not JSON at position 0. Nothing was changed."],
    [' '.repeat(1024 * 1024 + 1), 'The file is larger than 1 MiB. Nothing was changed.'],
  ])('changes nothing if it is invalid: %#', async (text, said) => {
    await start();
    await opens(console, 'business');
    console.type('Kept');
    console.press('esc');
    await loads(text);
    await console.sees(said.slice(0, 60));
    console.press('esc');
    await console.sees(/Business +7 missing +Kept/);
  });

  it('replaces a draft only after a question', async () => {
    await start();
    await opens(console, 'business');
    console.type('Kept');
    console.press('esc');
    await loads(writeJson(acme));
    await console.sees('Replace the draft with the file?');
    await console.sees(/The file is .*\.json/);
    console.press('enter');
    await console.sees(/Business +7 missing +Kept/);
    console.press('o');
    await console.sees('Load JSON file');
    console.press('tab', 'enter');
    await console.sees('Replace the draft with the file?');
    console.press('y');
    await console.sees(/Business +complete +Acme Ltd/);
    console.press('o');
    await console.sees(/› File +│/);
  });

  it('is loaded without fields that do not fit, which are listed with control characters visible', async () => {
    await start();
    await loads(
      writeJson({
        primary_contact: { email: 'a@b.example', mobile: 'x\u001b[31m\u202e' },
        'evil\u001b[2J': 'y',
      }),
    );
    await console.sees(/Left out +primary_contact.mobile/);
    await console.sees(/Left out +evil␛\[2J: the API has no field with this name\./);
    // The list of fields closes with Enter, and i shows it again.
    console.press('enter');
    await console.sees(/Primary contact +1 missing/);
    await console.sees('Left out: 2 parts that do not fit. Press i for the list.');
    console.press('i');
    await console.sees(/Left out +primary_contact.mobile/);
  });
});

it("passport number and date of birth are only in the draft's file, and not in the inspector", async () => {
  await start();
  await loadsAcme();
  rmSync(join(console.home, 'new.json'));
  await isKept(console);
  await breaks(console, `user.create status=400 message='Passport ${PASSPORT} of ${BORN} is known.' count=1`);
  await creates();
  await endsIn(console, 'REFUSED');
  // The screen shows the complete text, because the reader typed it.
  await console.sees(`Passport ${PASSPORT}`);
  await closes(console);
  const holding = (): string[] =>
    readdirSync(console.home, { recursive: true, encoding: 'utf8' }).filter(
      file =>
        statSync(join(console.home, file)).isFile() &&
        [PASSPORT, BORN].some(canary => readFileSync(join(console.home, file)).includes(canary)),
    );
  expect(holding()).toEqual([join('state', 'drafts', drafts()[0] ?? '')]);
  const told = console.state().exchanges.filter(({ operation }) => operation === 'user.create');
  expect(told).toHaveLength(1);
  const [exchange] = told;
  const shown = JSON.stringify(told) + (exchange ? curlOf(exchange).command : '');
  for (const canary of [PASSPORT, BORN]) expect(shown).not.toContain(canary);
  expect(shown).toContain('Acme Ltd');
  expect(exchange && curlOf(exchange).exact).toBe(false);
  const { intent } = await newestRow(console);
  expect(intent.body).toContain('"first_name":"•••"');
  expect(intent.body).toContain('Acme Ltd');

  await creates();
  await endsIn(console, 'DONE');
  await vi.waitFor(() => expect(holding()).toEqual([]), patience);
});

it('two customers that differ only in masked fields are no duplicates', async () => {
  await start();
  await loadsAcme();
  await breaks(console, 'user.create status=500');
  await creates();
  await endsIn(console, 'UNKNOWN');
  await closes(console);
  const { intent: first } = await newestRow(console);
  await opens(console, 'person-identification.0');
  console.press('tab', 'tab');
  console.type('7');
  await console.sees(`${PASSPORT}7`);
  console.press('esc');
  await creates();
  await endsIn(console, 'UNKNOWN');
  const { intent: second } = await newestRow(console);
  expect(second.requestId).not.toBe(first.requestId);
  expect(second.body).toBe(first.body);
  expect(second.fingerprint).not.toBe(first.fingerprint);
});
