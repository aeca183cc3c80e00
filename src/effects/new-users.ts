// Stores the draft of a new customer while a person types. Each customer of each service has one draft, until it is sent
// or discarded.

import type { Clock } from '../lib/clock.ts';
import { type Json, memberOf, parseJson, writeJson } from '../lib/json.ts';
import { withoutEmpty } from '../lib/json-path.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { TakenBody } from '../store/body-form.ts';
import { beginNewUser, EMPTY, type NewUser, newUserSlot } from '../store/new-user.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentView, customerKey } from '../store/workspace.ts';
import type { DiskResult } from '../system/disk.ts';
import type { DraftFiles, DraftOf } from '../system/draft-files.ts';
import type { TextRead } from '../system/export-file.ts';

/** In characters. Purser never reads a longer file. */
const MOST = 256 * 1024;
const VERSION = '1';

const textOf = (body: Json): string => writeJson({ version: VERSION, body });

const removalProblem = (code: string): Visible =>
  code === 'EEXIST'
    ? t`Another console keeps a draft of this customer. That draft stays on the disk.`
    : t`The draft's file can't be removed from the disk (${visible(code)}).`;

function keepingProblem(code: string): Visible {
  if (code === 'EEXIST')
    return t`Another console keeps a draft of this customer. Press E to save your draft to a file.`;
  if (code === 'ENOENT') return t`There is no state folder. Press E to save the draft to a file.`;
  return t`The draft can't be kept (${visible(code)}). Press E to save the draft to a file.`;
}

/** Codes: ENOENT, EFBIG beyond 1 MiB, EILSEQ if it is not UTF-8. */
export type ReadText = (path: string) => TextRead;

function readingProblem(code: string): Visible {
  if (code === 'ENOENT') return t`The file does not exist.`;
  if (code === 'EISDIR') return t`This is a folder, not a file.`;
  if (code === 'EFBIG') return t`The file is larger than 1 MiB.`;
  if (code === 'EILSEQ') return t`The file is not UTF-8 text.`;
  return t`The file can't be read (${visible(code)}).`;
}

export type NewUsers = ReturnType<typeof createNewUsers>;

interface NewUsersDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: DraftFiles;
  readonly readText: ReadText;
  take(text: string): TakenBody;
}

/** In ms, before the draft is written. */
const REST = 500;

const PLACES: ReadonlySet<string> = new Set(['new-user', 'new-user-section', 'new-user-load']);

