// Finds out which dialect the service takes, with reads and quotes only.

import type { Client } from '../api/client/client.ts';
import type { Customer } from '../api/client/service.ts';
import { type Dialect, dialectValues } from '../api/contract/dialect.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { type DialectTrial, type Switch, textsIn } from './dialect-trial.ts';
import { basePathTrial, preparedTrials, type ServiceQuestions } from './dialect-trials.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

/** Clients for several dialects that share one sign-in. */
export interface DialectClients {
  clientFor(dialect: Dialect): Client;
  close(): Promise<void>;
}

type SwitchForm = Readonly<Record<string, string>>;

/** The switches whose right value only a write could show. Purser does not try them. */
const OF_WRITES: readonly Switch[] = ['cardholder', 'conversionFields'];

export async function dialectFindings(
  clients: DialectClients,
  asking: ServiceQuestions,
): Promise<readonly DoctorFinding[]> {
  const base = await tell(basePathTrial(asking.customer), asking.dialect, clients);
  const dialect: Dialect = { ...asking.dialect, ...base.form };
  const client = clients.clientFor(dialect);
  const findings: DoctorFinding[] = [base.finding];
  for (const trial of await preparedTrials(client, asking))
    findings.push((await tell(trial, dialect, clients)).finding);
  findings.push(await pageFinding(client, asking.customer));
  return [
    ...findings,
    ...OF_WRITES.map(name =>
      warn(
        t`Dialect ${visible(name)}`,
        t`not tried: only a write could show whether ${visible(dialect[name])} works`,
      ),
    ),
  ];
}

/** `form`: the form that the service took. */
interface Told {
  readonly finding: DoctorFinding;
  readonly form?: SwitchForm;
}

/** Tries the profile's form first, then the other forms, until the service takes a form. */
async function tell(
  { switches, attempt, madeUp, weak }: DialectTrial,
  dialect: Dialect,
  clients: DialectClients,
): Promise<Told> {
  const check = t`Dialect ${join(
    switches.map(name => visible(name)),
    ', ',
  )}`;
  if ('lacking' in attempt) return { finding: warn(check, t`not tried: ${attempt.lacking}`) };
  const own = formOf(switches, dialect);
  const refused: { form: SwitchForm; status: number }[] = [];
  for (const form of formsOf(switches, own)) {
    const tried = await attempt(clients.clientFor({ ...dialect, ...form }));
    if (tried.kind === 'failed')
      return { finding: warn(check, t`not known: ${tried.why}`, t`Try again later.`) };
    if (tried.kind === 'taken')
      return form === own && weak
        ? { finding: ok(check, t`${inWords(form)} is not refused; ${weak}`) }
        : { finding: taken(check, form, own), form };
    refused.push({ form, status: tried.status });
  }
  const understood = refused.filter(({ status }) => status !== 404 && status !== 405);
  const [only] = understood;
  if (madeUp && only && understood.length === 1)
    return { finding: taken(check, only.form, own, t`with a made-up ID, `) };
  return {
    finding: warn(
      check,
      t`not known: the service refused ${inWords(own)} and every other form (HTTP ${refused[0]?.status ?? 0})`,
      t`The reason may be the requested record, not the form. In the console, @ shows each request.`,
    ),
  };
}

function taken(check: Visible, form: SwitchForm, own: SwitchForm, how = t``): DoctorFinding {
  if (form === own) return ok(check, t`${how}${inWords(form)} works`);
  const lines = Object.entries(form)
    .filter(([name, value]) => own[name] !== value)
    .map(([name, value]) => visible(`${JSON.stringify(name)}: ${JSON.stringify(value)}`));
  return fail(
    check,
    t`${how}this service refuses ${inWords(own)} and takes ${inWords(form)}`,
    t`Put ${join(lines, ', ')} into "dialect" of the profile (purser profile path names the file).`,
  );
}

const inWords = (form: SwitchForm): Visible =>
  join(
    Object.values(form).map(value => visible(value)),
    ' with ',
  );

const formOf = (switches: readonly Switch[], dialect: Dialect): SwitchForm =>
  Object.fromEntries(switches.map(name => [name, dialect[name]]));

/** All combinations of the switches' values, `own` first. */
function formsOf(switches: readonly Switch[], own: SwitchForm): readonly SwitchForm[] {
  const all = switches.reduce<readonly SwitchForm[]>(
    (forms, name) =>
      forms.flatMap(form => dialectValues[name].map((value): SwitchForm => ({ ...form, [name]: value }))),
    [{}],
  );
  return [own, ...all.filter(form => switches.some(name => form[name] !== own[name]))];
}

const CHECK = t`First page_num`;

/** Finds the number of the first page: compares the page without a number with pages 1 and 0. */
async function pageFinding(client: Client, customer: Customer | undefined): Promise<DoctorFinding> {
  const page = async (page_num?: number): Promise<string | undefined> => {
    const query = { page_size: 2, ...(page_num !== undefined && { page_num }) };
    const read = await client.perform('directDebit.list', { query }, { customer });
    return read.ok ? textsIn(read, 'transaction_id').join(' ') : undefined;
  };
  const plain = await page();
  if (plain === undefined) return warn(CHECK, t`not tried: the direct debits can't be read`);
  if (plain === '') return warn(CHECK, t`not known: there are no direct debits to compare`);
  if ((await page(1)) === plain) return ok(CHECK, t`1`);
  return (await page(0)) === plain
    ? ok(CHECK, t`0`)
    : warn(CHECK, t`not known: neither page 0 nor page 1 is the first page`);
}
