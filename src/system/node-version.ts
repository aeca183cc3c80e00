// Checks the version of Node. This file imports nothing, so that an old Node can read it too.

/** Says why this Node is too old. Undefined from 24.15 on. `version` has the form of `process.versions.node`. */
export function oldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return undefined;
  return `Purser needs Node 24.15 or newer, and this is ${version}.`;
}
