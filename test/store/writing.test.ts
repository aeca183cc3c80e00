import { describe, expect, it } from 'vitest';
import { reachOf } from '../../src/effects/session.ts';
import { t } from '../../src/lib/visible.ts';
import { asksToken } from '../../src/money/write-tokens.ts';
import { newLock, signInKey } from '../../src/store/lock-state.ts';
import type { State } from '../../src/store/state.ts';
import { GRANT_LASTS, isGuarded, whyNotWrite, writingOf } from '../../src/store/writing.ts';
import { alpha, reach, signedInStore } from './signed-in.ts';

const state = (more: Partial<State> = {}, environment: 'demo' | 'production' = 'demo'): State => {
  const now = signedInStore(alpha).getState();
  return { ...now, reach: { ...now.reach, environment, baseUrl: 'https://a' }, ...more };
};
const grant = { reason: t`TICKET-7`, until: 1000, baseUrl: 'https://a' };

describe('write access', () => {
  it('needs no grant in the demo, until a person gives write access up', () => {
    expect(writingOf(state())).toMatchObject({ mode: 'write', left: undefined });
    expect(writingOf(state({ writingGivenUp: true }))).toEqual({ mode: 'read-only' });
    expect(whyNotWrite(state())).toBeUndefined();
    expect(whyNotWrite(state({ writingGivenUp: true }))).toContain('This is READ-ONLY: press w');
  });

  it('in production needs a grant for this service that has not expired [E22]', () => {
    expect(whyNotWrite(state({}, 'production'))).toContain('press w');
    expect(writingOf(state({ grant }, 'production'), 999)).toMatchObject({ mode: 'write', left: 1 });
    expect(writingOf(state({ grant }, 'production'), 1000)).toEqual({ mode: 'read-only' });
    const elsewhere = { ...grant, baseUrl: 'https://b' };
    expect(writingOf(state({ grant: elsewhere }, 'production'), 0)).toEqual({ mode: 'read-only' });
  });

  it('at a demo that only a variable names is guarded as in production: grant, tokens, and a lock with the key', () => {
    const guarded = (more: Partial<State> = {}) => {
      const now = state(more);
      return { ...now, reach: { ...now.reach, unprovenDemo: true as const } };
    };
    expect(writingOf(guarded())).toEqual({ mode: 'read-only' });
    expect(whyNotWrite(guarded())).toContain('press w');
    expect(writingOf(guarded({ grant }), 999)).toMatchObject({ mode: 'write', left: 1 });
    expect(asksToken('write', guarded().reach)).toBe(true);
    expect(asksToken('write', state().reach)).toBe(false);
    expect(newLock(guarded().reach, 'keys').form).toBeDefined();
    expect(newLock(state().reach, 'keys').form).toBeUndefined();
    const lock = newLock(guarded().reach, 'keys');
    expect(signInKey(guarded({ lock }))).toBe('Enter on Unlock');
  });

  it('keeps its guards at the address of the start only', () => {
    const start = {
      ...reach,
      baseUrl: 'https://a.example.com',
      environment: 'demo',
      unprovenDemo: true,
    } as const;
    const at = (baseUrl: string) => reachOf({ ...start, baseUrl }, start);
    expect(at(start.baseUrl)).toEqual(start);
    expect(at('http://127.0.0.1:9')).toMatchObject({ environment: 'demo' });
    expect(isGuarded(at('http://127.0.0.1:9'))).toBe(false);
    expect(at('https://b.example.com').environment).toBe('production');
  });

  it("is barred, with or without a grant, if the journal can't be used [E8a]", () => {
    const journal = {
      kind: 'locked',
      why: t`Purser can't write to the service: it is damaged.`,
      rows: [],
    } as const;
    expect(writingOf(state({ grant, journal }), 0)).toEqual({ mode: 'barred', why: journal.why });
  });

  it('is barred, with or without a grant, in a read-only console [E22]', () => {
    const now = state({ grant });
    const barred = { ...now, reach: { ...now.reach, readOnly: t`the profile is read-only` } };
    expect(whyNotWrite(barred, 0)).toBe('This console only reads: the profile is read-only.');
  });

  it('is barred, with or without a grant, while the console is locked', () => {
    const lock = newLock(reach, 'keys');
    expect(writingOf(state({ grant, lock }), 0)).toEqual({ mode: 'barred', why: 'The console is locked.' });
  });

  it('is granted for a quarter of an hour, with the given reason', () => {
    expect(GRANT_LASTS).toBe(900_000);
    const now = state({ grant, tick: 400 }, 'production');
    expect(writingOf(now)).toEqual({ mode: 'write', left: 600, reason: 'TICKET-7' });
    expect(whyNotWrite(now)).toBeUndefined();
    expect(whyNotWrite({ ...now, tick: 1000 })).toContain('This is READ-ONLY');
  });
});