export function createNewUsers({ store, clock, files, readText, take }: NewUsersDeps) {
  /** At its last read or write. A file that must not be overwritten has no entry. */
  const held = new Map<string, string | undefined>();
  const there = new Map<string, boolean>();
  const pending = new Map<
    string,
    { readonly of: DraftOf; readonly body: Json; readonly cancel: () => void }
  >();
  let last: { readonly key: string; readonly body: Json; readonly view: string } | undefined;

  const ofState = ({ customer, reach }: State): DraftOf | undefined =>
    customer && { service: reach.baseUrl, programId: reach.programId, customer: customerKey(customer) };
  const keyOf = (of: DraftOf): string => JSON.stringify([of.service, of.programId, of.customer]);
  const change = (of: DraftOf, to: Partial<NewUser>): void =>
    store.setState(state => newUserSlot.change(state, of.customer, now => ({ ...now, ...to })));

  /** Undefined if any part does not fit. */
  function bodyOf(text: string): Json | undefined {
    const parsed = parseJson(text);
    if (!parsed.ok || memberOf(parsed.value, 'version') !== VERSION) return undefined;
    const body = memberOf(parsed.value, 'body');
    const taken = body === undefined ? undefined : take(writeJson(body));
    return taken?.ok && taken.leftOut.length === 0 ? taken.body : undefined;
  }

  function begin(of: DraftOf): void {
    const put = (draft: NewUser): void => store.setState(state => newUserSlot.set(state, draft));
    const read = files.read(of);
    const found = read.kind === 'text' ? bodyOf(read.text) : undefined;
    if (read.kind === 'absent' || found !== undefined) {
      held.set(keyOf(of), read.kind === 'text' ? read.text : undefined);
      put(
        found === undefined
          ? beginNewUser(EMPTY, { kind: 'empty' })
          : beginNewUser(found, { kind: 'kept', at: clock.wall() }),
      );
      return;
    }
    const aside = read.kind === 'unreadable' ? read : files.setAside(of);
    if ('to' in aside) held.set(keyOf(of), undefined);
    const about =
      'to' in aside
        ? t`The earlier draft can't be read. Purser keeps it as ${visible(aside.to)}.`
        : t`The earlier draft can't be read (${visible(aside.code)}). Purser does not change it, and keeps no new draft.`;
    put(beginNewUser(EMPTY, { kind: 'empty' }, { about, leftOut: [] }));
  }

  function keep(key: string): void {
    const waiting = pending.get(key);
    if (!waiting) return;
    waiting.cancel();
    pending.delete(key);
    const { of, body } = waiting;
    change(of, { kept: kept(key, of, body) });
  }

  function kept(key: string, of: DraftOf, body: Json): NewUser['kept'] {
    const nothing = withoutEmpty(body) === undefined;
    if (!held.has(key))
      return nothing
        ? { kind: 'empty' }
        : { kind: 'not-kept', why: t`Purser does not overwrite the unreadable draft.` };
    const before = held.get(key);
    if (nothing) {
      const removed = files.remove(of, before);
      if (!removed.ok) return { kind: 'not-kept', why: removalProblem(removed.code) };
      held.set(key, undefined);
      return { kind: 'empty' };
    }
    const text = textOf(body);
    const written: DiskResult =
      text.length > MOST ? { ok: false, code: 'EFBIG' } : files.write(of, text, before);
    if (!written.ok) return { kind: 'not-kept', why: keepingProblem(written.code) };
    held.set(key, text);
    return { kind: 'kept', at: clock.wall() };
  }

  /** At once, whatever waits. */
  function remove(of: DraftOf): void {
    const key = keyOf(of);
    pending.get(key)?.cancel();
    pending.set(key, { of, body: EMPTY, cancel: () => {} });
    keep(key);
  }

  function look(): void {
    const state = store.getState();
    const { place, subject } = currentView(state);
    const of = ofState(state);
    const draft = newUserSlot.get(state);
    const writes = PLACES.has(place);
    if (!writes || !of) {
      if (last) flush();
      last = undefined;
    }
    if (!of || (!writes && (draft || place !== 'overview' || !isThere(of)))) return;
    if (!draft) begin(of);
    else if (writes) follow(of, draft, `${place}/${subject ?? ''}`);
  }

  /** The disk is read once for each customer. */
  function isThere(of: DraftOf): boolean {
    const key = keyOf(of);
    const known = there.get(key) ?? files.read(of).kind === 'text';
    there.set(key, known);
    return known;
  }

  /** Writes the draft when typing rests, or when the view is closed. */
  function follow(of: DraftOf, draft: NewUser, view: string): void {
    const key = keyOf(of);
    const same = last?.key === key;
    const typed = same && last?.body !== draft.body;
    const left = last !== undefined && (!same || last.view !== view);
    last = { key, body: draft.body, view };
    if (typed) {
      pending.get(key)?.cancel();
      pending.set(key, { of, body: draft.body, cancel: clock.after(REST, () => keep(key)) });
      change(of, { kept: { kind: 'waiting' } });
    }
    if (left) flush();
  }

  function flush(): void {
    for (const key of [...pending.keys()]) keep(key);
  }

  return {
    /** Until the returned function is called. That call also writes pending changes. */
    watch() {
      const unsubscribe = store.subscribe(look);
      look();
      return () => {
        unsubscribe();
        flush();
      };
    },
    flush,
    load(path: string) {
      const read = readText(path);
      if (!read.ok) return { ok: false, why: t`${readingProblem(read.code)} Nothing was changed.` } as const;
      const taken = take(read.text);
      if (!taken.ok)
        return { ok: false, why: t`The file can't be used: ${taken.why}. Nothing was changed.` } as const;
      const { body, leftOut } = taken;
      const shown = visible(path, 80);
      return { ok: true, path: shown, body, report: { about: t`Loaded from ${shown}.`, leftOut } } as const;
    },
    discard(): void {
      const of = ofState(store.getState());
      if (!of) return;
      store.setState(state => newUserSlot.set(state, beginNewUser(EMPTY, { kind: 'empty' })));
      remove(of);
    },
    /** After it was sent, unless the body has changed since. */
    clear(owner: string, body: Json): void {
      const now = ofState(store.getState());
      const sent = textOf(body);
      let changed = false;
      store.setState(state =>
        newUserSlot.change(state, owner, draft => {
          changed = textOf(draft.body) !== sent;
          return changed ? draft : beginNewUser(EMPTY, { kind: 'empty' });
        }),
      );
      if (!now || changed) return;
      const of = { ...now, customer: owner };
      const unsaved = pending.get(keyOf(of));
      if ((unsaved ? textOf(unsaved.body) : held.get(keyOf(of))) === sent) remove(of);
    },
  };
}
