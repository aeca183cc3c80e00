// The answer to a question: exactly the documented fields, and each mistake next to its row.

import { describe, expect, it } from 'vitest';
import { addOther } from '../../../src/format/member-rows.ts';
import { writeJson } from '../../../src/lib/json.ts';
import { setField } from '../../../src/store/form-state.ts';
import { keptForms, partOf } from '../../../src/store/kept-forms.ts';
import type { Form } from '../../../src/store/state.ts';
import { goTo } from '../../../src/store/workspace.ts';
import { beginning, belongs, checkResponse, otherMembers } from '../../../src/subjects/rfi/rfi-respond.ts';
import { signedInStore } from '../../store/signed-in.ts';

const ID = '13b00ad0-7e3e-4ec5-a331-d9f3bd231b47';
/** The rows of one answer type, filled in. */
function form(type: string, values: Readonly<Record<string, string>> = {}): Form {
  const typed = Object.entries({ type, ...values }).reduce(
    (all, [id, value]) => setField(all, id, value),
    beginning(),
  );
  return { ...typed, fields: typed.fields.filter(one => belongs(one, typed)) };
}
const other = (to: Form, name: string, value: string, type = 'text'): Form =>
  addOther(to, { name, value, type }, otherMembers);
const rows = (of: Form): string[] => of.fields.map(({ id }) => id);
const body = (of: Form): string | undefined => {
  const checked = checkResponse(of, ID);
  return checked.ok ? writeJson({ ...checked.body }) : undefined;
};
const wrong = (of: Form): string[] => {
  const checked = checkResponse(of, ID);
  return checked.ok ? [] : Object.keys(checked.errors).filter(id => checked.errors[id]);
};

const home = {
  address_line1: '7 Harbour Row',
  suburb: 'Bristol',
  state: 'Avon',
  postcode: 'BS1 4QA',
  country_code: 'gb',
};
const ADDRESS = [...Object.keys(home), 'address_line2'];

describe('the form', () => {
  it('has only the choice of the type until a type is chosen', () => {
    expect(rows(form(''))).toEqual(['type']);
  });

  it('has the fields that the API lists for the type', () => {
    expect(rows(form('ADDRESS'))).toEqual(['type', ...ADDRESS, 'attachments']);
    expect(rows(form('DOCUMENT'))).toEqual(['type', 'attachments']);
    expect(rows(form('TEXT'))).toEqual(['type', 'attachments']);
  });
});

describe('the body', () => {
  it('has the required members of an address, and the optional ones that are filled in', () => {
    expect(body(form('ADDRESS', home))).toBe(
      `{"id":"${ID}","type":"ADDRESS","address_line1":"7 Harbour Row","suburb":"Bristol","state":"Avon","postcode":"BS1 4QA","country_code":"GB"}`,
    );
    expect(body(form('ADDRESS', { ...home, address_line2: 'Flat 2', attachments: 'file_1, file_2' }))).toBe(
      `{"id":"${ID}","type":"ADDRESS","address_line1":"7 Harbour Row","suburb":"Bristol","state":"Avon","postcode":"BS1 4QA","country_code":"GB","address_line2":"Flat 2","attachments":["file_1","file_2"]}`,
    );
  });

  it('has the files of a document, and the fields that were added by name', () => {
    expect(body(form('DOCUMENT', { attachments: 'file_1' }))).toBe(
      `{"id":"${ID}","type":"DOCUMENT","attachments":["file_1"]}`,
    );
    const passport = other(other(form('DOCUMENT'), 'number', '0012'), 'pages', 'a, b', 'list');
    expect(body(passport)).toBe(`{"id":"${ID}","type":"DOCUMENT","number":"0012","pages":["a","b"]}`);
  });

  it('of a text has only the fields that were added by name, with their line breaks', () => {
    expect(body(form('TEXT'))).toBe(`{"id":"${ID}","type":"TEXT"}`);
    expect(body(other(form('TEXT'), 'answer', 'one * two↵three'))).toBe(
      `{"id":"${ID}","type":"TEXT","answer":"one * two\\nthree"}`,
    );
  });
});

describe('an incomplete response', () => {
  it.each([...Object.keys(home)])('is refused at the row of the missing address field %s', name => {
    expect(wrong(form('ADDRESS', { ...home, [name]: ' ' }))).toEqual([name]);
  });

  it.each([
    ['no type', form(''), 'type'],
    ['a country of three letters', form('ADDRESS', { ...home, country_code: 'GBR' }), 'country_code'],
    ['a masked postcode', form('ADDRESS', { ...home, postcode: '***4QA' }), 'postcode'],
    ['commas without a file', form('DOCUMENT', { attachments: ', ,' }), 'attachments'],
    ['files without commas', form('DOCUMENT', { attachments: 'file_1 file_2' }), 'attachments'],
    ['a name with a blank', other(form('TEXT'), 'my answer', 'x'), 'other.0.name'],
    ['a name without a value', other(form('TEXT'), 'answer', ''), 'other.0.value'],
    ['a value without a name', other(form('TEXT'), '', 'x'), 'other.0.name'],
    ['an empty list', other(form('TEXT'), 'files', ',', 'list'), 'other.0.value'],
    ['the name of the question', other(form('TEXT'), 'id', 'x'), 'other.0.name'],
    ['the name of the type', other(form('TEXT'), 'type', 'x'), 'other.0.name'],
    ['the name of the attachments', other(form('TEXT'), 'attachments', 'x'), 'other.0.name'],
    ['a name that no body has', other(form('TEXT'), '__proto__', 'x'), 'other.0.name'],
    ['a name with a hyphen', other(form('TEXT'), 'my-answer', 'x'), 'other.0.name'],
    ['a name of 65 letters', other(form('TEXT'), 'n'.repeat(65), 'x'), 'other.0.name'],
    ['the same name twice', other(other(form('TEXT'), 'a', 'x'), 'a', 'y'), 'other.1.name'],
    ['a value that can’t be shown whole', other(form('TEXT'), 'a', 'x'.repeat(4095)), 'other.0.value'],
  ])('is refused at its row: %s', (_, typed, id) => {
    expect(wrong(typed)).toEqual([id]);
  });
});

describe('the text typed for one answer type', () => {
  it('comes back when its type is chosen again, and is sent with no other type', () => {
    const forms = partOf(keptForms('respond-rfi', beginning), belongs);
    let state = goTo(signedInStore().getState(), 'respond-rfi', ID);
    const types = (id: string, value: string): void => {
      state = forms.set(state, setField(forms.get(state), id, value));
    };
    types('type', 'ADDRESS');
    for (const [name, value] of Object.entries(home)) types(name, value);
    types('type', 'TEXT');
    expect(rows(forms.get(state))).toEqual(['type', 'attachments']);
    expect(body(forms.get(state))).toBe(`{"id":"${ID}","type":"TEXT"}`);
    state = forms.set(state, other(forms.get(state), 'answer', 'yes'));
    expect(rows(forms.get(state)).slice(2)).toEqual(['other.0.name', 'other.0.type', 'other.0.value']);
    expect(forms.get(state).focus).toBe(2);
    types('type', 'ADDRESS');
    expect(body(forms.get(state))).toContain('"suburb":"Bristol"');
    expect(body(forms.get(state))).not.toContain('answer');
  });
});
