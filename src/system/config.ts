// Checks config.json with its schema, for the start and for commands, and changes single fields in its text.

import fs from 'node:fs';
import path from 'node:path';
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { z } from 'zod';
import { attempt, succeeds } from '../lib/attempt.ts';
import { withHint } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { namesSecret } from './command-line.ts';
import { type Config, configJsonSchema, configSchema, fieldsAt, type Profile } from './config-schema.ts';
import { reservedNames } from './config-words.ts';
import { type Disk, systemDisk } from './disk.ts';
import { findFolders } from './folders.ts';
import type { Machine, MachineRead } from './machine.ts';
import { namesOf } from './machine-limits.ts';
import { makeFolders } from './make-folders.ts';
import { inLines, readConfigText } from './plain-config.ts';
import { type Policy, policySchema } from './policy-schema.ts';

/** Without a file there is neither `config` nor `text`. */
type ConfigLoad =
  | { readonly ok: true; readonly config?: Config; readonly text?: string }
  | { readonly ok: false; readonly problems: readonly [Visible, ...Visible[]] };

export function loadConfig(
  disk: Pick<Disk, 'read'>,
  file: string,
  userId: number | undefined,
  others?: ReadonlySet<string>,
): ConfigLoad {
  const read = readConfigText(disk, file, userId);
  if (!read.ok || read.text === undefined) return read;
  const checked = checkConfig(read.text, visible(file), others);
  return checked.ok ? { ...checked, text: read.text } : checked;
}

export interface ConfigFile {
  readonly path: string;
  /** The file's own content, without the profiles of the machine. */
  readonly config: Config | undefined;
  readonly machine: Machine;
  readonly text: string | undefined;
  /** Refuses a text with a mistake, and does not overwrite a change that somebody else made meanwhile. */
  save(text: string): { readonly why: Visible } | undefined;
}

interface ConfigParts {
  readonly process: Pick<NodeJS.Process, 'env' | 'getuid'>;
  readonly uuid: () => string;
  readonly machine: MachineRead;
}

export function openConfigFile({
  process,
  uuid,
  machine: machineRead,
}: ConfigParts): ConfigFile | { readonly why: Visible } {
  if (!machineRead.ok) return { why: machineRead.why };
  const { machine } = machineRead;
  const others = namesOf(machine.config);
  const { config: folder } = findFolders(process.env);
  if (folder === undefined)
    return { why: t`There is no home folder for config.json. Set PURSER_CONFIG_DIR.` };
  const file = path.join(folder, 'config.json');
  const disk = systemDisk(uuid);
  const read = () => loadConfig(disk, file, process.getuid?.(), others);
  const loaded = read();
  if (!loaded.ok) return { why: inLines(loaded.problems) };
  return {
    path: file,
    config: loaded.config,
    machine,
    text: loaded.text,
    save(text) {
      const checked = checkConfig(text, visible(file), others);
      if (!checked.ok) return { why: t`Nothing was saved: ${checked.problems[0]}` };
      const now = read();
      if (!now.ok || now.text !== loaded.text)
        return { why: t`Nothing was saved: another person or program changed config.json meanwhile.` };
      return written(disk, folder, file, text);
    },
  };
}

