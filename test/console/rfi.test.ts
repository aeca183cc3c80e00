// Requests for information: staff read the service's questions and answer them with keys.

import { describe, expect, it, vi } from 'vitest';
import type { EditText } from '../../src/effects/external-editor.ts';
import { t } from '../../src/lib/visible.ts';
import { info } from '../../src/store/notices.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { movableClock } from './fx.ts';
import { effectsOf, goes } from './paying.ts';
import { rests } from './tour.ts';
import {
  breaks,
  closes,
  confirms,
  dialogOf,
  endsIn,
  isReady,
  mends,
  newestRow,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startConsole({ rows: 50, cols: 110, ...options });
  await console.sees(/accounts?, all|\d+ accounts/);
};
const onList = async (options: ConsoleOptions = {}): Promise<void> => {
  await start(options);
  console.press('8');
  await console.sees('4 questions, all');
};
/** The last sent body, byte for byte. */
const sentBody = (): string =>
  String(console.simulator.wire.findLast(one => one.operation === 'rfi.respond')?.body);
const asked = (): number => console.simulator.wire.filter(one => one.operation === 'rfi.get').length;
const subject = (): string => currentView(console.state()).subject ?? '';
/** Opens the form of the question about the source of money, as text with one additional field. */
async function onText(options: ConsoleOptions = {}, name = 'answer_text'): Promise<void> {
  await onList(options);
  console.press('j', 'n');
  await console.sees(/Title +Where the money comes from/);
  console.press('left');
  await console.sees(/Attachments/);
  console.press('ctrl-n');
  console.type(name);
  console.press('tab', 'tab');
  await console.sees(new RegExp(`Other field 1 +${name}`));
}
async function reviews(): Promise<void> {
  console.press('tab', 'enter');
  await console.sees('[ Send answer');
}
it('a request about another customer is marked, and takes no answer', async () => {
  await onList({ simulator: { faults: ['rfi.get set=account_id:"acct_other"'] } });
  const sentence = 'The service answered about another customer (acct_other)';
  await console.sees(sentence);
  console.press('n');
  await console.sees('Purser offers no action for this row.');
  expect(currentView(console.state()).place).toBe('rfi');
  console.press('enter');
  await console.sees('Review answer');
  await console.sees(sentence);
  console.press('tab', 'enter');
  await console.sees('Purser sends no answer.');
  expect(writesOf(console)).toEqual([]);
});

