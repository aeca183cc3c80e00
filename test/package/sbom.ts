// The list of components (CycloneDX) of each form, from the lockfile without development tools, and from Node's own versions.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

interface Bom {
  /** `tools`: npm, which made the list. */
  readonly metadata: { readonly tools: readonly object[]; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

export type Npm = (...args: readonly string[]) => string;

/** npm's list of the lockfile. With --omit dev, npm would also leave out shipped packages that a development tool needs. */
export const locked = (npm: Npm): Bom =>
  JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'));

interface Form {
  /** The file that the list is about. */
  readonly file: string;
  readonly sha256: string;
  readonly version: string;
  /** In seconds. */
  readonly time: number;
  /** Whether a package of the lockfile is in the form. */
  readonly inside: (name: string, version: string) => boolean;
  /** The versions of Node and its libraries, if Node is in the form. */
  readonly node?: NodeJS.ProcessVersions;
}

/** The list as JSON. The same form has the same list: npm's own has a random number, the time, and the build folder's name. */
export function sbomOf(bom: Bom, { file, sha256, version, time, inside, node }: Form): string {
  const ref = `purser@${version}`;
  const own = {
    ...{
      'bom-ref': ref,
      type: 'application',
      name: 'purser',
      version,
      purl: `pkg:generic/purser@${version}`,
    },
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { id: 'MIT' } }],
    properties: [{ name: 'purser:file', value: file }],
  };
  const packages = bom.components.filter(one => inside(one.name, one.version));
  const components = [...packages, ...(node ? [nodeComponent(node)] : [])];
  const refs = new Set(components.map(component => component['bom-ref']));
  const dependsOn = (from: string | undefined): readonly string[] =>
    (bom.dependencies.find(one => one.ref === from)?.dependsOn ?? []).filter(one => refs.has(one));
  const direct = [...dependsOn(bom.metadata.component['bom-ref']), ...(node ? [nodeRef(node)] : [])];
  const parts = {
    ...{
      $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
    },
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      tools: bom.metadata.tools,
      component: own,
    },
    components,
    dependencies: [
      { ref, dependsOn: direct },
      ...[...refs].map(one => ({ ref: one, dependsOn: dependsOn(one) })),
    ],
  };
  return `${JSON.stringify({ serialNumber: serialOf(JSON.stringify(parts)), ...parts }, null, 2)}\n`;
}

/** A UUID of the form for own ways to make one (version 8). */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${groups.join('-')}`;
}

/** Vendor and product, under which vulnerability databases know Node's libraries. */
const CPES: Readonly<Record<string, string>> = {
  ares: 'c-ares:c-ares',
  brotli: 'google:brotli',
  icu: 'unicode:international_components_for_unicode',
  llhttp: 'llhttp:llhttp',
  nghttp2: 'nghttp2:nghttp2',
  openssl: 'openssl:openssl',
  sqlite: 'sqlite:sqlite',
  undici: 'nodejs:undici',
  uv: 'libuv:libuv',
  v8: 'google:v8',
  zlib: 'zlib:zlib',
  zstd: 'facebook:zstandard',
};

/** Interfaces and tables, which are no code. */
const NOT_CODE = ['node', 'modules', 'napi', 'cldr', 'tz', 'unicode'];

const cpe = (product: string, version: string): string => `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`;

const nodeRef = ({ node }: NodeJS.ProcessVersions): string => `node@${node}`;

const nodeComponent = (versions: NodeJS.ProcessVersions) => ({
  ...{ 'bom-ref': nodeRef(versions), type: 'application', name: 'node', version: versions.node },
  cpe: cpe('nodejs:node.js', versions.node),
  purl: `pkg:generic/node@${versions.node}`,
  components: Object.entries(versions).flatMap(([name, version = '']) =>
    NOT_CODE.includes(name) || version === '' ? [] : [library(name, version)],
  ),
});

function library(name: string, version: string) {
  const product = CPES[name];
  // Node's own patches have a suffix that no database knows.
  const plain = version.replace(/-.*/, '');
  const known = product !== undefined && { cpe: cpe(product, plain) };
  return { 'bom-ref': `node/${name}@${version}`, type: 'library', name, version, ...known };
}

const NPM = join(dirname(fileURLToPath(import.meta.resolve('npm/package.json'))), 'bin/npm-cli.js');

/** The npm of the lockfile: Debian's has no `npm sbom`, and another npm may pack other bytes. */
export const npmOf =
  (env: NodeJS.ProcessEnv): Npm =>
  (...args) =>
    execFileSync(process.execPath, [NPM, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...env, npm_config_loglevel: 'error' },
    });
