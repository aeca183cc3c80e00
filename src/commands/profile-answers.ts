// The fields of a profile: from the flags, the old profile, and the person at the terminal.

import path from 'node:path';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { type Config, type Profile, profileName, profileSchema } from '../system/config-schema.ts';
import { SYSTEM_AUTHORITIES } from '../system/config-words.ts';
import type { ProfileFlag, ProfileLine } from './profile-text.ts';

/** Undefined if the person gave up. */
export type Ask = (question: Visible) => Promise<string | undefined>;

export interface Answers {
  readonly name: string;
  readonly profile: Profile;
  readonly before: Profile | undefined;
}

type Answered = Answers | { readonly why: Visible } | 'gave up';

type TextField = 'baseUrl' | 'environment' | 'clientId' | 'programId' | 'userId' | 'onBehalfOf' | 'timeZone';

interface ProfileQuestion {
  readonly field: TextField;
  readonly flag: ProfileFlag;
  readonly words: Visible;
  readonly optional?: true;
}

const ACCOUNT = t`The customer's connected account (Enter: none)`;

const QUESTIONS: readonly ProfileQuestion[] = [
  { field: 'baseUrl', flag: 'base-url', words: t`Service address (https://…, the part before /api/v1)` },
  { field: 'environment', flag: 'environment', words: t`Environment, demo or production` },
  { field: 'clientId', flag: 'client-id', words: t`Client ID` },
  { field: 'programId', flag: 'program-id', words: t`Program ID` },
  { field: 'userId', flag: 'user-id', words: t`User ID of the first customer (Enter: none)`, optional: true },
  { field: 'onBehalfOf', flag: 'on-behalf-of', words: ACCOUNT, optional: true },
  { field: 'timeZone', flag: 'zone', words: t`Time zone (Enter: this machine's)`, optional: true },
];

/** Without `ask`, all fields come from the flags. */
export async function answersOf(
  name: string | undefined,
  line: ProfileLine,
  config: Config | undefined,
  ask: Ask | undefined,
  say: (sentence: Visible) => void,
): Promise<Answered> {
  const called = await nameOf(name, ask, say);
  if (typeof called === 'object') return called;
  if (called === undefined) return 'gave up';
  const profiles = config?.profiles ?? {};
  const before = Object.hasOwn(profiles, called) ? profiles[called] : undefined;
  if (before && !ask && !line.has('replace'))
    return {
      why: t`There is a profile ${visible(called)} already. --replace changes it and keeps fields that you don't give.`,
    };
  if (before && ask)
    say(
      t`Profile ${visible(called)} exists. Your answers change this profile. Enter keeps a value, - removes a value.`,
    );
  const texts: AnswerTexts = {};
  const missing: ProfileFlag[] = [];
  for (const question of QUESTIONS) {
    const { field, flag, optional } = question;
    // A connected account belongs to a user.
    if (field === 'onBehalfOf' && texts.userId === undefined && !line.has(flag)) continue;
    const fallback = fallbackOf(field, before, texts);
    const given = line.value(flag);
    const wrong = given === undefined ? undefined : problem(question, given);
    if (wrong !== undefined) return { why: t`--${visible(flag)}: ${wrong}` };
    const answer =
      given === undefined && ask ? await asked(question, fallback, ask, say) : { value: given ?? fallback };
    if (!answer) return 'gave up';
    if (answer.value !== undefined) texts[field] = tidied(field, answer.value);
    else if (!optional) missing.push(flag);
  }
  if (missing.length > 0)
    return {
      why: t`A profile also needs ${join(missing.map(flag => t`--${visible(flag)}`))}.`,
    };
  const readOnly = line.has('read-only') || (await readOnlyOf(before, ask));
  if (readOnly === undefined) return 'gave up';
  const customers = await customersOf(before, ask, say);
  if (!customers) return 'gave up';
  // Fields without a question, such as the dialect, don't change.
  const kept = Object.fromEntries(QUESTIONS.map(({ field }) => [field, undefined]));
  const read = profileSchema.safeParse({
    ...before,
    ...kept,
    ...texts,
    ...caFileIn(line.value('ca-file')),
    readOnly: readOnly || undefined,
    customers: customers.length > 0 ? customers : undefined,
  });
  if (!read.success)
    return { why: t`The profile is not valid: ${visible(read.error.issues[0]?.message ?? '', 200)}.` };
  return { name: called, profile: read.data, before };
}

