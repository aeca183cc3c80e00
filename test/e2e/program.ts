// The path of the built program, and its variables for a simulator.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Simulator } from '../../src/sim/simulator.ts';

/** The path of the built program. Throws if it is not built. */
export function builtProgram(): string {
  const file = fileURLToPath(new URL('../../dist/purser.mjs', import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} does not exist: run "npm run build".`);
  return file;
}

/** The environment that signs in to a simulator as the customer with this index. */
export function variablesFor(
  { url, credentials, customers }: Pick<Simulator, 'url' | 'credentials' | 'customers'>,
  customer = 0,
): Record<string, string> {
  const { userId, onBehalfOf } = customers[customer] ?? {};
  return {
    TZ: 'UTC',
    PURSER_BASE_URL: url,
    PURSER_CLIENT_ID: credentials.clientId,
    PURSER_API_KEY: credentials.apiKey,
    PURSER_PROGRAM_ID: credentials.programId,
    ...(userId !== undefined && { PURSER_USER_ID: userId }),
    ...(onBehalfOf !== undefined && { PURSER_ON_BEHALF_OF: onBehalfOf }),
  };
}
