// The one zustand store, without React: made in the composition root and passed to everything else.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Reach, Size, State } from './state.ts';

export type Store = StoreApi<State>;

interface FirstState {
  readonly reach: Reach;
  readonly size: Size;
  readonly now: number;
  readonly tick: number;
}

export const createPurserStore = ({ reach, size, now, tick }: FirstState): Store =>
  createStore<State>(() => ({
    reach,
    session: { phase: 'signed-out' },
    login: undefined,
    lock: undefined,
    customer: undefined,
    known: [],
    workspaces: {},
    overlay: undefined,
    prompt: undefined,
    notice: undefined,
    exchanges: [],
    time: 'local',
    size,
    now,
    tick,
    skew: undefined,
    armed: undefined,
    journal: { kind: 'closed' },
    readBack: {},
    pageSizes: {},
    operator: '',
    language: 'en',
    grant: undefined,
    writingGivenUp: false,
    exporting: undefined,
    exported: undefined,
    told: [],
    bell: true,
  }));
