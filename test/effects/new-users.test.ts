// When a draft is stored: when typing rests, when its view is left, and at the end. And drafts that can't be stored.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createNewUsers, type NewUsers, type ReadText } from '../../src/effects/new-users.ts';
import type { Json } from '../../src/lib/json.ts';
import { withJsonAt } from '../../src/lib/json-path.ts';
import { newUserSlot } from '../../src/store/new-user.ts';
import type { Store } from '../../src/store/store.ts';
import { customerKey, goTo, visit } from '../../src/store/workspace.ts';
import { newUserForm } from '../../src/subjects/customer/new-user-form.ts';
import type { DraftFiles } from '../../src/system/draft-files.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';

let store: Store;
let users: NewUsers;
let clock: ManualClock;
let texts: Map<string, string>;
let code: string | undefined;
let stop: () => void;

const files: DraftFiles = {
  read: ({ customer }) => {
    const text = texts.get(customer);
    return text === undefined ? { kind: 'absent' } : { kind: 'text', text };
  },
  write({ customer }, text) {
    if (code !== undefined) return { ok: false, code };
    texts.set(customer, text);
    return { ok: true };
  },
  remove({ customer }) {
    if (code !== undefined) return { ok: false, code };
    texts.delete(customer);
    return { ok: true };
  },
  setAside: ({ customer }) => {
    texts.delete(customer);
    return { ok: true, to: 'aside' };
  },
};

const readText: ReadText = () => ({ ok: false, code: 'ENOENT' });

const draft = () => newUserSlot.get(store.getState());
const types = (name: string): void => {
  const path = 'account_details.business_details.business_name';
  store.setState(state => {
    const now = newUserSlot.get(state);
    return now ? newUserSlot.set(state, { ...now, body: withJsonAt(now.body, path, name) }) : state;
  });
};
const opens = async (): Promise<void> => {
  store.setState(state => goTo(state, 'new-user'));
  await vi.waitFor(() => expect(draft()).toBeDefined(), patience);
};

beforeEach(() => {
  store = signedInStore();
  clock = manualClock(NOW);
  texts = new Map();
  code = undefined;
  users = createNewUsers({ store, clock, files, readText, take: newUserForm.take });
  stop = users.watch();
});

const alphas = customerKey(alpha);

it('Purser reads and stores no draft before a person begins a draft', () => {
  store.setState(state => goTo(state, 'accounts'));
  expect(draft()).toBeUndefined();
});

describe('a typed draft', () => {
  it('is stored when typing rests, and not after every letter', async () => {
    await opens();
    types('A');
    clock.advance(400);
    types('Ac');
    clock.advance(400);
    expect(texts.size).toBe(0);
    expect(draft()?.kept.kind).toBe('waiting');
    clock.advance(100);
    expect(texts.get(alphas)).toContain('"Ac"');
    expect(draft()?.kept.kind).toBe('kept');
  });

  it.each([
    ['its view is left', () => store.setState(state => visit(state, 'new-user-section', 'business'))],
    ['another screen is opened', () => store.setState(state => goTo(state, 'cards'))],
    ['the customer changes', () => store.setState({ customer: { ...beta, name: undefined } })],
    ['the console ends', () => stop()],
    ['another program gets the screen', () => users.flush()],
  ])('is stored immediately when %s', async (_, leaves) => {
    await opens();
    types('Acme');
    leaves();
    expect([...texts.keys()]).toEqual([alphas]);
    expect(texts.get(alphas)).toContain('"Acme"');
  });

  it('returns in the next session, but not for another customer', async () => {
    await opens();
    types('Acme');
    store.setState({ customer: { ...beta, name: undefined } });
    await opens();
    expect(draft()?.body).toEqual({});
    types('Beta');
    stop();
    expect([...texts.keys()]).toEqual([alphas, customerKey(beta)]);
    store = signedInStore();
    users = createNewUsers({ store, clock, files, readText, take: newUserForm.take });
    stop = users.watch();
    await opens();
    expect(draft()?.body).toEqual({ account_details: { business_details: { business_name: 'Acme' } } });
  });

  it.each(['{"version":"1","body":{"nickname":"x"}}', 'half a dra', '{"version":"9","body":{}}', ''])(
    'is moved to another file if it is damaged: %s',
    async damage => {
      texts.set(alphas, damage);
      await opens();
      expect(draft()).toMatchObject({ body: {}, report: { about: expect.stringContaining('aside') } });
      expect(texts.size).toBe(0);
    },
  );

  it('leaves no file if all its text is deleted', async () => {
    await opens();
    types('Acme');
    clock.advance(500);
    types(' ');
    clock.advance(500);
    expect(texts.size).toBe(0);
    expect(draft()?.kept.kind).toBe('empty');
  });

  it.each([
    ['EEXIST', 'Another console keeps a draft'],
    ['ENOENT', 'There is no state folder'],
    ['ENOSPC', "The draft can't be kept (ENOSPC)"],
  ])("gets a message if it can't be stored (%s)", async (refused, said) => {
    await opens();
    code = refused;
    types('Acme');
    clock.advance(500);
    expect(draft()?.kept).toMatchObject({ kind: 'not-kept', why: expect.stringContaining(said) });
    code = undefined;
    types('Acme Ltd');
    clock.advance(500);
    expect(draft()?.kept.kind).toBe('kept');
  });
});

describe('the overview', () => {
  it('shows the draft of an earlier session, and nothing without a draft', async () => {
    await opens();
    types('Acme');
    stop();
    store = signedInStore();
    users = createNewUsers({ store, clock, files, readText, take: newUserForm.take });
    const read = vi.spyOn(files, 'read');
    stop = users.watch();
    store.setState(state => goTo(state, 'overview'));
    await vi.waitFor(() => expect(draft()?.kept.kind).toBe('kept'), patience);
    store.setState({ customer: { ...beta, name: undefined } });
    const asked = read.mock.calls.length;
    store.setState({ now: NOW + 1000 });
    expect(read.mock.calls.length).toBe(asked);
    expect(draft()).toBeUndefined();
    expect(texts.size).toBe(1);
    read.mockRestore();
  });
});

describe('a discarded draft', () => {
  it('leaves no file, even if changes were pending', async () => {
    await opens();
    types('Acme');
    clock.advance(500);
    types('Acme Ltd');
    users.discard();
    expect(texts.size).toBe(0);
    expect(draft()).toMatchObject({ body: {}, kept: { kind: 'empty' } });
    clock.advance(5000);
    stop();
    expect(texts.size).toBe(0);
  });

  it("gets a message if its file can't be removed", async () => {
    await opens();
    types('Acme');
    clock.advance(500);
    code = 'EACCES';
    users.discard();
    expect(draft()?.kept).toMatchObject({
      why: expect.stringContaining("can't be removed from the disk (EACCES)"),
    });
  });
});

describe('a sent draft', () => {
  it('disappears with its file, even if another customer is selected by then', async () => {
    await opens();
    types('Acme');
    const body: Json = draft()?.body ?? null;
    clock.advance(500);
    store.setState({ customer: { ...beta, name: undefined } });
    users.clear(alphas, body);
    expect(texts.size).toBe(0);
    store.setState({ customer: alpha });
    expect(draft()?.body).toEqual({});
  });

  it('stays if its text has changed since', async () => {
    await opens();
    types('Acme');
    const body: Json = draft()?.body ?? null;
    types('Acme Ltd');
    users.clear(alphas, body);
    clock.advance(500);
    expect(texts.get(alphas)).toContain('Acme Ltd');
  });
});
