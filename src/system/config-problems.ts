// Checks the text of config.json. Each error becomes a sentence with file, line, column, field and the correction.
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { z } from 'zod';
import { nearest } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type Config, configSchema, fieldsAt } from './config-schema.ts';
import { reservedNames } from './config-words.ts';
import { namesSecret } from './secret-names.ts';

type Path = readonly PropertyKey[];
type ConfigCheck = { ok: true; config: Config } | { ok: false; problems: [Visible, ...Visible[]] };

/** The parser's error codes in plain words. */
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

/** Checks the text of the file `name`. Comments and trailing commas are allowed. No sentence quotes a value, which may be a secret. */
export function checkConfig(text: string, name: Visible): ConfigCheck {
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
  const result = configSchema.safeParse(getNodeValue(root));
  const problems = result.success
    ? defaultProblem(result.data, root, at)
    : result.error.issues.flatMap(issue => describe(issue, root, at));
  const [first, ...others] = problems;
  if (first !== undefined) return { ok: false, problems: [first, ...others] };
  return result.success
    ? { ok: true, config: result.data }
    : { ok: false, problems: [t`${name} is not usable.`] };
}

const field = (path: Path): Visible =>
  path.length === 0 ? t`the file` : visible(path.map(String).join('.'), 200);

/** Finds errors that the parser accepts and that are lost in the parsed object: a repeated field, or `__proto__`. */
function oddFields(node: Node, path: Path): { offset: number; sentence: Visible }[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((child, index) => {
    if (node.type === 'array') return oddFields(child, [...path, index]);
    const [key, value] = child.children ?? [];
    const name = String(key?.value);
    const here = [...path, name];
    const deeper = value === undefined ? [] : oddFields(value, here);
    if (name === '__proto__')
      return [{ offset: child.offset, sentence: t`${field(here)} is not a field.` }, ...deeper];
    if (seen.has(name))
      return [{ offset: child.offset, sentence: t`${field(here)} is given twice.` }, ...deeper];
    seen.add(name);
    return deeper;
  });
}

function describe(issue: z.core.$ZodIssue, root: Node, at: (offset: number) => Visible): Visible[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => t`${at(placeOf(root, [...path, key], 'name'))}: ${unknownField(path, key)}`);
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

/** The offset of a field's name or value. For a missing field, the start of its object. */
function placeOf(root: Node, path: Path, part: 'name' | 'value'): number {
  const node = findNodeAtLocation(root, path.map(asSegment));
  if (node !== undefined) return part === 'name' ? (node.parent?.offset ?? node.offset) : node.offset;
  return path.length === 0 ? root.offset : placeOf(root, path.slice(0, -1), 'value');
}

function unknownField(path: Path, key: string): Visible {
  const name = field([...path, key]);
  if (namesSecret(key)) {
    return t`${name} is not allowed: others may read this file or its backups. Give the API key in PURSER_API_KEY or on the Login screen.`;
  }
  const meant = nearest(key, fieldsAt(path));
  return meant === undefined
    ? t`${name} is not a field.`
    : t`${name} is not a field. Did you mean ${visible(meant)}?`;
}

/** Checks that the default profile exists, which the schema can't do. */
function defaultProblem(config: Config, root: Node, at: (offset: number) => Visible): Visible[] {
  const { profile, profiles } = config;
  if (profile === undefined || profile === 'demo' || Object.hasOwn(profiles, profile)) return [];
  const meant = nearest(profile, Object.keys(profiles));
  const hint = meant === undefined ? t`` : t` Did you mean ${visible(meant)}?`;
  return [t`${at(placeOf(root, ['profile'], 'value'))}: profile must be the name of a profile below.${hint}`];
}
