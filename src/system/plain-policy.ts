// Reads a policy.json that has no mistakes, without the schema, which takes 20 ms to load before the first paint.

import { CONTENT_DAYS, LOCK_MINUTES } from '../api/contract/allowed-services.ts';
import {
  hasTls,
  isAddress,
  isBoolean,
  isCaFile,
  isKeyHelper,
  isText,
  isWholePath,
  isWord,
  objectOf,
  oneOf,
  plainJson,
  serverTests,
  type Test,
} from './plain-config.ts';
import type { Policy } from './policy-schema.ts';

/** As the schema gives it. Undefined if the schema must check the text. */
export function plainPolicy(text: string): Policy | undefined {
  const value = plainJson(text);
  return hasFields(value) ? (value as Policy) : undefined;
}

const isEnvironment = oneOf('demo', 'production');
const listOf =
  (test: Test): Test =>
  value =>
    Array.isArray(value) && value.every(test);

type SharedJournal = NonNullable<Policy['journal']>;
const hasServer = objectOf<SharedJournal>({ ...serverTests, ca: isWholePath }, ['host', 'database']);

const hasFields = objectOf<Policy>(
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
