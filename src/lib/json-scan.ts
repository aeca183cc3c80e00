/** Scans a JSON text for problems that the parser ignores: duplicate keys, deep nesting and too many values. */

/** The most levels, far more than an answer has. Functions that walk over a value recurse, so there is a limit. */
const MAX_DEPTH = 200;
/** More values than a page of 5,000 full records has. Reading more values would block the screen. */
const MAX_VALUES = 500_000;
/** The most characters of a path, and the most paths. Every path is compared with the paths of duplicate keys. */
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

/** The path of `key` in the object at `path`: `data.amount`, or `data["a b"]` if the key is not a plain name. */
export function childPath(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Measures of a JSON text: the count of its names, and the digits of each number in order. */
interface Measured {
  /** The reason why Purser does not read the text. */
  readonly refused?: string;
  readonly names: number;
  readonly numbers: readonly string[];
  /** No text, name or number has more characters. */
  readonly longest: number;
}

const [QUOTE, COMMA, COLON, MINUS, NINE] = [0x22, 0x2c, 0x3a, 0x2d, 0x39];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const NUMBER = /[-+.\deE]+/y;

/** Counts names and numbers in one quick pass. The result is meaningless for a text that is not JSON. */
export function measureJson(text: string): Measured {
  const numbers: string[] = [];
  let depth = 0;
  let values = 0;
  let names = 0;
  let longest = 0;
  const refuse = (refused: string): Measured => ({ refused, names, numbers, longest });
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = stringEnd(text, at);
      longest = Math.max(longest, end - at);
      at = end;
    } else if (unit === COMMA) {
      if (depth > 0 && ++values === MAX_VALUES) return refuse('too many values');
    } else if (unit === COLON) names++;
    else if (unit === LIST || unit === OBJECT) {
      if (depth++ === MAX_DEPTH) return refuse('nested too deeply');
    } else if (unit === LIST_END || unit === OBJECT_END) depth = Math.max(0, depth - 1);
    else if (unit <= NINE && unit >= MINUS) {
      NUMBER.lastIndex = at;
      const [digits = ''] = NUMBER.exec(text) ?? [];
      numbers.push(digits);
      longest = Math.max(longest, digits.length);
      at += Math.max(0, digits.length - 1);
    }
  }
  return { names, numbers, longest };
}

/** The paths of keys that occur more than once in one object. The text must have passed `measureJson`. */
export function duplicateKeys(text: string): ReadonlySet<string> | 'too many duplicate keys' {
  const found = new Set<string>();
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') {
      const path = level?.item ?? '';
      const keys = char === '{' ? new Set<string>() : undefined;
      level = { path, keys, item: `${path}[0]`, index: 0, atKey: char === '{' };
      levels.push(level);
    } else if (char === '}' || char === ']') {
      levels.pop();
      level = levels.at(-1);
    } else if (char === ',' && level) {
      if (level.keys) level.atKey = true;
      else level.item = `${level.path}[${++level.index}]`;
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (level?.keys && level.atKey) {
        level.atKey = false;
        const key = unquoted(text.slice(at, end + 1));
        level.item = childPath(level.path, key);
        if (level.keys.has(key)) {
          if (level.item.length > MAX_PATH || found.size === MAX_DUPLICATES) return 'too many duplicate keys';
          found.add(level.item);
        }
        level.keys.add(key);
      }
      at = end;
    }
  }
  return found;
}

/** The index of the quote that ends the string at `start`. */
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
