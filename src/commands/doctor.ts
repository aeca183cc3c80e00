// `purser doctor`: checks the set-up from the terminal to the service's dialect, and says how to correct problems.

import path from 'node:path';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import { startDemo } from '../effects/demo.ts';
import { credentialsOf, customersOf, missingSentence, withKeys } from '../effects/starting.ts';
import { isAtService } from '../journal/possible-duplicates.ts';
import { readJournal } from '../journal/sqlite/read-journal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { answerOf, conversionCreate } from '../subjects/fx/conversion-create.ts';
import { openConfigFile } from '../system/config.ts';
import { keptKeysOf } from '../system/kept-keys.ts';
import type { Policy } from '../system/policy-schema.ts';
import type { Setup } from '../system/setup.ts';
import type { Start } from '../system/start.ts';
import { type CommandParts, command, commandHelp, type LineOf, progressOn } from './command-parts.ts';
import { askedFor, SESSION_FLAGS, startOf } from './command-session.ts';
import { check, type DoctorFinding, findingText } from './doctor-finding.ts';
import { findingsHere, trustFindings } from './doctor-here.ts';
import { hiddenFindings, policyFindings } from './doctor-policy.ts';
import { clockFinding, findWay, serviceFindings } from './doctor-service.ts';
import { ownJson } from './json-text.ts';

const CONFIGURATION = check(t`Configuration`);
const SET_UP = check(t`Set-up`);
const SERVICE = check(t`Service`);
const API_KEY = check(t`API key`);
const SIGN_IN = check(t`Sign-in`);

export const DOCTOR = commandHelp({
  name: 'doctor',
  usage: ['doctor [--profile NAME] [--ca-file FILE] [--json]'],
  about:
    'Looks at the terminal, the folders, the policy of this machine, config.json and the journal. Then it looks at the way to the service, the clock and the sign-in. Each check has one line: ok, warn or fail, and how to correct the problem. With an API key (PURSER_API_KEY, the keyring, or typed), the command also finds out which forms the service takes.\n\ndoctor reads, requests up to four quotes that nobody uses, and sends no write.',
  flags: { json: { says: 'the findings as JSON' }, ...SESSION_FLAGS },
  examples: [
    { line: 'purser doctor', says: 'looks at the set-up that purser would open' },
    { line: 'purser doctor --profile staging --json', says: 'looks at a profile; the result is JSON' },
  ],
  notes: ['Exit codes: 0 nothing fails (warnings are allowed); 1 something fails; 2 wrong usage.'],
});

type DoctorArguments = LineOf<typeof DOCTOR>;

export const doctor = command(DOCTOR, async (line, parts) => {
  const { out } = parts;
  const all: DoctorFinding[] = [];
  const progress = progressOn(parts);
  const tell = (findings: readonly DoctorFinding[]): void => {
    progress.end();
    all.push(...findings);
    if (!line.has('json')) for (const one of findings) out(findingText(one));
    progress.show(t`Looking at the set-up and the service …`);
  };
  // Before the start, which removes other users' access to the folder.
  tell(findingsHere(parts));
  await look(line, { ...parts, err: progress.before(parts.err) }, tell);
  progress.end();
  if (line.has('json')) out(ownJson(all));
  return all.some(({ state }) => state === 'fail') ? 1 : 0;
});

const STOPPED = t`Correct this first. Purser made no further checks.`;

type Tell = (findings: readonly DoctorFinding[]) => void;

