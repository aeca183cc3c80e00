// Checks the request target as sent: a path without dot segments, and a query with each name once.
/** A problem as a sentence, which never quotes a value. */
export interface Problem {
  readonly problem: string;
}

/** Why the path is wrong, or undefined. Empty or dot segments come from a client that doesn't check its IDs. */
export function pathProblem(path: string, declared: string): string | undefined {
  // One path in INTERFACE.md ends in a slash. Only that path may have an empty segment, at its end.
  const whole = declared.endsWith('/') ? path.replace(/\/$/, '') : path;
  for (const segment of whole.slice(1).split('/')) {
    const decoded = decode(segment);
    if (decoded === undefined) return 'The path is not well encoded.';
    if (decoded === '' || decoded === '.' || decoded === '..')
      return 'The path has an empty or a dot segment.';
    if (/\p{Cc}/u.test(decoded)) return 'The path contains a control character.';
  }
  return undefined;
}

/** The query's names and values. A repeated name is a problem. */
export function queryPairs(query: string): { values: Readonly<Record<string, string>> } | Problem {
  const values = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? undefined : decode(pair.slice(0, at));
    const value = decode(pair.slice(at + 1).replaceAll('+', ' '));
    if (name === undefined || name === '' || value === undefined)
      return { problem: 'The query is not well formed.' };
    if (values.has(name)) return { problem: `Query parameter ${printable(name)} came more than once.` };
    values.set(printable(name), value);
  }
  return { values: Object.fromEntries(values) };
}

/** A name as a refusal may quote it. */
function printable(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : '(unprintable)';
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
