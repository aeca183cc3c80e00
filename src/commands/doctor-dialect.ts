// Finds out which dialect the service takes, with reads and quotes only.

import type { Customer } from '../api/client/call-context.ts';
import type { Client } from '../api/client/client.ts';
import type { Outcome } from '../api/client/failure.ts';
import { type Dialect, dialectValues } from '../api/contract/dialect.ts';
import type { Input, OperationId } from '../api/contract/operations.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { isObject, type Json } from '../lib/json.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { type Check, check, type DoctorFinding } from './doctor-finding.ts';

/** The clients share one sign-in. */
export interface DialectClients {
  clientFor(dialect: Dialect): Client;
  close(): Promise<void>;
}

type SwitchForm = Readonly<Record<string, string>>;

/** Only a write could show their right value. */
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
      check(t`Dialect ${visible(name)}`).warn(
        t`not tried: only a write could show whether ${visible(dialect[name])} works`,
      ),
    ),
  ];
}

/** `form`: what the service took. */
interface Told {
  readonly finding: DoctorFinding;
  readonly form?: SwitchForm;
}

/** The profile's form first, then the others, until the service takes one. */
async function tell(
  { switches, attempt, madeUp, weak }: DialectTrial,
  dialect: Dialect,
  clients: DialectClients,
): Promise<Told> {
  const title = check(t`Dialect ${join(switches.map(name => visible(name)))}`);
  if ('lacking' in attempt) return { finding: title.warn(t`not tried: ${attempt.lacking}`) };
  const own = formOf(switches, dialect);
  const refused: { form: SwitchForm; status: number }[] = [];
  for (const form of formsOf(switches, own)) {
    const tried = await attempt(clients.clientFor({ ...dialect, ...form }));
    if (tried.kind === 'failed')
      return { finding: title.warn(t`not known: ${tried.why}`, t`Try again later.`) };
    if (tried.kind === 'taken')
      return form === own && weak
        ? { finding: title.ok(t`${inWords(form)} is not refused; ${weak}`) }
        : { finding: taken(title, form, own), form };
    refused.push({ form, status: tried.status });
  }
  const understood = refused.filter(({ status }) => status !== 404 && status !== 405);
  const [only] = understood;
  if (madeUp && only && understood.length === 1)
    return { finding: taken(title, only.form, own, t`with a made-up ID, `) };
  return {
    finding: title.warn(
      t`not known: the service refused ${inWords(own)} and every other form (HTTP ${refused[0]?.status ?? 0})`,
      t`The reason may be the requested record, not the form. In the console, @ shows each request.`,
    ),
  };
}

function taken(title: Check, form: SwitchForm, own: SwitchForm, how = t``): DoctorFinding {
  if (form === own) return title.ok(t`${how}${inWords(form)} works`);
  const lines = Object.entries(form)
    .filter(([name, value]) => own[name] !== value)
    .map(([name, value]) => visible(`${JSON.stringify(name)}: ${JSON.stringify(value)}`));
  return title.fail(
    t`${how}this service refuses ${inWords(own)} and takes ${inWords(form)}`,
    t`Put ${join(lines)} into "dialect" of the profile (purser profile path names the file). For a profile of this machine, tell an administrator.`,
  );
}

const inWords = (form: SwitchForm): Visible =>
  join(
    Object.values(form).map(value => visible(value)),
    ' with ',
  );

const formOf = (switches: readonly Switch[], dialect: Dialect): SwitchForm =>
  Object.fromEntries(switches.map(name => [name, dialect[name]]));

/** `own` first. */
function formsOf(switches: readonly Switch[], own: SwitchForm): readonly SwitchForm[] {
  const all = switches.reduce<readonly SwitchForm[]>(
    (forms, name) =>
      forms.flatMap(form => dialectValues[name].map((value): SwitchForm => ({ ...form, [name]: value }))),
    [{}],
  );
  return [own, ...all.filter(form => switches.some(name => form[name] !== own[name]))];
}

const FIRST_PAGE = check(t`First page_num`);

/** Compares the page without a number with pages 1 and 0. */
async function pageFinding(client: Client, customer: Customer | undefined): Promise<DoctorFinding> {
  const page = async (page_num?: number): Promise<string | undefined> => {
    const query = { page_size: 2, ...(page_num !== undefined && { page_num }) };
    const read = await client.perform('directDebit.list', { query }, { customer });
    return read.ok ? textsIn(read, 'transaction_id').join(' ') : undefined;
  };
  const plain = await page();
  if (plain === undefined) return FIRST_PAGE.warn(t`not tried: the direct debits can't be read`);
  if (plain === '') return FIRST_PAGE.warn(t`not known: there are no direct debits to compare`);
  if ((await page(1)) === plain) return FIRST_PAGE.ok(t`1`);
  return (await page(0)) === plain
    ? FIRST_PAGE.ok(t`0`)
    : FIRST_PAGE.warn(t`not known: neither page 0 nor page 1 is the first page`);
}

export interface ServiceQuestions {
  readonly dialect: Dialect;
  readonly customer: Customer | undefined;
  /** IDs of conversions made in Purser, newest first. */
  readonly conversions: readonly string[];
}

/** A period without mandates. */
const LONG_AGO = { from_created_date: '2000-01-01', to_created_date: '2000-01-02' };
const MADE_UP = 'conversion_00000000-0000-4000-8000-000000000000';
/** In whole units of any currency. */
const HUNDRED = parseDecimal('100');
/** Only some accounts have mandates. */
const ACCOUNTS = 5;

const NO_CUSTOMER = { lacking: t`no customer is known` };