function written(disk: Disk, folder: string, file: string, text: string) {
  const failed = (code: string) => ({
    why: t`Nothing was saved: ${visible(file)} can't be written (${visible(code)}).`,
  });
  if (!succeeds(() => makeFolders(folder))) return failed('EACCES');
  // The schema is for editors only, so Purser ignores a failure here.
  disk.replace(path.join(folder, 'config.schema.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  // So that a symbolic link stays.
  const saved = disk.replace(attempt(() => fs.realpathSync(file)) ?? file, text);
  return saved.ok ? undefined : failed(saved.code);
}

export const NEW_CONFIG = `{
  "$schema": "./config.schema.json",
  "profiles": {}
}
`;

/** Undefined removes a field. */
export type ProfileFields = { readonly [Name in keyof Profile]?: Profile[Name] | undefined };

/** `known`: the profile exists already. */
export function withProfile(text: string, name: string, fields: ProfileFields, known: boolean): string {
  if (!known) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return edited(text, ['profiles', name], given);
  }
  return Object.entries(fields).reduce(
    (all, [field, value]) => edited(all, ['profiles', name, field], value),
    text,
  );
}

export const withoutProfile = (text: string, name: string): string =>
  edited(text, ['profiles', name], undefined);

/** Undefined means the demo. */
export const withDefault = (text: string, name: string | undefined): string =>
  edited(text, ['profile'], name);

function edited(text: string, path: JSONPath, value: unknown): string {
  const once = change(text, path, value);
  // jsonc-parser removes a last field with the comma before it. That may break a text with a trailing comma.
  return isWhole(once) ? once : change(withoutLastCommas(text), path, value);
}

function change(text: string, path: JSONPath, value: unknown): string {
  const formattingOptions = {
    tabSize: 2,
    insertSpaces: !/^\t/m.test(text),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

function isWhole(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

function withoutLastCommas(text: string): string {
  const scanner = createScanner(text, true);
  let [kept, comma] = [text, -1];
  for (let at = 0; at < text.length; ) {
    scanner.scan();
    at = scanner.getTokenOffset();
    const sign = text[at] ?? '';
    if (comma >= 0 && /[}\]]/.test(sign)) kept = `${kept.slice(0, comma)} ${kept.slice(comma + 1)}`;
    comma = sign === ',' ? at : -1;
  }
  return kept;
}

type Path = readonly PropertyKey[];
type FileCheck<Content> = { ok: true; config: Content } | { ok: false; problems: [Visible, ...Visible[]] };

const syntaxWords: Readonly<Record<string, Visible>> = {
  PropertyNameExpected: t`a field's name in double quotes is missing here`,
  ValueExpected: t`a value is missing here`,
  ColonExpected: t`a colon is missing here`,
  CommaExpected: t`a comma is missing here`,
  CloseBraceExpected: t`a closing brace } is missing`,
  CloseBracketExpected: t`a closing bracket ] is missing`,
  EndOfFileExpected: t`the file must end here`,
  UnexpectedEndOfString: t`this text has no closing quote`,
  InvalidEscapeCharacter: t`this text has an invalid backslash`,
};

/** `others`: the profiles of another file, which `profile` may name. */
export function checkConfig(
  text: string,
  name: Visible,
  others: ReadonlySet<string> = new Set(),
): FileCheck<Config> {
  return checkFile(text, name, configSchema, (config, root, at) => defaultProblem(config, root, at, others));
}

export const checkPolicy = (text: string, name: Visible): FileCheck<Policy> =>
  checkFile(text, name, policySchema, () => []);

type PositionText = (offset: number) => Visible;

/** Comments and trailing commas are allowed. No sentence quotes a value, which may be a secret. */
function checkFile<Content>(
  text: string,
  name: Visible,
  schema: z.ZodType<Content>,
  further: (content: Content, root: Node, at: PositionText) => Visible[],
): FileCheck<Content> {
  const at = (offset: number): Visible => {
    const before = text.slice(0, offset).split(/\r\n|\r|\n/);
    return t`${name}, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  };
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return { ok: false, problems: [t`${name} is nested too deeply.`] };
  }
  const [error] = errors;
  if (error !== undefined || tree === undefined) {
    const words = error === undefined ? undefined : syntaxWords[printParseErrorCode(error.error)];
    return { ok: false, problems: [t`${at(error?.offset ?? 0)}: ${words ?? t`this is not JSON`}.`] };
  }
  const root = tree;
  const [odd, ...more] = oddFields(root, []).map(({ offset, sentence }) => t`${at(offset)}: ${sentence}`);
  if (odd !== undefined) return { ok: false, problems: [odd, ...more] };
  const result = schema.safeParse(getNodeValue(root));
  const problems = result.success
    ? further(result.data, root, at)
    : result.error.issues.flatMap(issue => describe(issue, schema, root, at));
  const [first, ...others] = problems;
  if (first !== undefined) return { ok: false, problems: [first, ...others] };
  return result.success
    ? { ok: true, config: result.data }
    : { ok: false, problems: [t`${name} is not usable.`] };
}

const field = (path: Path): Visible =>
  path.length === 0 ? t`the file` : visible(path.map(String).join('.'), 200);

/** Errors that the parsed object no longer shows: a repeated field, or `__proto__`. */
function oddFields(node: Node, path: Path): { offset: number; sentence: Visible }[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((child, index) => {
    if (node.type === 'array') return oddFields(child, [...path, index]);
    const [key, value] = child.children ?? [];
    const name = String(key?.value);
    const here = [...path, name];
    const deeper = value === undefined ? [] : oddFields(value, here);
    const odd = (sentence: Visible) => [{ offset: child.offset, sentence }, ...deeper];
    if (name === '__proto__') return odd(t`${field(here)} is not a field.`);
    if (seen.has(name)) return odd(t`${field(here)} is given twice.`);
    seen.add(name);
    return deeper;
  });
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, root: Node, at: PositionText): Visible[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      key => t`${at(placeOf(root, [...path, key], 'name'))}: ${unknownField(schema, path, key)}`,
    );
  }
  if (issue.code === 'invalid_key') {
    return [
      t`${at(placeOf(root, path, 'name'))}: ${field(path)}: a profile's name has up to 40 letters, digits, dots and dashes; ${visible(reservedNames.join(' and '))} are reserved.`,
    ];
  }
  const missing = findNodeAtLocation(root, path.map(asSegment)) === undefined;
  const words = missing ? t`is missing: it must be` : t`must be`;
  return [t`${at(placeOf(root, path, 'value'))}: ${field(path)} ${words} ${visible(issue.message)}.`];
}

const asSegment = (step: PropertyKey): string | number => (typeof step === 'number' ? step : String(step));

/** For a missing field, the start of its object. */
function placeOf(root: Node, path: Path, part: 'name' | 'value'): number {
  const node = findNodeAtLocation(root, path.map(asSegment));
  if (node !== undefined) return part === 'name' ? (node.parent?.offset ?? node.offset) : node.offset;
  return path.length === 0 ? root.offset : placeOf(root, path.slice(0, -1), 'value');
}

function unknownField(schema: z.ZodType, path: Path, key: string): Visible {
  const name = field([...path, key]);
  if (path.at(-1) === 'journal' && namesSecret(key))
    return t`${name} is not allowed: others may read this file or its backups. Put the password into PGPASSWORD or ~/.pgpass, or run \`purser team password\`.`;
  if (namesSecret(key)) {
    return t`${name} is not allowed: others may read this file or its backups. Give the API key in PURSER_API_KEY or on the Login screen.`;
  }
  return withHint(t`${name} is not a field.`, key, fieldsAt(schema, path));
}

/** The schema can't check that the default profile exists. */
function defaultProblem(
  config: Config,
  root: Node,
  at: PositionText,
  others: ReadonlySet<string>,
): Visible[] {
  const { profile, profiles = {} } = config;
  if (profile === undefined || profile === 'demo' || others.has(profile)) return [];
  if (Object.hasOwn(profiles, profile)) return [];
  const place = at(placeOf(root, ['profile'], 'value'));
  const wrong = t`${place}: profile must be the name of a profile below.`;
  return [withHint(wrong, profile, [...Object.keys(profiles), ...others])];
}
