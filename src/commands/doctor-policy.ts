// Findings of `purser doctor` on the files of an administrator: each decision of the policy, and the shared profiles.

import { operations } from '../api/contract/operations.ts';
import { counted } from '../lib/counted.ts';
import { present } from '../lib/present.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import type { ConfigFile } from '../system/config.ts';
import type { Machine, MachineRead } from '../system/machine.ts';
import { hiddenNames, hiddenSentence } from '../system/machine-limits.ts';
import type { Policy } from '../system/policy-schema.ts';
import { check, type DoctorFinding } from './doctor-finding.ts';

const POLICY = check(t`Policy`);
const SHARED = check(t`System profiles`);

export function policyFindings(read: MachineRead): readonly DoctorFinding[] {
  if (!read.ok)
    return [POLICY.fail(read.why, t`An administrator must correct the file. Purser does not start.`)];
  const { machine } = read;
  const { policy, policyFile } = machine;
  const file = visible(policyFile, 400);
  const profiles = Object.keys(machine.config?.profiles ?? {});
  return [
    POLICY.ok(policy ? file : t`none: ${file} does not exist`),
    ...(policy ? decisionsOf(policy, machine).map(decision => POLICY.ok(decision)) : []),
    ...Object.keys(policy?.successWords ?? {})
      .filter(id => !Object.hasOwn(operations, id))
      .map(id =>
        POLICY.warn(
          t`a word of a success is for ${visible(id, 60)}, which is no operation`,
          t`Correct the name: docs/operations.md lists the operations.`,
        ),
      ),
    ...present(
      machine.config &&
        SHARED.ok(
          t`${visible(machine.configFile, 400)}: ${profiles.length === 0 ? t`none` : listed(profiles)}`,
        ),
    ),
  ];
}

const listed = (names: readonly string[]): Visible => visible(names.join(', '), 400);

function decisionsOf(policy: Policy, { configFile }: Machine): readonly Visible[] {
  return present<Visible>(
    policy.readOnly && t`bars writing`,
    policy.productionWrites === false && t`bars writes in production`,
    policy.environments &&
      t`allows only ${join(
        policy.environments.map(word => visible(word)),
        ' and ',
      )}`,
    policy.services &&
      t`allows only these addresses: ${policy.services.length === 0 ? t`none` : join(policy.services.map(serviceText))}`,
    policy.onlySystemProfiles && t`allows only the profiles of ${visible(configFile, 400)}`,
    policy.caFile !== undefined &&
      t`trusts only the certificate authorities in ${visible(policy.caFile, 400)}`,
    policy.keyHelper === false && t`allows no key helper`,
    policy.keyHelper && t`allows only the key helper ${visible(policy.keyHelper.command, 300)}`,
    policy.lockMinutes !== undefined &&
      t`locks after ${counted(policy.lockMinutes, t`minute`, t`minutes`)} without a key press`,
    policy.lockAsks === 'key' && t`unlocks only with the API key, not with a PIN`,
    policy.journal &&
      t`keeps the team journal on ${visible(policy.journal.host, 300)}, database ${visible(policy.journal.database, 100)}`,
    policy.successWords &&
      t`adds words of a success: ${join(
        Object.entries(policy.successWords).flatMap(([id, words]) =>
          words.map(word => t`${visible(id)} ${visible(word, 60)}`),
        ),
      )}`,
    policy.contentDays !== undefined &&
      t`wants the content of journal entries deleted after ${policy.contentDays} days`,
  );
}

type PolicyService = NonNullable<Policy['services']>[number];

const serviceText = ({ baseUrl, environment, clientId }: PolicyService): Visible =>
  t`${visible(baseUrl, 200)} (${visible(environment)}${clientId === undefined ? t`` : t`, client ID ${visible(clientId, 60)}`})`;

export const hiddenFindings = ({ config, machine }: ConfigFile): readonly DoctorFinding[] =>
  hiddenNames(config, machine).map(name =>
    SHARED.warn(
      visible(hiddenSentence(name, machine).replace(/\.$/, '')),
      t`Give your own profile another name.`,
    ),
  );
