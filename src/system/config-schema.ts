// The format of config.json. The check, the types and the JSON Schema for editors come from this one schema.

import path from 'node:path';
import * as z from 'zod';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import { type Dialect, dialectValues } from '../api/contract/dialect.ts';
import { headerWord } from '../api/contract/header-text.ts';
import { attempt } from '../lib/attempt.ts';
import { THEMES } from '../lib/colours.ts';
import { templateProblem } from '../lib/summaries.ts';
import { isTimeZone } from '../lib/time.ts';
import {
  isThisMachine,
  MOST_NAME,
  profileNameWord,
  reservedNames,
  SYSTEM_AUTHORITIES,
  scopeWords,
  serverName,
} from './config-words.ts';

export const word = (words: string) =>
  z.string({ error: words }).regex(headerWord, { error: words }).describe(words);

export const object = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, { error: 'an object in braces' });

export const trueOrFalse = (words?: string) => {
  const schema = z.boolean({ error: 'true or false' });
  return (words === undefined ? schema : schema.describe(words)).optional();
};

const someText = (words: string) => z.string({ error: words }).min(1, { error: words });

const customer = object({
  userId: word('the user ID of the customer, without spaces'),
  onBehalfOf: word('the open ID of the connected account, without spaces').optional(),
  name: z
    .string({ error: 'a text' })
    .max(MOST_NAME, { error: 'a text of at most 200 characters' })
    .optional(),
});

/** The first value is the default. */
function oneOf<const Value extends string>(values: readonly Value[]) {
  const [first, ...others] = values;
  return z
    .enum(values, { error: values.join(' or ') })
    .describe(`${[`${first} (the default)`, ...others].join(' or ')}`)
    .exactOptional();
}

const dialect = object({
  scope: z
    .string({ error: 'none, or the permission names to ask for at login' })
    .regex(scopeWords, { error: 'none, or permission names with one space between' })
    .describe('none (the default), or the permission names to ask for at login, with one space between')
    .exactOptional(),
  quote: oneOf(dialectValues.quote),
  nullAmount: oneOf(dialectValues.nullAmount),
  conversion: oneOf(dialectValues.conversion),
  conversionFields: oneOf(dialectValues.conversionFields),
  cardholder: oneOf(dialectValues.cardholder),
  cardTransactions: oneOf(dialectValues.cardTransactions),
  mandateDates: oneOf(dialectValues.mandateDates),
  basePath: oneOf(dialectValues.basePath),
} satisfies Readonly<Record<keyof Dialect, z.ZodType>>);

export const baseUrl = z
  .string({ error: 'the address of the service, such as https://api.example.com' })
  .describe('the address of the service: https, or http for this machine only')
  .superRefine((text, context) => {
    const read = checkBaseUrl(text);
    if (!read.ok)
      context.addIssue({
        code: 'custom',
        message: `an address that Purser may call: the address ${read.reason}`,
      });
  });

const timeZone = z
  .string({ error: 'a time zone, such as Europe/London' })
  .refine(isTimeZone, { error: 'a time zone, such as Europe/London' });

const LANGUAGE = 'a language, such as de or pt-BR';

const isLanguage = (name: string): boolean =>
  attempt(() => Intl.DateTimeFormat.supportedLocalesOf(name).length > 0) ?? false;

const filePath = (words: string) => someText(words).describe(words).exactOptional();

const wholePath = (words: string) =>
  z
    .string({ error: `the whole path of ${words}` })
    .refine(path.isAbsolute, { error: `the whole path of ${words}` })
    .describe(words)
    .exactOptional();

const teamServer = {
  host: z
    .string({ error: 'the name or address of the PostgreSQL server' })
    .regex(serverName, { error: 'the name or address of the PostgreSQL server' })
    .describe(
      'the name or address of the PostgreSQL server with the team journal; several, separated by commas, if another server may become the primary',
    ),
  port: z
    .int({ error: 'a number from 1 to 65535' })
    .min(1, { error: 'a number from 1 to 65535' })
    .max(65_535, { error: 'a number from 1 to 65535' })
    .describe('5432 by default')
    .exactOptional(),
  database: someText('the name of the database'),
  sslmode: z
    .enum(['verify-full', 'disable'], { error: 'verify-full, or disable for a server on this machine' })
    .describe(
      'verify-full (the default): TLS, and the server’s name is checked; disable: for this machine only',
    )
    .exactOptional(),
};

type RefinementContext = Parameters<Parameters<ReturnType<typeof object>['superRefine']>[0]>[1];

function needsTls(
  { host, sslmode }: { readonly host: string; readonly sslmode?: string },
  context: RefinementContext,
): void {
  if (sslmode === 'disable' && !isThisMachine(host))
    context.addIssue({ code: 'custom', path: ['sslmode'], message: 'verify-full for another machine' });
}

/** In the policy. Each person has a role and a certificate, which are no part of it. */
export const sharedJournal = object({ ...teamServer, ca: wholePath('a file with the authorities to trust') })
  .superRefine(needsTls)
  .describe('the only team journal for every service');

