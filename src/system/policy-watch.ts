// The policy while Purser runs: a stricter one counts at once, a looser one at the next start.

import fs from 'node:fs';
import { type Limits, stricter } from '../api/contract/allowed-services.ts';
import { attempt } from '../lib/attempt.ts';
import { t } from '../lib/visible.ts';
import type { Config } from './config-schema.ts';
import { type Machine, policyNow } from './machine.ts';
import { limitsOf, withMachine } from './machine-limits.ts';
import type { Policy } from './policy-schema.ts';

/** The same object while nothing changed. */
export type PolicyWatch = () => Limits | undefined;

export function watchPolicy(machine: Machine, own: Config | undefined, profileName: string): PolicyWatch {
  const profile = withMachine(own, machine)?.profiles?.[profileName];
  const limitsWith = (policy: Policy | undefined): Limits | undefined => {
    const { policy: _, ...others } = machine;
    return limitsOf(policy ? { ...others, policy } : others, profile, own);
  };
  let strictest = limitsOf(machine, profile, own);
  let now = strictest;
  let seen: string | undefined;
  return () => {
    const sign = signOf(machine);
    if (sign === seen) return now;
    const read = policyNow(machine);
    const isUnread = 'why' in read;
    // Only after the reading, so that a change during the reading is read again. Another reading may have the schema.
    seen = !isUnread && signOf(machine) === sign ? sign : undefined;
    if (isUnread) {
      if (now?.readOnly !== UNREAD) now = { productionWrites: true, ...strictest, readOnly: UNREAD };
      return now;
    }
    const limits = limitsWith(read.policy);
    const ended = needsStart(read.policy, machine.policy) && { ended: ENDED };
    if (limits) strictest = { ...(strictest ? stricter(strictest, limits) : limits), ...ended };
    now = strictest;
    return now;
  };
}

const UNREAD = t`the policy of this machine can't be read`;

const ENDED = t`The policy of this machine changed. Quit, and start Purser again.`;

/** Purser applies these at its start only. Without a value, the policy is looser. */
const AT_START = ['caFile', 'keyHelper', 'journal', 'onlySystemProfiles'] as const;

const needsStart = (policy: Policy = {}, before: Policy = {}): boolean =>
  AT_START.some(name => {
    const [value, old] = [policy[name], before[name]].map(one => JSON.stringify(one));
    return value !== undefined && value !== old && !(name === 'onlySystemProfiles' && value === 'false');
  });

/** Changes with the content of the policy. */
function signOf({ place, policyFile }: Machine): string {
  return [place.folder, policyFile]
    .map(file => attempt(() => fs.lstatSync(file, { bigint: true })))
    .map(facts => facts && [facts.dev, facts.ino, facts.size, facts.mode, facts.uid, facts.ctimeNs].join())
    .join(';');
}