/** A profile needs the whole path, because Purser may start in any folder. */
const caFileIn = (given: string | undefined): Pick<Profile, 'caFile'> =>
  given === undefined ? {} : { caFile: given === SYSTEM_AUTHORITIES ? given : path.resolve(given) };

type AnswerTexts = { [Field in TextField]?: string };

/** What Enter takes. */
function fallbackOf(
  field: TextField,
  before: Profile | undefined,
  { baseUrl }: AnswerTexts,
): string | undefined {
  if (before) return before[field];
  if (field !== 'environment' || baseUrl === undefined) return undefined;
  const checked = checkBaseUrl(baseUrl);
  return checked.ok && checked.loopback ? 'demo' : 'production';
}

/** The form of an address that requests use. */
function tidied(field: TextField, value: string): string {
  const checked = field === 'baseUrl' ? checkBaseUrl(value) : undefined;
  return checked?.ok ? checked.baseUrl : value;
}

function problem({ field }: ProfileQuestion, value: string): Visible | undefined {
  const read = profileSchema.shape[field].safeParse(value);
  return read.success ? undefined : t`must be ${visible(read.error.issues[0]?.message ?? '', 200)}.`;
}

/** `value` is undefined if the person chose no value. Undefined if the person gave up. */
async function asked(
  question: ProfileQuestion,
  fallback: string | undefined,
  ask: Ask,
  say: (sentence: Visible) => void,
): Promise<{ readonly value: string | undefined } | undefined> {
  const hint = fallback === undefined ? t`` : t` [${visible(fallback, 120)}]`;
  for (;;) {
    const typed = await ask(t`${question.words}${hint}:`);
    if (typed === undefined) return undefined;
    if (typed === '-' && question.optional) return { value: undefined };
    const value = typed === '' ? fallback : typed;
    const wrong = value === undefined ? undefined : problem(question, value);
    if (wrong !== undefined) say(t`The value ${wrong}`);
    else if (value !== undefined || question.optional) return { value };
    else say(t`A value is required.`);
  }
}

async function nameOf(given: string | undefined, ask: Ask | undefined, say: (sentence: Visible) => void) {
  const fits = (name: string): boolean => profileName.safeParse(name).success;
  const rule = t`A profile's name has up to 40 letters, digits, dots and dashes; demo and unnamed are reserved.`;
  if (given !== undefined) return fits(given) ? given : { why: rule };
  if (!ask) return { why: t`purser profile add needs a name for the profile.` };
  for (;;) {
    const typed = await ask(t`Name of the profile:`);
    if (typed === undefined || fits(typed)) return typed;
    say(rule);
  }
}

async function readOnlyOf(before: Profile | undefined, ask: Ask | undefined): Promise<boolean | undefined> {
  const now = before?.readOnly ?? false;
  return ask ? saidYes(t`Make this profile read-only?`, now, ask) : now;
}

/** Enter means `enter`. Undefined if the person gave up. */
export async function saidYes(question: Visible, enter: boolean, ask: Ask): Promise<boolean | undefined> {
  for (;;) {
    const typed = await ask(t`${question} ${enter ? t`[Y/n]` : t`[y/N]`}`);
    if (typed === undefined) return undefined;
    if (typed === '') return enter;
    if (/^(?:y|yes)$/i.test(typed)) return true;
    if (/^(?:n|no)$/i.test(typed)) return false;
  }
}

type Customers = NonNullable<Profile['customers']>;

/** With those of the old profile. Undefined if the person gave up. */
async function customersOf(
  before: Profile | undefined,
  ask: Ask | undefined,
  say: (sentence: Visible) => void,
): Promise<Customers | undefined> {
  const all: Customers = [...(before?.customers ?? [])];
  if (!ask) return all;
  for (;;) {
    const userId = await ask(t`User ID of another customer (Enter: no more):`);
    if (userId === undefined) return undefined;
    if (userId === '') return all;
    const onBehalfOf = await ask(t`${ACCOUNT}:`);
    const name = await ask(t`The customer's name, for the customer switcher (Enter: none):`);
    if (onBehalfOf === undefined || name === undefined) return undefined;
    const one = { userId, ...(onBehalfOf && { onBehalfOf }), ...(name && { name }) };
    const fits = profileSchema.shape.customers.safeParse([one]);
    if (fits.success) all.push(one);
    else
      say(
        t`The customer was not added: a value must be ${visible(fits.error.issues[0]?.message ?? '', 200)}.`,
      );
  }
}
