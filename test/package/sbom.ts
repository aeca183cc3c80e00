// The list of what a package is made of (CycloneDX), from the lockfile, without what is only for development.

import { execFileSync } from 'node:child_process';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Whether a package is in what is shipped; `version` as in the lockfile. */
type Inside = (name: string, version: string) => boolean;

type Npm = (...args: readonly string[]) => string;

/** With --omit dev npm would leave out what a development tool needs, too. */
export const sbomOf = (npm: Npm, inside: Inside): string =>
  shipped(JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')) as Bom, inside);

/** npm names the program after the folder that it is built in. */
export function shipped(bom: Bom, inside: Inside): string {
  const own = { ...bom.metadata.component, type: 'application', name: 'purser' };
  const components = bom.components.filter(({ name, version }) => inside(name, version));
  const refs = new Set([own['bom-ref'], ...components.map(component => component['bom-ref'])]);
  const dependencies = bom.dependencies.flatMap(({ ref, dependsOn = [] }) =>
    refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter(one => refs.has(one)) }] : [],
  );
  const metadata = { ...bom.metadata, component: own };
  return `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`;
}

/** npm as the one that runs this script, or the one of the PATH. */
export function npmOf(env: NodeJS.ProcessEnv): Npm {
  const script = env['npm_execpath'];
  const [file, ...first] = script === undefined ? ['npm'] : [process.execPath, script];
  return (...args) =>
    execFileSync(file, [...first, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...env, npm_config_loglevel: 'error' },
    });
}
