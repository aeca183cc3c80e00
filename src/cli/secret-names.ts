// Which names of flags, variables and fields belong to secrets, so that a secret is refused by its name alone.

const secretName =
  /key$|(api|shared|private|access|client)key|token|secret|passw|passphrase|bearer|credential|authorization|^(auth|pass|pwd)$/;

/**
 * Whether a value of this name would be a secret: `--api-key`, `sharedApiKey`, `X_API_KEY`, `password`. Case and
 * punctuation don't count.
 */
export function namesSecret(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
