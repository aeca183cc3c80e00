// The list of shipped components (CycloneDX), from the lockfile, without development tools.

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

/** Whether a package is shipped. `version` is the lockfile's. */
type Inside = (name: string, version: string) => boolean;

type Npm = (...args: readonly string[]) => string;

/** The list as JSON. With --omit dev, npm would also leave out shipped packages that a development tool needs. */
export const sbomOf = (npm: Npm, inside: Inside): string =>
  shipped(JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')) as Bom, inside);

/**
 * Keeps the shipped components of npm's list. npm names the program after the build folder, so the name is
 * corrected here.
 */
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

/** The npm that runs this script, or the npm in the PATH. */
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
