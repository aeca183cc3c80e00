// What happens to a world from outside, in order: what the operators do, and what the surroundings do. A script replays exactly.

import type { DiskWeather } from './desk.ts';
import type { Weather } from './network.ts';
import type { DatabaseWeather } from './team-link.ts';

/** What a person does at a desk. */
export type Act =
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string };

/** What happens to a team's database. */
export type TeamDeed =
  /** Between the consoles and the team's server. */
  | {
      readonly kind: 'database';
      readonly name: string;
      readonly weather: DatabaseWeather;
      /** Not now, but when this step of a write from now on reaches the server, or has been done there. */
      readonly from?: { readonly step: number; readonly done: boolean };
    }
  /** The team's server is killed and starts again. */
  | { readonly kind: 'crash' }
  /** The team's database is copied, or goes back to its last copy. */
  | { readonly kind: 'backup' }
  | { readonly kind: 'restore' }
  /** After a restore: closes Purser, imports the entries of each machine, and confirms the log. */
  | { readonly kind: 'runbook' };

export type Deed =
  | Act
  /** `purser call` in another terminal of the desk's machine. `customer`: the index of one. */
  | { readonly kind: 'call'; readonly args: readonly string[]; readonly customer: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'kill' }
  /** The process dies before or after the nth statement of its journal from now on. */
  | { readonly kind: 'die'; readonly statements: number; readonly after: boolean }
  | { readonly kind: 'terminate' }
  | { readonly kind: 'sleep'; readonly ms: number }
  /** Sleeps when the team's server has done this step of the machine's writes from now on. */
  | { readonly kind: 'sleep at a step'; readonly ms: number; readonly step: number }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'disk'; readonly disk: DiskWeather }
  | { readonly kind: 'resize'; readonly cols: number; readonly rows: number }
  | TeamDeed
  | { readonly kind: 'network'; readonly name: string; readonly weather: Weather }
  /** The rules replace the earlier rules. */
  | { readonly kind: 'service'; readonly rules: readonly string[] };

export interface Entry {
  /** World ms. */
  readonly at: number;
  /** Undefined: the surroundings of all desks. */
  readonly desk?: string;
  /** What the person is doing, for the story. */
  readonly job?: string;
  readonly deed: Deed;
}

export const clockText = (epoch: number, ms: number): string =>
  new Date(epoch + ms).toISOString().slice(11, 23);

export function deedText(deed: Deed): string {
  switch (deed.kind) {
    case 'keys':
      return `presses ${deed.keys.join(' ')}`;
    case 'text':
      return `types ${JSON.stringify(deed.text)}`;
    case 'paste':
      return `pastes ${JSON.stringify(deed.text)}`;
    case 'call':
      return `runs purser call ${deed.args.join(' ')}`;
    case 'start':
      return 'starts Purser';
    case 'kill':
      return 'Purser is killed';
    case 'die':
      return `Purser will be killed ${deed.after ? 'after' : 'before'} its journal's statement ${deed.statements}`;
    case 'terminate':
      return 'Purser gets SIGTERM';
    case 'sleep':
      return `the machine sleeps for ${deed.ms / 1000} s`;
    case 'sleep at a step':
      return `the machine will sleep for ${deed.ms / 1000} s after step ${deed.step} of a write`;
    case 'clock':
      return `the machine's clock is turned by ${deed.ms / 1000} s`;
    case 'disk':
      if (deed.disk.nth !== undefined)
        return `the disk will fail with code ${deed.disk.errcode} at the journal's statement ${deed.disk.nth}`;
      return deed.disk.probability === 0
        ? 'the disk works again'
        : `the disk fails with code ${deed.disk.errcode} in ${100 * deed.disk.probability} % of the statements`;
    case 'resize':
      return `resizes the window to ${deed.cols}×${deed.rows}`;
    case 'database':
      return deed.from === undefined
        ? `the team's server is ${deed.name}`
        : `the team's server will be ${deed.name} ${deed.from.done ? 'after' : 'before'} step ${deed.from.step} of a write`;
    case 'crash':
      return "the team's server is killed and starts again";
    case 'backup':
      return "somebody makes a backup of the team's database";
    case 'restore':
      return "the team's database goes back to its backup";
    case 'runbook':
      return 'Purser is killed everywhere, each machine imports its entries, and an administrator reopens the log';
    case 'network':
      return `the network is ${deed.name}`;
    case 'service':
      return deed.rules.length === 0 ? 'the service is well' : `the service: ${deed.rules.join('; ')}`;
  }
}
