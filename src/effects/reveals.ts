// Shows a card's sensitive details for half a minute. Only this file has the details, and drops the details when
// another screen opens.

import type { Failure } from '../api/client/failure.ts';
import type { AuditEntry } from '../journal/audit.ts';
import type { Json } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { tell, warn } from '../store/notices.ts';
import {
  masked,
  type RevealStage,
  revealFailed,
  revealReading,
  sightOf,
  withRevealStage,
} from '../store/reveal.ts';
import { currentView, customerKey } from '../store/workspace.ts';
import type { ReadDeps } from './session.ts';

/** In ms. */
const SHOWN_FOR = 30_000;

interface RevealsDeps extends ReadDeps {
  /** Not by the reader, because Login masks the details: first the form says why the read failed. */
  readonly signedOut: (failure: Failure) => void;
  /** That may keep the terminal's content. */
  readonly recorders: readonly Visible[];
  /** The result is a sentence if that fails. */
  readonly note: (entry: AuditEntry) => Promise<Visible | undefined>;
}

export type Reveals = ReturnType<typeof createReveals>;

interface Showing {
  readonly customer: string;
  readonly owner: string;
  readonly cardId: string;
  readonly sight: string;
  readonly reading: AbortController;
  held: HeldDetails | undefined;
}

interface HeldDetails {
  readonly details: Json;
  /** Monotonic ms. */
  readonly until: number;
  /** Epoch ms, because the monotonic clock may stop while the machine sleeps. */
  readonly untilWall: number;
  readonly cancel: () => void;
}

export function createReveals({ store, clock, client, signedOut, recorders, note }: RevealsDeps) {
  let showing: Showing | undefined;

  const put = ({ owner, cardId }: Showing, stage: RevealStage): void =>
    store.setState(state => withRevealStage(state, owner, cardId, stage));

  const what = ({ customer, cardId }: Showing) => ({ customer, card: cardId.slice(-4) });

  /** Also stops the read. False if nothing was shown or read. */
  function mask(): boolean {
    const was = showing;
    if (!was) return false;
    showing = undefined;
    was.held?.cancel();
    was.reading.abort();
    put(was, masked());
    void note({ kind: 'card-masked', detail: { ...what(was), shown: was.held ? 'yes' : 'no' } });
    if (was.held) tell(store, t`The card details are masked again.`);
    return true;
  }

  const isOver = ({ until, untilWall }: HeldDetails): boolean =>
    clock.monotonic() >= until || clock.wall() >= untilWall;

  store.subscribe(state => {
    if (!showing) return;
    if (sightOf(state) !== showing.sight || (showing.held && isOver(showing.held))) mask();
  });

  return {
    /**
     * Reads the details of the current card once and shows them (INTERFACE.md, Endpoints › Family B: cards: card/detail).
     * INTERFACE.md does not list their fields. Reads nothing if the audit entry fails (FAULTS RS). No detail reaches the
     * store, the cache, the journal or the inspector.
     */
    async show(typed: string): Promise<void> {
      mask();
      const state = store.getState();
      const { customer } = state;
      const { subject: cardId } = currentView(state);
      const service = client();
      if (!customer || !service || cardId === undefined) {
        return warn(store, t`Not read. Sign in first.`);
      }
      const reason = visible(typed, 200);
      const reading = new AbortController();
      const own: Showing = {
        customer: customer.userId,
        owner: customerKey(customer),
        cardId,
        reading,
        sight: sightOf(state),
        held: undefined,
      };
      showing = own;
      store.setState(now => revealReading(now, reason));
      const unaudited = await note({ kind: 'card-reveal', detail: { ...what(own), reason } });
      if (showing !== own) return;
      if (unaudited !== undefined) {
        showing = undefined;
        put(own, masked());
        const text = t`Not read: the audit log must record the read first. ${unaudited}`;
        return warn(store, text);
      }
      const { signal } = reading;
      const outcome = await service.perform('card.details', { query: { id: cardId } }, { customer, signal });
      // Another screen was opened.
      if (showing !== own) return;
      if (!outcome.ok || outcome.other !== undefined) {
        showing = undefined;
        void note({ kind: 'card-masked', detail: { ...what(own), shown: 'no' } });
        const failure: Failure = outcome.ok
          ? { kind: 'malformed', detail: outcome.other ?? t`` }
          : outcome.failure;
        put(own, revealFailed(typed, failure));
        if (failure.kind === 'signed-out' && client() === service) signedOut(failure);
        return;
      }
      const until = clock.monotonic() + SHOWN_FOR;
      own.held = {
        details: outcome.raw,
        until,
        untilWall: clock.wall() + SHOWN_FOR,
        cancel: clock.after(SHOWN_FOR, mask),
      };
      put(own, { kind: 'shown', reason, until });
    },
    details: () => showing?.held?.details,
    mask,
    recorders,
  };
}
