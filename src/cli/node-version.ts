// Says when Node is too old. It imports nothing, so that such a Node can still read it.

/** Why this Node is too old, or nothing. `version` is as `process.versions.node`; 24.15 is the first that works. */
export function oldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return undefined;
  return `Purser needs Node 24.15 or newer, and this is ${version}.`;
}
