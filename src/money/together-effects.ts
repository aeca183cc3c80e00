// Notes, and the presence and handovers of a team: shares where this operator works, and shows what colleagues do.

import type { Customer } from '../api/client/call-context.ts';
import type { Row } from '../journal/intent.ts';
import type { LocalNotes, News, Note, Notes, Together } from '../journal/together.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { unresolvedHere } from '../store/journal-view.ts';
import { tell, warn } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { MOST_NOTES, noteCount, offeredToMe, personText } from '../store/together-view.ts';
import { customerIds, customerKey } from '../store/workspace.ts';
import type { JournalEffects } from './journal-effects.ts';

/** In ms, also of the heartbeat. */
const EVERY = 5000;
/** Absent after this many ms without a key press. */
const IDLE = 120_000;
/** The switcher shows no more. */
const CUSTOMERS = 50;

const NO_TEAM = t`This needs a team journal, and this profile has none.`;
const NO_JOURNAL = t`The journal can't be used.`;

export interface TogetherEffects {
  /** The result is a sentence if that fails. */
  addNote(text: string, record?: string): Promise<Visible | undefined>;
  handOver(row: Row, person: string): Promise<void>;
  answer(row: Row, accepts: boolean): Promise<void>;
  port(): Promise<Together | undefined>;
  /** Of the service that this console uses. Undefined in a team. */
  local(): Promise<LocalNotes | undefined>;
}

export interface TogetherWatch {
  touched(): void;
  stop(): void;
}

interface TogetherDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Pick<JournalEffects, 'open' | 'tell' | 'refresh'>;
}

export function createTogether({ store, journal }: TogetherDeps): TogetherEffects {
  const port = async () => (await journal.open())?.journal.together;
  const local = async () => (await journal.open())?.journal.notes?.(store.getState().reach);

  async function step(
    work: (together: Together) => ReturnType<Together['answer']>,
    done: Visible,
  ): Promise<void> {
    const together = await port();
    if (!together) return warn(store, NO_TEAM);
    const recorded = await work(together);
    if (recorded.ok) {
      journal.tell(recorded.row);
      return tell(store, done);
    }
    // A colleague may have changed the entry first.
    await journal.refresh();
    warn(store, 'barred' in recorded ? recorded.barred : recorded.unwritable);
  }

  return {
    port,
    local,
    async addNote(text, record) {
      const { customer, reach } = store.getState();
      const notes = (await port()) ?? (await local());
      if (!notes || !customer) return NO_JOURNAL;
      const added = await notes.addNote(customer, text, record);
      if (!added.ok) return added.why;
      await readNotes(store, notes, customer, reach);
      return undefined;
    },
    handOver: ({ intent }, person) =>
      step(
        together => together.handOver(intent.requestId, person),
        person === store.getState().together?.me
          ? t`You own this entry now.`
          : t`Offered to ${personText(person)}. The owner stays the same until they accept.`,
      ),
    answer: ({ intent }, accepts) =>
      step(
        together => together.answer(intent.requestId, accepts),
        accepts ? t`You own this entry now.` : t`Declined. The entry stays with its owner.`,
      ),
  };
}

/** The console may use another service meanwhile, which may have the same customer. */
async function readNotes(
  store: Store,
  notes: Notes,
  customer: Customer,
  reach: State['reach'],
): Promise<void> {
  const found = await notes.notes(customer);
  if (!found.ok || store.getState().reach !== reach) return;
  const all = found.value;
  store.setState(({ notes: before }) => ({
    notes: {
      counts: countedIn(before?.counts ?? [], customer, all),
      read: { of: customerKey(customer), all },
    },
  }));
}

/** The journal may have more notes than it returned. */
function countedIn(counts: News['counts'], customer: Customer, { length }: readonly Note[]): News['counts'] {
  const of = customerKey(customer);
  const [before] = counts.filter(count => customerKey(count.customer) === of);
  const notes = length < MOST_NOTES ? length : Math.max(length, before?.notes ?? 0);
  if (notes === (before?.notes ?? 0)) return counts;
  return [...counts.filter(count => customerKey(count.customer) !== of), { customer, notes }];
}

function whereabouts({ customer, lock, overlay }: State): Parameters<Together['look']>[0] {
  if (!customer || lock) return undefined;
  const dialog =
    overlay?.kind === 'dialog' && overlay.dialog.phase.kind !== 'ended' ? overlay.dialog : undefined;
  return { customer: customerIds(customer), doing: dialog?.title ?? '' };
}

