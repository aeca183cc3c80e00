// Reads a config.json or policy.json that has no mistakes, without the schema, which takes 20 ms to load before the first paint.

import path from 'node:path';
import { CONTENT_DAYS, LOCK_MINUTES } from '../api/contract/allowed-services.ts';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import { type Dialect, dialectValues } from '../api/contract/dialect.ts';
import { headerWord } from '../api/contract/header-text.ts';
import { attempt } from '../lib/attempt.ts';
import { THEMES } from '../lib/colours.ts';
import { isObject } from '../lib/json.ts';
import { isTimeZone } from '../lib/time.ts';
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Config, Profile, ProfileCustomer } from './config-schema.ts';
import {
  isProfileName,
  isThisMachine,
  MOST_NAME,
  SYSTEM_AUTHORITIES,
  scopeWords,
  serverName,
} from './config-words.ts';
import type { Disk } from './disk.ts';
import type { Policy } from './policy-schema.ts';

/**
 * As the schema gives it. `others`: the profiles of another file, which `profile` may name. Undefined if the schema must check the text: it has a mistake, a comment, a repeated field,
 * or anything else that JSON.stringify would write differently.
 */
export function plainConfig(text: string, others: ReadonlySet<string> = NONE): Config | undefined {
  const value = plainJson(text);
  return isConfig(value, others) ? value : undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** Undefined also for a text that JSON.stringify would write differently. */
const plainJson = (text: string): unknown =>
  attempt(() => {
    const value: unknown = JSON.parse(text);
    return text.replace(SPACE_BETWEEN, '$1') === JSON.stringify(value) ? value : undefined;
  });

/** Space, or a string, which the first group keeps. */
const SPACE_BETWEEN = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g;

type Test = (value: unknown) => boolean;
/** The compiler notices a missing test. */
type Tests<T> = { readonly [Field in keyof Required<T>]: Test };

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean: Test = value => typeof value === 'boolean';
const isWord: Test = value => isText(value) && headerWord.test(value);
const oneOf =
  (...words: readonly string[]): Test =>
  value =>
    isText(value) && words.includes(value);

const listOf =
  (test: Test): Test =>
  value =>
    Array.isArray(value) && value.every(test);

const objectOf =
  <T extends object>(tests: Tests<T>, required: readonly (keyof T & string)[]): Test =>
  value => {
    const known: Readonly<Record<string, Test>> = tests;
    return (
      isObject(value) &&
      required.every(field => Object.hasOwn(value, field)) &&
      Object.entries(value).every(
        ([field, content]) => Object.hasOwn(known, field) && known[field]?.(content) === true,
      )
    );
  };

const isEnvironment = oneOf('demo', 'production');

const isDialect = objectOf<Dialect>(
  {
    scope: value => isText(value) && scopeWords.test(value),
    quote: oneOf(...dialectValues.quote),
    nullAmount: oneOf(...dialectValues.nullAmount),
    conversion: oneOf(...dialectValues.conversion),
    conversionFields: oneOf(...dialectValues.conversionFields),
    cardholder: oneOf(...dialectValues.cardholder),
    cardTransactions: oneOf(...dialectValues.cardTransactions),
    mandateDates: oneOf(...dialectValues.mandateDates),
    basePath: oneOf(...dialectValues.basePath),
  },
  [],
);

const isCustomer = objectOf<ProfileCustomer>(
  { userId: isWord, onBehalfOf: isWord, name: value => isText(value) && value.length <= MOST_NAME },
  ['userId'],
);

type JournalBlock = NonNullable<Profile['journal']>;
const isName: Test = value => isText(value) && value !== '';
const serverTests = {
  host: value => isText(value) && serverName.test(value),
  port: value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535,
  database: isName,
  sslmode: oneOf('verify-full', 'disable'),
} satisfies Partial<Tests<JournalBlock>>;
const hasJournalFields = objectOf<JournalBlock>(
  { ...serverTests, user: isName, ca: isName, cert: isName, key: isName },
  ['host', 'database'],
);
const hasTls = ({ host, sslmode }: Pick<JournalBlock, 'host' | 'sslmode'>): boolean =>
  sslmode !== 'disable' || isThisMachine(host);
const isJournal: Test = value => {
  if (!hasJournalFields(value)) return false;
  const { cert, key, ...server } = value as JournalBlock;
  return hasTls(server) && (cert === undefined) === (key === undefined);
};

const isWholePath: Test = value => isText(value) && path.isAbsolute(value);
const isAddress: Test = value => isText(value) && checkBaseUrl(value).ok;

const isCaFile: Test = value => value === SYSTEM_AUTHORITIES || isWholePath(value);
const isKeyHelper = objectOf<NonNullable<Profile['keyHelper']>>(
  { command: isWholePath, args: listOf(isText) },
  ['command'],
);

const isProfile = objectOf<Profile>(
  {
    baseUrl: isAddress,
    environment: isEnvironment,
    clientId: isWord,
    programId: isWord,
    userId: isWord,
    onBehalfOf: isWord,
    timeZone: value => isText(value) && isTimeZone(value),
    readOnly: isBoolean,
    caFile: isCaFile,
    unlock: oneOf('key', 'keyring', 'helper'),
    keyHelper: isKeyHelper,
    dialect: isDialect,
    bell: isBoolean,
    customers: listOf(isCustomer),
    journal: isJournal,
  },
  ['baseUrl', 'environment', 'clientId', 'programId'],
);

const isKeys: Test = value => isText(value) || listOf(isText)(value);

const isTerminal = objectOf<NonNullable<Config['terminal']>>(
  {
    title: isBoolean,
    mouse: isBoolean,
    notifications: oneOf('off', 'osc9', 'osc777'),
    synchronizedOutput: isBoolean,
    ambiguousWidth: oneOf('narrow', 'wide'),
  },
  [],
);

const hasFields = objectOf<Config>(
  {
    $schema: isText,
    profile: isText,
    theme: oneOf(...THEMES),
    keys: value => isObject(value) && Object.values(value).every(isKeys),
    terminal: isTerminal,
    // Rare, so the schema checks it.
    summaries: () => false,
    profiles: value =>
      isObject(value) &&
      Object.entries(value).every(([name, profile]) => isProfileName(name) && isProfile(profile)),
  },
  [],
);

function isConfig(value: unknown, others: ReadonlySet<string>): value is Config {
  if (!hasFields(value)) return false;
  const { profile, profiles = {} } = value as Config;
  const known = profile === undefined || profile === 'demo' || others.has(profile);
  return known || Object.hasOwn(profiles, profile);
}

/** As the schema gives it. Undefined if the schema must check the text. */
export function plainPolicy(text: string): Policy | undefined {
  const value = plainJson(text);
  return hasPolicyFields(value) ? (value as Policy) : undefined;
}

type SharedJournal = NonNullable<Policy['journal']>;
const hasServer = objectOf<SharedJournal>({ ...serverTests, ca: isWholePath }, ['host', 'database']);

const hasPolicyFields = objectOf<Policy>(
  {
    $schema: isText,
    readOnly: isBoolean,
    productionWrites: isBoolean,
    environments: value => listOf(isEnvironment)(value) && (value as readonly unknown[]).length > 0,
    services: listOf(
      objectOf<NonNullable<Policy['services']>[number]>(
        { baseUrl: isAddress, environment: isEnvironment, clientId: isWord },
        ['baseUrl', 'environment'],
      ),
    ),
    onlySystemProfiles: isBoolean,
    caFile: isCaFile,
    keyHelper: value => value === false || isKeyHelper(value),
    lockMinutes: value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LOCK_MINUTES,
    lockAsks: oneOf('key', 'pin'),
    contentDays: value =>
      Number.isInteger(value) && Number(value) >= CONTENT_DAYS.least && Number(value) <= CONTENT_DAYS.most,
    // The schema checks this rare field.
    successWords: () => false,
    journal: value => hasServer(value) && hasTls(value as SharedJournal),
  },
  [],
);

/** Each problem as a message on the terminal. */
export const inLines = (problems: readonly [Visible, ...Visible[]]): Visible =>
  problems.reduce((all, one) => t`${all}\npurser: ${one}`);

type ConfigTextRead =
  | { readonly ok: true; readonly text?: string }
  | { readonly ok: false; readonly problems: readonly [Visible] };

/**
 * Refuses a file that another user owns or may write (FAULTS G5). A symbolic link and mode 0644 are allowed, because
 * the file has no secret. Without `userId` (Windows) nothing is refused.
 */
export function readConfigText(
  disk: Pick<Disk, 'read'>,
  file: string,
  userId: number | undefined,
): ConfigTextRead {
  const name = visible(file);
  const no = (sentence: Visible): ConfigTextRead => ({ ok: false, problems: [sentence] });
  const read = disk.read(file);
  if (read.kind === 'absent') return { ok: true };
  if (read.kind === 'unreadable') return no(t`${name} can't be read (${visible(read.code)}).`);
  if (userId !== undefined && read.ownerId !== userId) {
    return no(
      t`${name} belongs to another user, who could send the API key elsewhere. Make the file your own (chown).`,
    );
  }
  if (userId !== undefined && (read.mode & 0o022) !== 0) {
    return no(t`Other users may change ${name} and send the API key elsewhere. Run: chmod go-w ${name}`);
  }
  const text = utf8(read.bytes);
  return text === undefined ? no(t`${name} is not UTF-8 text.`) : { ok: true, text };
}
