// Creates a new customer with keys, section by section, as staff do.

import { expect, vi } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { countAt, jsonAt } from '../../src/lib/json-path.ts';
import { newUserSlot } from '../../src/store/new-user.ts';
import { currentView } from '../../src/store/workspace.ts';
import { overviewOf } from '../../src/subjects/customer/new-user-bindings.ts';
import { sectionForm } from '../../src/subjects/customer/section-form.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';

/** The console's draft. Throws if there is none. */
export function draftOf(console: TestConsole) {
  const draft = newUserSlot.get(console.state());
  if (!draft) throw new Error('no draft was begun');
  return draft;
}

/** Goes from the customer's tab to the sections of the draft. */
export async function begins(console: TestConsole): Promise<void> {
  console.press('9');
  await console.sees('EXCLUDED_PII');
  console.press('n');
  await console.sees('[ Review customer');
}

/** Puts the cursor on a section or on the review button, and presses Enter. */
export async function opens(console: TestConsole, section: string | 'review'): Promise<void> {
  const rows = overviewOf(console.state())?.rows ?? [];
  const at = section === 'review' ? rows.length : rows.findIndex(row => row.id === section);
  if (at < 0) throw new Error(`there is no section ${section}`);
  console.press('g', ...Array.from({ length: at }, () => 'j'), 'enter');
  if (section !== 'review')
    await vi.waitFor(() => expect(currentView(console.state()).subject).toBe(section), patience);
}

/** Types all values that `body` has for the open section, and goes back to the sections with its button. */
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

/** Adds a row after the last field of the last row if the body has more rows. Returns whether it did. */
function addsRow(console: TestConsole, body: Json, path: string): boolean {
  const { subject } = currentView(console.state());
  const row = overviewOf(console.state())?.rows.find(({ id }) => id === subject);
  const fields = row?.fields ?? [];
  const at = fields.findIndex(field => field.path === path);
  const item = fields[at]?.inList;
  if (!item || fields[at + 1]?.inList?.list === item.list) return false;
  if (item.at + 1 >= countAt(body, item.list)) return false;
  console.press('ctrl-n');
  return true;
}

/** Waits until the draft is on the disk. */
export const isKept = (console: TestConsole): Promise<void> =>
  vi.waitFor(() => expect(draftOf(console).kept.kind).toBe('kept'), patience);
