// Locks the console after a long time without a key press. The lock hides the screen, ends write access and drops the
// token.

import type { AuditEntry } from '../journal/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import type { Secret } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import { lockAfter, lockAgain, lockMinutes, newLock } from '../store/lock.ts';
import type { Reach } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { isGuarded, SLEPT } from '../store/writing.ts';
import type { Exports } from './exports.ts';
import type { Reveals } from './reveals.ts';
import type { Keys, SessionEffects } from './session.ts';

/** From the keyring, or why a person has to type the key. */
export type UnlockKey = (
  owner: Pick<Reach, 'environment' | 'baseUrl' | 'clientId'>,
) => Promise<{ readonly apiKey: Secret } | { readonly why: Visible }>;

interface LockDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: Pick<SessionEffects, 'lock' | 'resume' | 'forget'>;
  /** The dialog of a write. */
  readonly dialog: { close(): void };
  readonly reveals: Pick<Reveals, 'mask'>;
  readonly exports: Pick<Exports, 'stop'>;
  readonly note: (entry: AuditEntry) => unknown;
  readonly redraw: () => void;
  readonly unlockKey: UnlockKey | undefined;
}

/** In ms. */
const LOOK = 5000;

export type LockEffects = ReturnType<typeof createLock>;

export function createLock(parts: LockDeps) {
  const { store, clock, session, dialog, reveals, exports, note, redraw, unlockKey } = parts;
  const lead = (): number => clock.wall() - clock.monotonic();
  /** Monotonic ms. */
  let last = clock.monotonic();
  let knownLead = lead();
  /** Ms since `last` in which the monotonic clock stood still. */
  let slept = 0;
  /** Monotonic ms; 0 if a person asked for the lock. */
  let lockedAt = 0;
  /** True until the keyring has answered. */
  let asking = false;

  function restart(): void {
    last = clock.monotonic();
    knownLead = lead();
    slept = 0;
  }

  /** In ms. The wall clock tells of a sleep, but only if nobody sets it back. So each jump counts alone. */
  function left(): number {
    const jump = lead() - knownLead;
    if (Math.abs(jump) > SLEPT) {
      knownLead += jump;
      slept += Math.max(0, jump);
    }
    return last + lockAfter(store.getState().reach) - slept - clock.monotonic();
  }

  function lock(why = 'asked for'): void {
    const { overlay, lock: already, login, reach } = store.getState();
    restart();
    if (already) return;
    // What comes right after a lock that was asked for is for the lock.
    lockedAt = why === 'idle' ? last : 0;
    reveals.mask();
    exports.stop();
    if (login) {
      // Login would sign in with known keys, so Purser drops the keys.
      if (isGuarded(reach))
        session.forget([t`No key was pressed for ${counted(lockMinutes(reach), t`minute`, t`minutes`)}.`]);
      return;
    }
    // An open confirmation is void. A write that was sent goes on, and its outcome is shown after unlocking.
    const phase = overlay?.kind === 'dialog' ? overlay.dialog.phase.kind : undefined;
    if (phase !== undefined && phase !== 'sending' && phase !== 'ended') dialog.close();
    const asks = session.lock();
    store.setState(state => ({
      lock: newLock(state.reach, asks),
      prompt: undefined,
      lastMessage: undefined,
      message: undefined,
      armed: undefined,
    }));
    // First the screen, because another console may hold the audit log for seconds.
    redraw();
    store.setState({ grant: undefined });
    note({ kind: 'locked', detail: { why } });
  }

  function check(): boolean {
    if (left() > 0 || store.getState().lock) return false;
    lock('idle');
    return true;
  }

  /** Of the locked service, which may differ from the profile's. Undefined if no keyring is needed. */
  async function fromKeyring() {
    const { lock, reach } = store.getState();
    if (!lock || lock.form || !isGuarded(reach)) return undefined;
    asking = true;
    const asked = reach.keyHelper
      ? t`Asking the key helper for the API key …`
      : t`Reading the API key from the system's keyring …`;
    store.setState({ lock: { ...lock, reason: [asked] } });
    const kept = (await unlockKey?.(reach)) ?? { why: t`There is no keyring here.` };
    asking = false;
    return kept;
  }

  // The store changes at each tick of its clock.
  store.subscribe(check);

  return {
    /** At every key press. True if the console locks now, or has locked since the key arrived: the key must do nothing. */
    touched(arrivedAt: number): boolean {
      const locked = check();
      restart();
      return locked || (store.getState().lock !== undefined && arrivedAt < lockedAt);
    },
    lock: () => lock(),
    /** In production with typed keys or the keyring's. Only the service checks the keys. */
    async unlock(typed?: Keys) {
      if (!store.getState().lock || store.getState().session.phase === 'signing-in' || asking) return;
      const refuse = (why: readonly Visible[]): void =>
        store.setState(state => (state.lock ? { lock: lockAgain(state.lock, state.reach, why) } : state));
      const kept = await fromKeyring();
      if (kept && 'why' in kept) return refuse([kept.why]);
      const refused = await session.resume(typed ?? kept);
      if (refused) return refuse(refused);
      restart();
      store.setState({ lock: undefined });
      note({ kind: 'unlocked', detail: {} });
    },
    /** With its own timer, because the store's clock rarely moves for a screen reader. */
    watch() {
      let cancel = (): void => {};
      const look = (): void => {
        check();
        const ms = left();
        // A sleep may stop the timers too.
        cancel = clock.after(ms > 0 ? Math.min(ms, LOOK) : LOOK, look);
      };
      look();
      return () => cancel();
    },
  };
}