/** Each quote is new at the service, but nobody converts it. */
async function preparedTrials(
  client: Client,
  { customer, conversions }: ServiceQuestions,
): Promise<readonly DialectTrial[]> {
  if (!customer)
    return ([['quote', 'nullAmount'], ['conversion'], ['cardTransactions'], ['mandateDates']] as const).map(
      switches => ({ switches, attempt: NO_CUSTOMER }),
    );
  return [
    await quoteTrial(client, customer),
    conversionTrial(customer, conversions),
    await cardTrial(client, customer),
    await mandateTrial(client, customer),
  ];
}

/** Comes first: the other trials of Family B need the right base path. */
const basePathTrial = (customer: Customer | undefined): DialectTrial => ({
  switches: ['basePath'],
  attempt: customer ? attemptOf('account.balances', {}, customer) : NO_CUSTOMER,
});

/** The service takes the form if it answers. */
const attemptOf =
  <Id extends Exclude<OperationId, 'login'>>(id: Id, input: Input<Id>, customer: Customer) =>
  async (client: Client): Promise<Tried> =>
    triedOf(await client.perform(id, input, { customer }));

async function quoteTrial(client: Client, customer: Customer): Promise<DialectTrial> {
  const balances = await client.perform('account.balances', {}, { customer });
  const held = textsIn(balances, 'currency');
  const [source, destination] = [...new Set([...held, 'USD', 'EUR'])];
  if (source === undefined || destination === undefined || HUNDRED === undefined)
    return { switches: ['quote', 'nullAmount'], attempt: { lacking: t`no two currencies are known` } };
  const query = {
    quote_type: 'conversion',
    lock_period: '5_mins',
    conversion_schedule: 'immediate',
    source_currencycode: source,
    destination_currencycode: destination,
    source_amount: HUNDRED,
  } as const;
  return { switches: ['quote', 'nullAmount'], attempt: attemptOf('quote.create', { query }, customer) };
}

const conversionTrial = (customer: Customer, [own]: readonly string[]): DialectTrial => ({
  switches: ['conversion'],
  attempt: attemptOf('conversion.get', { query: { conversion_id: own ?? MADE_UP } }, customer),
  ...(own === undefined && { madeUp: true }),
});

async function cardTrial(client: Client, customer: Customer): Promise<DialectTrial> {
  const cards = await client.perform('card.list', { query: { limit: 1 } }, { customer });
  const [id] = textsIn(cards, 'cardHashId');
  return {
    switches: ['cardTransactions'],
    attempt:
      id === undefined
        ? { lacking: t`the customer has no card to try` }
        : attemptOf('card.transactions', { query: { id, limit: 1 } }, customer),
  };
}

async function mandateTrial(client: Client, customer: Customer): Promise<DialectTrial> {
  const accounts = await client.perform('account.list', { query: {} }, { customer });
  const ids = textsIn(accounts, 'id');
  let listed: { readonly id: string; readonly any: boolean } | undefined;
  for (const id of ids.slice(0, ACCOUNTS)) {
    const read = await client.perform(
      'mandate.list',
      { params: { global_account_id: id }, query: { page_size: 1 } },
      { customer },
    );
    if (!read.ok) continue;
    listed = { id, any: rowsIn(read).length > 0 };
    if (listed.any) break;
  }
  if (!listed)
    return { switches: ['mandateDates'], attempt: { lacking: t`no account of the customer lists mandates` } };
  const { id, any } = listed;
  return {
    switches: ['mandateDates'],
    async attempt(client) {
      const input = { params: { global_account_id: id }, query: { ...LONG_AGO, page_size: 1 } };
      const read = await client.perform('mandate.list', input, { customer });
      // Rows show that the service ignored the filter, so it doesn't know this form.
      return rowsIn(read).length > 0 ? { kind: 'refused', status: 200 } : triedOf(read);
    },
    ...(any ? {} : { weak: t`there is no mandate to compare` }),
  };
}

type Switch = keyof typeof dialectValues;

/** `refused`: the form, or the requested record. */
type Tried =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: Visible };

interface DialectTrial {
  readonly switches: readonly Switch[];
  readonly attempt: ((client: Client) => Promise<Tried>) | { readonly lacking: Visible };
  /** With a made-up ID, only the kind of refusal shows whether the service understood. */
  readonly madeUp?: true;
  /** Why an accepted form proves nothing here. A refusal still does. */
  readonly weak?: Visible;
}

/** A response in an undocumented form counts as a refusal. */
function triedOf(outcome: Outcome<unknown>): Tried {
  if (outcome.ok) return { kind: 'taken' };
  const { failure } = outcome;
  switch (failure.kind) {
    case 'refused':
    case 'contradiction':
    case 'server-error':
      return { kind: 'refused', status: failure.status };
    case 'not-the-service':
    case 'malformed':
      return { kind: 'refused', status: 404 };
    case 'unreachable':
    case 'timeout':
    case 'cut-off':
      return { kind: 'failed', why: t`the service was not reached` };
    case 'throttled':
      return { kind: 'failed', why: t`the service asks for fewer requests` };
    default:
      return { kind: 'failed', why: t`no answer (${visible(failure.kind)})` };
  }
}

function textsIn(outcome: Outcome<unknown>, name: string): readonly string[] {
  return rowsIn(outcome).flatMap(row => {
    const value = isObject(row) ? row[name] : undefined;
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Of a list, or of its `items`. */
function rowsIn(outcome: Outcome<unknown>): readonly Json[] {
  if (!outcome.ok) return [];
  const { raw } = outcome;
  const rows = isObject(raw) ? raw['items'] : raw;
  return Array.isArray(rows) ? rows : [];
}
