// Where the built program is, and how it is told of a simulator.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Simulator } from '../../src/sim/simulator.ts';

/** The built program's file; throws where nobody has built it. */
export function builtProgram(): string {
  const file = fileURLToPath(new URL('../../dist/purser.mjs', import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is not there: "npm run build" makes it.`);
  return file;
}

/** The variables that sign in to a simulator as one of its customers, by index; `zone` is the operator's. */
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
