/** Decodes bytes as strict UTF-8, for the answers of the service and for files. */

import { attempt } from './attempt.ts';

/** Without a byte order mark. Undefined if the bytes are not UTF-8. */
export const utf8 = (bytes: Uint8Array): string | undefined =>
  attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/** A file of Purser's own. Undefined if it is not JSON in UTF-8. */
export const jsonIn = (bytes: Uint8Array): unknown => attempt(() => JSON.parse(utf8(bytes) ?? ''));
