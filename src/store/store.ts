// The zustand store, without React. The composition root makes the store and passes it to all other code.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { State } from './state.ts';

export type Store = StoreApi<State>;

type Beginning = Pick<State, 'reach' | 'size' | 'now' | 'tick'> & Partial<State>;

export const createPurserStore = (beginning: Beginning): Store =>
  createStore<State>(() => firstState(beginning));

/** The first paint shows it before there is a store. */
export const firstState = (beginning: Beginning): State => ({
  session: { phase: 'signed-out' },
  login: undefined,
  lock: undefined,
  customer: undefined,
  known: [],
  calls: [],
  workspaces: {},
  overlay: undefined,
  prompt: undefined,
  notice: undefined,
  exchanges: [],
  time: 'local',
  skew: undefined,
  armed: undefined,
  journal: { kind: 'closed' },
  audit: { kind: 'unread' },
  outcomeChecks: {},
  pageSizes: {},
  operator: '',
  language: 'en',
  grant: undefined,
  writingGivenUp: false,
  exporting: undefined,
  exported: undefined,
  watches: [],
  statusChanges: [],
  bell: true,
  wider: {},
  theme: 'default',
  colours: '16',
  ...beginning,
});
