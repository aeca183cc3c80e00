// A new customer as staff put one together: section by section, with the keys.

import { expect, vi } from 'vitest';
import { overviewOf } from '../../src/features/new-user/overview-model.ts';
import { sectionForm } from '../../src/features/new-user/section-form.ts';
import type { Json } from '../../src/lib/json.ts';
import { countAt, jsonAt } from '../../src/lib/json-path.ts';
import { newUserSlot } from '../../src/store/new-user.ts';
import { currentView } from '../../src/store/workspace.ts';
import { fieldsOf } from '../../src/writes/new-user/sections.ts';
import type { TestConsole } from '../harness/console.ts';
import { dialogOf, isReady } from './writing.ts';

const patience = { timeout: 15_000, interval: 10 };

/** The draft as the console has it. */
export function draftOf(console: TestConsole) {
  const draft = newUserSlot.get(console.state());
  if (!draft) throw new Error('no draft was begun');
  return draft;
}

/** From the customer's tab to the sections. */
export async function begins(console: TestConsole): Promise<void> {
  console.press('9');
  await console.sees('EXCLUDED_PII');
  console.press('n');
  await console.sees('[ Review customer');
  await vi.waitFor(() => expect(draftOf(console).problems).toBeDefined(), patience);
}

/** Puts the cursor on a section, or on the button, and presses Enter. */
export async function opens(console: TestConsole, section: string | 'review'): Promise<void> {
  const rows = overviewOf(console.state())?.rows ?? [];
  const at = section === 'review' ? rows.length : rows.findIndex(row => row.section.id === section);
  if (at < 0) throw new Error(`there is no section ${section}`);
  console.press('g', ...Array.from({ length: at }, () => 'j'), 'enter');
  if (section !== 'review')
    await vi.waitFor(() => expect(currentView(console.state()).subject).toBe(section), patience);
}

/** Types all that `body` has for the section that is open, and goes back to the sections by its button. */
export async function fillsSection(console: TestConsole, body: Json): Promise<void> {
  const form = () => sectionForm.forms.get(console.state());
  for (let at = 0; ; at++) {
    await vi.waitFor(() => expect(form().focus).toBe(at), patience);
    const field = form().fields[at];
    if (!field) break;
    const value = jsonAt(body, field.id);
    if (typeof value === 'boolean') console.press(...(value ? ['right'] : ['left']));
    else if (typeof value === 'string') console.type(value);
    const goal = value === undefined ? '' : String(value);
    await vi.waitFor(() => expect(form().fields[at]?.value).toBe(goal), patience);
    if (!addsRow(console, body, field.id)) console.press('tab');
  }
  console.press('enter');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('new-user'), patience);
}

/** Behind the last field of the last row that is there, where the body has more rows. */
function addsRow(console: TestConsole, body: Json, path: string): boolean {
  const { subject } = currentView(console.state());
  const row = overviewOf(console.state())?.rows.find(({ section }) => section.id === subject);
  const fields = row ? fieldsOf(row.section, draftOf(console).body) : [];
  const at = fields.findIndex(field => field.path === path);
  const item = fields[at]?.item;
  if (!item || fields[at + 1]?.item?.rows === item.rows) return false;
  if (item.at + 1 >= countAt(body, item.rows)) return false;
  console.press('ctrl-n');
  return true;
}

/** Tab to the button of a dialog without a token, and Enter. */
export async function confirms(console: TestConsole): Promise<void> {
  await isReady(console);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
}

/** Waits until what was typed is on the disk. */
export const isKept = (console: TestConsole): Promise<void> =>
  vi.waitFor(() => expect(draftOf(console).kept.kind).toBe('kept'), patience);
