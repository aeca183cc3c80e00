// Recognises the names of secrets in flags, variables and fields, so that Purser can refuse them.

const secretName =
  /key$|(api|shared|private|access|client)key|token|secret|passw|passphrase|bearer|credential|authorization|^(auth|pass|pwd)$/;

/**
 * Whether this is the name of a secret: `--api-key`, `sharedApiKey`, `X_API_KEY`, `password`. Case and punctuation
 * don't matter.
 */
export function namesSecret(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