describe('the questions of a request', () => {
  it("are listed, open ones first, in the operator's language if the service has it", async () => {
    await onList({ language: 'de-DE', cols: 170 });
    await console.sees('RFI KYC · ACTION_REQUIRED');
    await console.sees(
      /open +Proof of address +en[\s\S]*open +Where the money[\s\S]*open +Anschrift des Lagers +de[\s\S]*answered +Passport/,
    );
    await console.sees(/Language\s+en; no text in de-DE; 3 more \(press ]\)/);
    console.press('j', 'j');
    await console.sees(/Question\s+Vollständige Anschrift/);
    await console.sees(/Language\s+de; 1 more \(press ]\)/);
    console.press(']');
    await console.sees(/Question\s+Pełny adres/);
    expect(asked()).toBe(1);
  });

  it('show the given answer, every part unchanged', async () => {
    await onList();
    console.press('G');
    for (const line of [
      /Answer/,
      /Document type +PASSPORT/,
      /Issued in +GB/,
      /Status +ACTION_REQUIRED/,
      /Type +KYC/,
    ])
      await console.sees(line);
  });

  it('explain the status of the whole request with i', async () => {
    await onList();
    console.press('i');
    await console.sees('The service waits for answers to its questions');
    await console.sees('Not documented by the service: the steps after a response.');
  });

  it("show and explain the service's words if there is no request", async () => {
    await start({ customer: 2 });
    console.press('8');
    await console.sees('the service refused the request (HTTP 400): "Get RFI failed! There is no');
    await console.sees('The service may send this message for a customer without questions');
  });

  it('are not invented for an empty request [C17]', async () => {
    await start();
    await breaks(console, 'rfi.get drop=active_request', 'rfi.get drop=answered_requests');
    console.press('8');
    await console.sees('No questions for this customer');
  });

  it('show an undocumented status and type unchanged and marked [C15a]', async () => {
    await start();
    await breaks(console, 'rfi.get set=status:"ESCALATED"', 'rfi.get set=type:"EDD"');
    console.press('8');
    await console.sees('RFI EDD · ESCALATED');
    await console.sees(/Status\s+ESCALATED \(not documented\)/);
    console.press('i');
    await console.sees('the API lists no status with this name');
  });

  it("show the failure if they can't be read, and r reads them again [B11c–d]", async () => {
    await start();
    await breaks(console, 'rfi.get status=500');
    console.press('8');
    await console.sees(/HTTP 500/);
    expect(asked()).toBe(3);
    expect(console.screen.text()).not.toContain('for a customer without questions');
    await mends(console);
    console.press('r');
    await console.sees('4 questions, all');
  });

  it('are found by ID from any screen', async () => {
    await onList({ cols: 170 });
    const id = String(
      console.simulator.world.customers[0]?.requests.record()?.active_request.questions[2]?.id,
    );
    console.press('2');
    await console.sees('accounts, all');
    await goes(console, `rfi/${id}`);
    await console.sees('1 of 4 loaded match');
    await console.sees(/› open +Anschrift des Lagers/);
  });

  it('show hostile texts with every character visible, in the list, the form and the dialog [C25a]', async () => {
    await start({ customer: 7, cols: 140 });
    console.press('8');
    await console.sees('12 questions, all');
    await console.sees(/open +Acme␛\[2J␛\[3J␛\[H Ltd/);
    for (let row = 0; row < 12; row++) {
      console.press('j', ']');
      await console.drawn();
    }
    await console.sees(/› answered +␛\]8;;https/);
    console.press('g', 'n');
    await console.sees(/Title +Acme␛\[2J/);
    console.press('left', 'tab', 'tab', 'enter');
    await console.sees('[ Send answer');
    await isReady(console);
    await console.sees(/Question +Acme␛\[2J/);
    expect(console.screen.replies).toEqual([]);
  });

  it('show the complete raw request, also with new fields', async () => {
    await start();
    await breaks(console, 'rfi.get set=active_request.deadline:"soon"');
    console.press('8');
    await console.sees('4 questions, all · API differences: 1 (@)');
    console.press(']', ']', 'tab', 'G');
    await console.sees(/"status": "ACTION_REQUIRED"/);
    console.press('pgup');
    await console.sees(/"deadline": "soon"/);
  });
});

describe('an answer to a question', () => {
  it('is sent once with exactly its fields, and the question is then answered', async () => {
    await onList();
    console.press('enter');
    await console.sees(/Title +Proof of address/);
    const id = subject();
    console.press('right');
    await console.sees('Address line 1');
    for (const value of ['7 Harbour Row', 'Bristol', 'Avon', 'BS1 4QA', 'gb', '', 'file_1,file_2']) {
      console.press('tab');
      if (value !== '') console.type(value);
    }
    await reviews();
    for (const line of [
      /Question +Proof of address/,
      /Question status +open/,
      /Request status +ACTION_REQUIRED/,
      /suburb +"Bristol"/,
      'The answer has the lines from "id" to "attachments".',
    ])
      await console.sees(line);
    expect(writesOf(console)).toEqual([]);
    const before = asked();
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(sentBody()).toBe(
      `{"id":"${id}","type":"ADDRESS","address_line1":"7 Harbour Row","country_code":"GB","postcode":"BS1 4QA","state":"Avon","suburb":"Bristol","attachments":["file_1","file_2"]}`,
    );
    expect(writesOf(console)).toEqual(['POST /svc/api/v1/user/rfi']);
    await console.sees(/status SUBMITTED, RFI rfi_\w+,\s+submitted at 2026-11-20T/);
    await console.sees("in the service's words: The answer is being reviewed.");
    // The request is read once before and once after sending.
    await vi.waitFor(() => expect(asked()).toBe(before + 2), patience);
    await closes(console);
    await rests(console);
    console.press('G');
    await console.sees(/› answered +Passport|› answered +Proof of address/);
    console.press('k');
    await console.sees(/answered +Proof of address/);
    await console.sees(/address_line1 +7 Harbour Row/);
  });

  it('contains only the ID, the type and the added fields if the question has the type TEXT', async () => {
    await onText();
    console.type('From three buyers of tools');
    await reviews();
    await console.sees(/answer_text +"From three buyers of tools"/);
    await console.sees('Not documented by the service: answer_text.');
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(JSON.parse(sentBody())).toEqual({
      id: expect.any(String),
      type: 'TEXT',
      answer_text: 'From three buyers of tools',
    });
  });

  it('of type TEXT says that the API has no field for the text, and what to do', async () => {
    await onList({ rows: 24 });
    console.press('n');
    await console.sees(/Title +Proof of address/);
    await console.sees('The question does not state the answer type.');
    console.press('left');
    await console.sees(/The API has no field for a text: attach a file ID,/);
    await console.sees(/Attachments +optional/);
    console.press('left');
    await console.sees('Attach the document by its file ID.');
    console.press('left');
    await console.sees(/Postcode +required/);
    expect(console.screen.text()).not.toContain('The API has no field');
  });

  it('gets a warning before it is sent if it has no content', async () => {
    await onList();
    console.press('n');
    await console.sees(/Title +Proof of address/);
    console.press('right', 'right', 'tab', 'tab', 'enter');
    await console.sees("The answer has only the question's ID and the type.");
    expect(writesOf(console)).toEqual([]);
  });

  it('is refused next to its field without a type, or with an incomplete address, and nothing is sent', async () => {
    await onList();
    console.press('n');
    await console.sees(/Title +Proof of address/);
    console.press('tab', 'enter');
    await console.sees("Choose the answer's type with");
    console.press('ctrl-n');
    await console.sees("Choose the answer's type first.");
    console.press('right');
    await console.sees('Address line 1');
    console.press('ctrl-n');
    await console.sees('All fields of an address are already here.');
    console.press('shift-tab', 'enter');
    await console.sees('Required for an address.');
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });

  it('is kept for each question and customer until it is sent', async () => {
    await onText();
    console.type('half a sentence');
    await console.sees('half a sentence');
    console.press('esc');
    await console.sees('4 questions, all');
    console.press('k', 'n');
    await console.sees(/Title +Proof of address/);
    expect(console.screen.text()).not.toContain('half a sentence');
    console.press('esc');
    await console.sees('4 questions, all');
    console.press('j', 'n');
    await console.sees('half a sentence');
  });

  it('needs another confirmation if the question was answered meanwhile [D14a–b]', async () => {
    await onText();
    console.type('late');
    await reviews();
    const id = subject();
    console.simulator.world.customers[0]?.requests.respond({ id, files: [], further: ['first'] }, Date.now());
    await confirms(console);
    await console.sees('The record changed');
    await console.sees('Question status: was open, now answered.');
    await console.sees('A second answer is not documented');
    expect(writesOf(console)).toEqual([]);
  });

  it('is not sent if the question is gone [D14a–b]', async () => {
    await onText();
    console.type('late');
    await reviews();
    await breaks(console, 'rfi.get drop=active_request');
    await confirms(console);
    await console.sees('has no question with this ID');
    expect(writesOf(console)).toEqual([]);
  });

  it("is DONE if the answer's status is unknown, and the status is shown unchanged [C15a]", async () => {
    await onText();
    console.type('x');
    await reviews();
    await breaks(console, 'rfi.respond set=status:"QUEUED"', 'rfi.respond set=next_steps:["wait",1]');
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('status ? QUEUED');
    await console.sees('in the service\'s words: ["wait",1]');
  });

  it('shows the words of a refusal at the field that the service named, also if the form hides fields', async () => {
    await onText();
    console.type('From three buyers');
    await reviews();
    await breaks(console, 'rfi.respond status=422 field=attachments message=short count=1');
    await confirms(console);
    await endsIn(console, 'REFUSED');
    await closes(console);
    await console.sees('The service: "short"');
  });
});

describe('the editor for a long text', () => {
  const edits =
    (given: string[], left: string): EditText =>
    async text => {
      given.push(text);
      return { ok: true, text: left };
    };

  it('opens with the typed text, and returns the new text with its line breaks', async () => {
    const given: string[] = [];
    await onText({ editor: edits(given, 'one\n\ntwo\n') });
    console.type('begun');
    await console.sees(/its value +begun/);
    console.press('ctrl-g');
    await console.sees(/its value +one↵↵two/);
    console.press('ctrl-g');
    await vi.waitFor(() => expect(given).toEqual(['begun', 'one\n\ntwo']), patience);
    await reviews();
    await console.sees(/answer_text +"one\\n\\ntwo"/);
    await confirms(console);
    await endsIn(console, 'DONE');
    expect(JSON.parse(sentBody())).toMatchObject({ answer_text: 'one\n\ntwo' });
  });

  it('leaves the text unchanged if it fails, and a line says so', async () => {
    await onText({ editor: async () => ({ ok: false, why: t`The editor (vi) ended with 1: so it is.` }) });
    console.type('begun');
    console.press('ctrl-g');
    await console.sees('The editor (vi) ended with 1');
    await console.sees(/its value +begun/);
  });

  it('returns invisible characters, which are shown as escapes', async () => {
    await onText({ editor: edits([], 'a\u001b[2Jb\u202ec') });
    console.press('ctrl-g');
    await console.sees(/its value +a\\u\{1B\}\[2Jb\\u\{202E\}c/);
    await console.sees('appear as escapes');
  });

  it('has the whole screen; a write on its way continues', async () => {
    let end: (() => void) | undefined;
    const editor: EditText = text =>
      new Promise(resolve => {
        end = () => resolve({ ok: true, text: `${text} edited` });
      });
    await onText({ editor });
    console.type('x');
    await reviews();
    await breaks(console, 'rfi.respond delay=300 count=1');
    await confirms(console);
    await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('sending'), patience);
    await closes(console);
    console.press('shift-tab', 'ctrl-g');
    await vi.waitFor(() => expect(end).toBeDefined(), patience);
    // Waits until the screen is empty: Purser draws nothing over the editor.
    await vi.waitFor(() => expect(console.screen.text().trim()).toBe(''), patience);
    const before = console.screen.text();
    await vi.waitFor(async () => expect((await newestRow(console)).state).toBe('DONE'), 15_000);
    console.quietly({ notice: info(t`drawn over it`) });
    await console.drawn();
    expect(console.screen.text()).toBe(before);
    end?.();
    await console.sees('The form was closed meanwhile. Purser did not take the text.');
    expect(effectsOf(console, 'rfi.respond')).toHaveLength(1);
  });

  it('returns its text even if the console locked meanwhile; the text is shown after unlocking', async () => {
    const clock = movableClock();
    let end: (() => void) | undefined;
    const editor: EditText = () =>
      new Promise(resolve => {
        end = () => resolve({ ok: true, text: 'written for an hour' });
      });
    await onText({ editor, clock });
    console.press('ctrl-g');
    await vi.waitFor(() => expect(end).toBeDefined(), patience);
    clock.advance(3_600_000);
    await vi.waitFor(() => expect(console.state().lock).toBeDefined(), 15_000);
    end?.();
    await console.sees('Locked');
    expect(console.screen.text()).not.toContain('written for an hour');
    console.press('j');
    await console.sees('written for an hour');
  });

  it('says how to set an editor if none is set, and opens only for long texts', async () => {
    await onText();
    console.press('ctrl-g');
    await console.sees('No editor is set');
    console.press('shift-tab', 'shift-tab', 'ctrl-g');
    await console.sees('Only long text fields open in the editor.');
  });
});
