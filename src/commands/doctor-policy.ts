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
  const {
    readOnly,
    productionWrites,
    environments,
    services,
    onlySystemProfiles,
    caFile,
    keyHelper,
    lockMinutes,
    lockAsks,
    journal,
    contentDays,
    successWords,
  } = policy;
  return present<Visible>(
    readOnly && t`bars writing`,
    productionWrites === false && t`bars writes in production`,
    environments &&
      t`allows only ${join(
        environments.map(word => visible(word)),
        ' and ',
      )}`,
    services &&
      t`allows only these addresses: ${services.length === 0 ? t`none` : join(services.map(serviceText))}`,
    onlySystemProfiles && t`allows only the profiles of ${visible(configFile, 400)}`,
    caFile !== undefined && t`trusts only the certificate authorities in ${visible(caFile, 400)}`,
    keyHelper === false && t`allows no key helper`,
    keyHelper && t`allows only the key helper ${visible(keyHelper.command, 300)}`,
    lockMinutes !== undefined &&
      t`locks after ${counted(lockMinutes, t`minute`, t`minutes`)} without a key press`,
    lockAsks === 'key' && t`unlocks only with the API key, not with a PIN`,
    journal &&
      t`keeps the team journal on ${visible(journal.host, 300)}, database ${visible(journal.database, 100)}`,
    successWords &&
      t`adds words of a success: ${join(
        Object.entries(successWords).flatMap(([id, words]) =>
          words.map(word => t`${visible(id)} ${visible(word, 60)}`),
        ),
      )}`,
    contentDays !== undefined && t`wants the content of journal entries deleted after ${contentDays} days`,
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
