// Locks the console after a long time without a key press. The lock hides the screen, ends write access and drops the
// token.

import type { AuditEntry } from '../journal/audit.ts';
import { type Clock, repeat } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import type { Secret } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import { SLEPT } from '../sending/send-window.ts';
import { askedBy, lockAfter, lockMinutes, mayAskPin, newLock } from '../store/lock-state.ts';
import type { Reach } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { isGuarded } from '../store/writing.ts';
import type { Exports } from './exports.ts';
import type { Reveals } from './reveals.ts';
import type { Keys, SessionEffects } from './session.ts';

/** From the keyring, or why a person has to type the key. */
export type UnlockKey = (
  owner: Pick<Reach, 'environment' | 'baseUrl' | 'clientId'>,
) => Promise<{ readonly apiKey: Secret } | { readonly why: Visible }>;

/** Of this user and machine. */
export interface LockPin {
  isChosen(): boolean;
  /** Returns why the PIN can't be kept. */
  choose(pin: Secret): Promise<Visible | undefined>;
  isRight(pin: Secret): Promise<boolean>;
}

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
  /** Undefined if there is no place to keep a PIN. */
  readonly pin: LockPin | undefined;
}

/** In ms. */
const LOOK = 5000;

/** In ms. Any person at the console may choose the PIN in this time, so it is short. */
const TO_CHOOSE = 60_000;

/** In ms, by the number of wrong PINs in a row: 2 s, 4 s, 8 s, and so on to 15 minutes. */
const waitAfter = (wrong: number): number => Math.min(2 ** wrong * 1000, 15 * 60_000);

const NO_PIN = [
  t`No PIN was chosen before the lock. L chooses one.`,
  t`Without the API key, press Ctrl+C twice and start Purser again.`,
];

const secondsIn = (ms: number): Visible => counted(Math.ceil(ms / 1000), t`second`, t`seconds`);

export type LockEffects = ReturnType<typeof createLock>;

export function createLock(parts: LockDeps) {
  const { store, clock, session, dialog, reveals, exports, note, redraw, unlockKey, pin } = parts;
  const lead = (): number => clock.wall() - clock.monotonic();
  /** Monotonic ms. */
  let last = clock.monotonic();
  let knownLead = lead();
  /** Ms since `last` in which the monotonic clock stood still. */
  let slept = 0;
  /** Monotonic ms; 0 if a person asked for the lock. */
  let lockedAt = 0;
  /** True until the keyring has answered, or the PIN is checked. */
  let asking = false;
  /** Wrong PINs since the last right one. */
  let wrong = 0;
  /** Monotonic ms. */
  let pinFrom = 0;
  let chooseUntil = 0;

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
    chooseUntil = last + TO_CHOOSE;
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
    const { sharedKey } = session.lock();
    const withPin = pin && mayAskPin(reach, sharedKey);
    const choosing = lockedAt === 0 ? 'new-pin' : undefined;
    const asked = withPin ? (pin.isChosen() ? 'pin' : choosing) : undefined;
    store.setState(state => ({
      lock: newLock(
        state.reach,
        asked ?? (sharedKey ? 'both-keys' : 'keys'),
        withPin && !asked ? NO_PIN : [],
      ),
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

  /** Asks again, as before or for something else. */
  const ask = (reason: readonly Visible[], asked?: ReturnType<typeof askedBy>): void =>
    store.setState(state =>
      state.lock ? { lock: newLock(state.reach, asked ?? askedBy(state.lock), reason) } : state,
    );

  async function resume(keys?: Keys): Promise<void> {
    const { lock } = store.getState();
    const bothKeys = lock && askedBy(lock) === 'both-keys';
    const refused = await session.resume(keys);
    if (refused) return ask(refused, bothKeys ? 'both-keys' : 'keys');
    restart();
    store.setState({ lock: undefined });
    note({ kind: 'unlocked', detail: {} });
  }

  /** Of the locked service, which may differ from the profile's. */
  async function resumeFromKeyring(reach: Reach): Promise<void> {
    ask([
      reach.keyHelper
        ? t`Asking the key helper for the API key …`
        : t`Reading the API key from the system's keyring …`,
    ]);
    const kept = (await unlockKey?.(reach)) ?? { why: t`There is no keyring here.` };
    asking = false;
    return 'why' in kept ? ask([kept.why], 'keys') : resume(kept);
  }

  const isBusy = (): boolean =>
    !store.getState().lock || store.getState().session.phase === 'signing-in' || asking;

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
    /** In production with typed keys, which only the service checks. */
    async unlock(typed?: Keys) {
      if (isBusy()) return;
      // A policy may have made a demo production after the lock.
      if (!typed && isGuarded(store.getState().reach)) return ask([], 'keys');
      await resume(typed);
    },
    /** Chooses the PIN, or unlocks with it and the key of the keyring. */
    async enterPin(typed: Secret) {
      const { lock, reach } = store.getState();
      if (isBusy() || !lock) return;
      if (!pin || !mayAskPin(reach, false))
        return ask([t`The policy of this machine asks for the API key.`], 'keys');
      if (askedBy(lock) === 'new-pin') {
        if (clock.monotonic() > chooseUntil)
          return ask([t`The minute to choose a PIN is over.`, ...NO_PIN], 'keys');
        asking = true;
        const why = await pin.choose(typed);
        asking = false;
        return why ? ask([why], 'keys') : ask([t`The PIN is chosen. It unlocks Purser from now on.`], 'pin');
      }
      if (!pin.isChosen()) return ask([t`The PIN was removed from the state folder.`], 'keys');
      const wait = pinFrom - clock.monotonic();
      if (wait > 0) return ask([t`Not checked. Wait ${secondsIn(wait)}, then type the PIN again.`]);
      asking = true;
      if (await pin.isRight(typed)) {
        wrong = 0;
        return resumeFromKeyring(reach);
      }
      asking = false;
      wrong += 1;
      pinFrom = clock.monotonic() + waitAfter(wrong);
      note({ kind: 'locked', detail: { why: 'wrong PIN', wrong: String(wrong) } });
      ask([t`Wrong PIN. Wait ${secondsIn(waitAfter(wrong))}, then type the PIN again.`]);
    },
    /** With its own timer, because the store's clock rarely moves for a screen reader. */
    watch() {
      check();
      // A sleep may stop the timers too.
      const wait = (): number => (left() > 0 ? Math.min(left(), LOOK) : LOOK);
      return repeat(clock, wait, check);
    },
  };
}
