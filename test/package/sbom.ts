// The list of what a package is made of (CycloneDX), from the lockfile, without what is only for development.

import { execFileSync } from 'node:child_process';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** `npm` runs npm with these arguments. `inside` says whether a package is in what is shipped. */
export function sbomOf(
  npm: (...args: readonly string[]) => string,
  inside: (name: string) => boolean,
): string {
  const bom = JSON.parse(
    npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'),
  ) as Bom;
  return shipped(bom, inside);
}

/** npm names the program after the folder that it is built in. */
export function shipped(bom: Bom, inside: (name: string) => boolean): string {
  const own = { ...bom.metadata.component, type: 'application', name: 'purser' };
  const components = bom.components.filter(({ name }) => inside(name));
  const refs = new Set([own['bom-ref'], ...components.map(component => component['bom-ref'])]);
  const dependencies = bom.dependencies.flatMap(({ ref, dependsOn = [] }) =>
    refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter(one => refs.has(one)) }] : [],
  );
  const metadata = { ...bom.metadata, component: own };
  return `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`;
}

/** npm as the one that runs this script, or the one of the PATH. */
export function npmOf(env: NodeJS.ProcessEnv): (...args: readonly string[]) => string {
  const script = env['npm_execpath'];
  const [file, ...first] = script === undefined ? ['npm'] : [process.execPath, script];
  return (...args) =>
    execFileSync(file, [...first, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...env, npm_config_loglevel: 'error' },
    });
}