/** Every 5 seconds, and when the customer, a dialog or the notes change. */
export function watchTogether({
  store,
  clock,
  together,
}: Omit<TogetherDeps, 'journal'> & { readonly together: TogetherEffects }): TogetherWatch {
  let stopped = false;
  let cancel = (): void => {};
  let unsubscribe = (): void => {};
  let touchedAt = clock.monotonic();
  let looking = false;
  let again = false;
  let told = '';
  const offers = new Set<string>();

  const here = () => (clock.monotonic() - touchedAt < IDLE ? whereabouts(store.getState()) : undefined);

  /** Without a change the screen is not drawn again. */
  function share(next: Partial<Pick<State, 'together' | 'notes'>>): void {
    const { together: team, notes } = store.getState();
    if (JSON.stringify({ together: team, notes, ...next }) !== JSON.stringify({ together: team, notes }))
      store.setState(next);
  }

  const withCounts = (counts: News['counts']): Pick<State, 'notes'> => ({
    notes: { ...store.getState().notes, counts },
  });

  const isOver = (reach: State['reach']): boolean => stopped || store.getState().reach !== reach;

  async function lookAtTeam(team: Together): Promise<void> {
    const { customer, known, together: before, reach } = store.getState();
    const customers = [...(customer ? [customer] : []), ...known.slice(0, CUSTOMERS)];
    const found = await team.look(here(), customers);
    if (isOver(reach)) return;
    if (!found.ok) return before && share({ together: { ...before, here: [] } });
    const { counts, ...shared } = found.value;
    share({ together: shared, ...withCounts(counts) });
  }

  async function lookAtFile(): Promise<void> {
    const { reach } = store.getState();
    const counts = await (await together.local())?.counts();
    if (counts?.ok && !isOver(reach)) share(withCounts(counts.value));
  }

  async function look(team: Together | undefined): Promise<void> {
    cancel();
    looking = true;
    again = false;
    told = JSON.stringify(here());
    await (team ? lookAtTeam(team) : lookAtFile());
    const state = store.getState();
    const { customer, notes, reach } = state;
    const read = customer && notes?.read?.of === customerKey(customer) ? notes.read.all.length : 0;
    const from = team ?? (await together.local());
    if (from && customer && !isOver(reach) && read !== Math.min(noteCount(state, customer), MOST_NOTES))
      await readNotes(store, from, customer, reach);
    looking = false;
    if (stopped) return;
    if (again) await look(team);
    else cancel = clock.after(EVERY, () => void look(team));
  }

  function announceAnswer(state: State, last: State): void {
    const me = state.together?.me;
    if (me === undefined) return;
    const rows = unresolvedHere(state);
    for (const { intent, held: before } of unresolvedHere(last)) {
      const now = rows.find(row => row.intent.requestId === intent.requestId)?.held;
      if (!now || before?.owner !== me) continue;
      const title = visible(intent.title, 40);
      const declined = before.offer?.by === me && now.offer === undefined;
      const text =
        now.owner !== me
          ? t`${personText(now.owner)} owns this entry now: ${title}.`
          : declined &&
            t`${personText(before.offer.to)} declined the entry: ${title}. You still own the entry.`;
      if (text !== false) tell(store, text);
    }
  }

  function announce(state: State): void {
    const rows = offeredToMe(state);
    const fresh = rows.find(({ intent, held }) => !offers.has(`${intent.requestId} ${held?.offer?.by}`));
    offers.clear();
    for (const { intent, held } of rows) offers.add(`${intent.requestId} ${held?.offer?.by}`);
    if (!fresh) return;
    const by = personText(fresh.held?.offer?.by ?? '');
    const text = t`${by} hands an entry over to you: ${visible(fresh.intent.title, 40)}. Press H in the journal to answer.`;
    tell(store, text);
  }

  let leave = (): void => {};
  void (async () => {
    const team = await together.port();
    if (stopped || !(team ?? (await together.local()))) return;
    leave = () => void team?.look(undefined, []);
    unsubscribe = store.subscribe((state, last) => {
      // Another service may have customers with the same IDs.
      const moved = state.reach !== last.reach;
      if (moved) store.setState({ notes: undefined });
      if (state.journal !== last.journal || state.together?.me !== last.together?.me) {
        announce(state);
        announceAnswer(state, last);
      }
      const { customer, overlay, lock } = last;
      if (!moved && state.customer === customer && state.overlay === overlay && state.lock === lock) return;
      const opensNotes = state.overlay?.kind === 'notes' && overlay?.kind !== 'notes';
      if (!moved && !opensNotes && JSON.stringify(here()) === told) return;
      again = true;
      if (!looking) void look(team);
    });
    await look(team);
  })();

  return {
    touched() {
      touchedAt = clock.monotonic();
    },
    stop() {
      stopped = true;
      cancel();
      leave();
      unsubscribe();
    },
  };
}