const teamJournal = object({
  ...teamServer,
  user: someText('your role on the server').describe('your role; your user name by default').exactOptional(),
  ca: filePath('a file with the authorities to trust'),
  cert: filePath('a file with your client certificate'),
  key: filePath('a file with the key of your client certificate'),
})
  .superRefine(({ host, sslmode, cert, key }, context) => {
    needsTls({ host, ...(sslmode && { sslmode }) }, context);
    if ((cert === undefined) !== (key === undefined))
      context.addIssue({
        code: 'custom',
        path: [cert === undefined ? 'key' : 'cert'],
        message: `given together with ${cert === undefined ? 'cert' : 'key'}`,
      });
  })
  .describe('where the team journal is; without it, the journal is a file on this machine');

export const keyHelper = object({
  command: z
    .string({ error: 'the whole path of a program' })
    .refine(path.isAbsolute, { error: 'the whole path of a program' })
    .describe('the whole path of a program that prints the API key'),
  args: z
    .array(z.string({ error: 'a text' }), { error: 'a list of texts' })
    .describe('the program’s arguments')
    .exactOptional(),
});

const CA_FILE = 'the whole path of a PEM file with the only certificate authorities to trust, or system';

export const caFile = z
  .string({ error: CA_FILE })
  .refine(file => file === SYSTEM_AUTHORITIES || path.isAbsolute(file), { error: CA_FILE })
  .describe(`${CA_FILE} for those of the operating system`)
  .exactOptional();

export const profileSchema = object({
  baseUrl,
  environment: z.enum(['demo', 'production'], { error: 'demo or production' }),
  clientId: word('the client ID, without spaces'),
  programId: word('the program ID, without spaces'),
  userId: word('a user ID, without spaces').optional(),
  onBehalfOf: word('the open ID of a connected account, without spaces').optional(),
  timeZone: timeZone.optional(),
  readOnly: trueOrFalse(),
  caFile,
  unlock: z
    .enum(['key', 'keyring', 'helper'], { error: 'key, keyring or helper' })
    .describe(
      "the source of the API key, at the start and after 15 minutes without a key press. key (the default): typed again. keyring: the system's keyring, where purser profile add keeps the key. helper: a program prints the key",
    )
    .optional(),
  keyHelper: keyHelper.describe('the program that prints the API key, with unlock: helper').exactOptional(),
  dialect: dialect.optional(),
  bell: trueOrFalse('whether a status change rings the terminal’s bell: true by default'),
  customers: z.array(customer, { error: 'a list in brackets' }).optional(),
  journal: teamJournal.optional(),
});

export const profileName = z
  .string()
  .regex(profileNameWord)
  .refine(name => !reservedNames.includes(name));

/** The whole of config.json. Each message completes "FIELD must be …". */
export const configSchema = object({
  $schema: z.string({ error: 'a text' }).optional(),
  profile: z.string({ error: 'the name of a profile' }).describe('the profile to open by default').optional(),
  theme: z
    .enum(THEMES, { error: `one of ${THEMES.join(', ')}` })
    .describe('the colours of the console')
    .optional(),
  keys: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]), { error: 'an object in braces' })
    .describe('keys for commands, by the command’s ID: a key, a list of keys, or an empty list for none')
    .optional(),
  terminal: object({
    title: trueOrFalse('whether the terminal’s title says environment and screen: false by default'),
    mouse: trueOrFalse(
      'whether the wheel moves the cursor, and a click selects a row, opens a tab or sorts: false by default',
    ),
    notifications: z
      .enum(['off', 'osc9', 'osc777'], { error: 'off, osc9 or osc777' })
      .describe('how a status change shows while the terminal has no focus: off by default')
      .optional(),
    synchronizedOutput: trueOrFalse(
      'whether the terminal may show large changes at once: true by default, if the terminal says that it can',
    ),
    ambiguousWidth: z
      .enum(['narrow', 'wide'], { error: 'narrow or wide' })
      .describe('the cells of ambiguous characters: measured by default; with wide, frames are ASCII')
      .optional(),
  }).optional(),
  summaries: object({
    language: z
      .string({ error: LANGUAGE })
      .refine(isLanguage, { error: LANGUAGE })
      .describe('the language of the dates, such as de or pt-BR')
      .optional(),
    texts: z
      .record(z.string(), z.string({ error: 'a text' }), { error: 'an object in braces' })
      .describe(
        'the text of each record, such as payout or payout.DONE, with {fields}; [ ] is left out if a field in it is not known',
      )
      .superRefine((texts, context) => {
        for (const [name, text] of Object.entries(texts)) {
          const message = templateProblem(name, text);
          if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
        }
      })
      .optional(),
  }).optional(),
  profiles: z
    .record(profileName, profileSchema, { error: 'an object in braces, one profile under each name' })
    .optional(),
});

export type Config = z.output<typeof configSchema>;
export type Profile = NonNullable<Config['profiles']>[string];
export type ProfileCustomer = NonNullable<Profile['customers']>[number];

export const configJsonSchema = (): object => z.toJSONSchema(configSchema);

/** The field names that an object at `place` may have. */
export function fieldsAt(whole: z.ZodType, place: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = whole;
  for (const step of place) {
    if (schema instanceof z.ZodObject) schema = schema.shape[String(step)];
    else if (schema instanceof z.ZodRecord) schema = schema.valueType;
    else if (schema instanceof z.ZodArray) schema = schema.element;
    if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
