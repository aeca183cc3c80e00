// The format of policy.json. The check, the types and the JSON Schema for editors come from this one schema.
import * as z from 'zod';
import { CONTENT_DAYS, LOCK_MINUTES } from '../api/contract/allowed-services.ts';
import { hasNoDenial, OPERATION_ID } from '../api/contract/success-words.ts';
import { baseUrl, caFile, keyHelper, object, sharedJournal, trueOrFalse, word } from './config-schema.ts';

const LOCK = `a whole number of minutes from 1 to ${LOCK_MINUTES}`;
const CONTENT = `a whole number of days from ${CONTENT_DAYS.least} to ${CONTENT_DAYS.most}`;

const SUCCESS_WORDS = 'lists of words by operation, none of which says failure or delay';

const environment = z.enum(['demo', 'production'], { error: 'demo or production' });

const service = object({
  baseUrl,
  environment,
  clientId: word('the only client ID, without spaces').exactOptional(),
});

/** Each message completes "FIELD must be …". */
export const policySchema = object({
  $schema: z.string({ error: 'a text' }).exactOptional(),
  readOnly: trueOrFalse('true: nobody can write from this machine'),
  productionWrites: trueOrFalse('false: nobody can write in production from this machine'),
  environments: z
    .array(environment, { error: 'a list of demo and production' })
    .min(1, { error: 'a list with demo, production or both' })
    .describe('the only environments that Purser opens')
    .exactOptional(),
  services: z
    .array(service, { error: 'a list in brackets' })
    .describe('the only addresses that Purser calls, and their environments')
    .exactOptional(),
  onlySystemProfiles: trueOrFalse(
    'true: only the profiles in the config.json of the same folder can be used',
  ),
  caFile,
  keyHelper: z
    .union([keyHelper, z.literal(false)], { error: 'an object with command and args, or false' })
    .describe('the only program that prints API keys, or false if there must be none')
    .exactOptional(),
  lockMinutes: z
    .int({ error: LOCK })
    .min(1, { error: LOCK })
    .max(LOCK_MINUTES, { error: LOCK })
    .describe('after how many minutes without a key press Purser locks')
    .exactOptional(),
  lockAsks: z
    .enum(['key', 'pin'], { error: 'key or pin' })
    .describe('what unlocks Purser where a keyring or key helper has the API key: a PIN, or only the API key')
    .exactOptional(),
  journal: sharedJournal.exactOptional(),
  successWords: z
    .record(z.string().regex(OPERATION_ID), z.array(z.string()), { error: SUCCESS_WORDS })
    .refine(hasNoDenial, { error: SUCCESS_WORDS })
    .describe(
      'words of the service that mean a success of an operation, in addition to those that Purser knows',
    )
    .exactOptional(),
  contentDays: z
    .int({ error: CONTENT })
    .min(CONTENT_DAYS.least, { error: CONTENT })
    .max(CONTENT_DAYS.most, { error: CONTENT })
    .describe('after how many days purser journal prune deletes the content of entries and notes')
    .exactOptional(),
});

export type Policy = z.output<typeof policySchema>;

export const policyJsonSchema = (): object => z.toJSONSchema(policySchema);
