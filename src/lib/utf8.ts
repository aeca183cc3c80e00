/** Decodes bytes as strict UTF-8, for the answers of the service and for files. */

/** Without a byte order mark. Undefined if the bytes are not UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A file of Purser's own. Undefined if it is not JSON in UTF-8. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8(bytes) ?? '');
  } catch {
    return undefined;
  }
}