async function look(line: DoctorArguments, parts: CommandParts, tell: Tell): Promise<void> {
  tell(policyFindings(parts.machine));
  if (!parts.machine.ok) return;
  const config = openConfigFile(parts);
  if ('why' in config) return tell([CONFIGURATION.fail(config.why, STOPPED)]);
  const path = visible(config.path, 400);
  tell([CONFIGURATION.ok(config.config ? path : t`none: ${path} does not exist`)]);
  tell(hiddenFindings(config));
  const started = await startOf(parts, line);
  if (!started.ok) return tell([SET_UP.fail(started.why, STOPPED)]);
  const { setup } = started.start;
  const writes = setup.readOnlyReason
    ? t`, read-only: ${setup.readOnlyReason}`
    : setup.unprovenDemo
      ? t`, guarded like production, because only PURSER_ENVIRONMENT says demo`
      : t``;
  const where = t`profile ${visible(setup.profileName)}, ${visible(setup.environment)}, ${visible(setup.timeZone)}${writes}`;
  tell([SET_UP.ok(where), ...trustFindings(parts.process, setup.caFile)]);
  if (setup.journal) tell(await (await import('./doctor-team.ts')).teamFindings(setup, parts.keyring));
  await lookAtService(started.start, parts, tell);
}

async function lookAtService(start: Start, parts: CommandParts, tell: Tell): Promise<void> {
  const { setup, caPem, folders } = start;
  const policy = parts.machine.ok ? parts.machine.machine.policy : undefined;
  const demo = setup.start === 'demo' ? await startDemo() : undefined;
  try {
    const address = checkBaseUrl(demo?.credentials.baseUrl ?? setup.baseUrl ?? '');
    if (!address.ok) return tell([SERVICE.warn(t`no address`, missing(start, policy))]);
    const { baseUrl, loopback } = address;
    const decided = policy?.caFile !== undefined || policy?.onlySystemProfiles === true;
    const way = await findWay({ baseUrl, loopback, caPem, decided }, parts.process.env);
    tell(way.findings);
    // Also without a way to the service: who can't get the key can't sign in later either.
    const kept = demo || credentialsOf(setup) ? undefined : await keptKeysOf(setup, parts.keyring);
    if (kept && 'why' in kept)
      return tell([
        clockFinding(undefined),
        API_KEY.fail(visible(kept.why.replace(/\.$/, '')), howToKeep(setup, policy)),
      ]);
    const credentials = way.reached
      ? (demo?.credentials ?? (await askedFor(parts, kept ? withKeys(setup, kept) : setup, false)))
      : undefined;
    if (!credentials)
      return tell([clockFinding(undefined), SIGN_IN.warn(t`not tried`, missing(start, policy))]);
    const { dialect } = setup;
    const customer = customersOf([], setup).customer ?? demo?.customers[0] ?? setup.customers[0];
    const service = { ...credentials, dialect, ...(caPem !== undefined && { caPem }) };
    const conversions = conversionsIn(folders.state, credentials.baseUrl, customer?.userId);
    tell(await serviceFindings({ service, uuid: parts.uuid }, { dialect, customer, conversions }));
  } finally {
    await demo?.close();
  }
}

function missing({ setup }: Start, policy: Policy | undefined): Visible {
  if (setup.missing.length === 0) return t`First correct the problems above.`;
  const key = t`${missingSentence(setup)} Set PURSER_API_KEY`;
  return policy?.onlySystemProfiles ? t`${key}.` : t`${key}; purser profile add makes a profile.`;
}

function howToKeep({ keyHelper }: Setup, policy: Policy | undefined): Visible {
  if (!keyHelper) return t`Unlock or repair the keyring, or set PURSER_API_KEY.`;
  return policy?.keyHelper
    ? t`The policy of this machine names the key helper. Tell an administrator.`
    : t`Correct the key helper of the profile, or set PURSER_API_KEY.`;
}

/** Newest first. */
function conversionsIn(folder: string | undefined, baseUrl: string, userId: string | undefined) {
  if (folder === undefined || userId === undefined) return [];
  const read = readJournal(path.join(folder, 'journal.db'), { newest: { userId }, limit: 500 });
  const rows = read.kind === 'rows' ? read.rows : [];
  return rows
    .filter(row => row.intent.operation === conversionCreate.operation && isAtService(row, { baseUrl }))
    .filter(({ state }) => state === 'DONE')
    .flatMap(row => answerOf(row).id ?? []);
}
