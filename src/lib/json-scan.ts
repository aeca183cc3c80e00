/**
 * Scans a JSON text for errors that its parser ignores: duplicate keys with equal values, and endless nesting or sizes.
 */

export interface Findings {
  /** Why the text is not read at all. */
  readonly refused?: string;
  /** Paths of keys that occur more than once in one object. */
  readonly duplicateKeys: ReadonlySet<string>;
}

/** No answer of the service comes near it, and every walk over a value may recurse. */
const MAX_DEPTH = 200;
/** A page of 5,000 full records has fewer. More would keep the screen waiting while they are read. */
const MAX_VALUES = 500_000;
/** Every path of a duplicate is compared with every other path, so neither may be long, nor the list of them. */
export const MAX_PATH = 512;
const MAX_DUPLICATES = 1000;

interface Level {
  readonly path: string;
  /** The keys so far in an object; none in an array. */
  readonly keys: Set<string> | undefined;
  /** The path of the current item. */
  item: string;
  index: number;
  /** Whether a string at this point is a key. */
  atKey: boolean;
}

/** The path of the key inside the object at `path`: "data.amount", or data["a b"] if the key isn't a plain name. */
export function childPath(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Scans any `text`; for a text that isn't JSON the result means nothing. */
export function scanJson(text: string): Findings {
  const duplicateKeys = new Set<string>();
  const levels: Level[] = [];
  let level: Level | undefined;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') {
      if (levels.length === MAX_DEPTH) return { refused: 'nested too deeply', duplicateKeys };
      const path = level?.item ?? '';
      const keys = char === '{' ? new Set<string>() : undefined;
      level = { path, keys, item: `${path}[0]`, index: 0, atKey: char === '{' };
      levels.push(level);
    } else if (char === '}' || char === ']') {
      levels.pop();
      level = levels.at(-1);
    } else if (char === ',' && level) {
      values += 1;
      if (values === MAX_VALUES) return { refused: 'too many values', duplicateKeys };
      if (level.keys) level.atKey = true;
      else level.item = `${level.path}[${++level.index}]`;
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (level?.keys && level.atKey) {
        level.atKey = false;
        const key = unquoted(text.slice(at, end + 1));
        level.item = childPath(level.path, key);
        if (level.keys.has(key)) {
          if (level.item.length > MAX_PATH || duplicateKeys.size === MAX_DUPLICATES)
            return { refused: 'too many duplicate keys', duplicateKeys };
          duplicateKeys.add(level.item);
        }
        level.keys.add(key);
      }
      at = end;
    }
  }
  return { duplicateKeys };
}

/** The place of the quote that ends the string at `start`. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function unquoted(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
