// The bytes that a terminal sends for the key names in tests.

const keyBytes: ReadonlyMap<string, string> = new Map([
  ['enter', '\r'],
  // Of the kitty protocol. After a lone ESC the next key would have to wait 30 ms, or it would be pressed with Alt.
  ['esc', '\x1b[27u'],
  ['tab', '\t'],
  ['shift-tab', '\x1b[Z'],
  ['backspace', '\x7f'],
  ['delete', '\x1b[3~'],
  ['up', '\x1b[A'],
  ['down', '\x1b[B'],
  ['right', '\x1b[C'],
  ['left', '\x1b[D'],
  ['home', '\x1b[H'],
  ['end', '\x1b[F'],
  ['pgup', '\x1b[5~'],
  ['pgdn', '\x1b[6~'],
  ['space', ' '],
  ['alt-left', '\x1b[1;3D'],
  ['alt-right', '\x1b[1;3C'],
  ['alt-b', '\x1bb'],
  ['alt-f', '\x1bf'],
  ['alt-d', '\x1bd'],
  ['alt-backspace', '\x1b\x7f'],
]);

/** The bytes of a key by its name ('j', 'enter', 'ctrl-p', …). */
export function bytesOf(key: string): string {
  const chord = /^ctrl-([a-z])$/.exec(key)?.[1];
  const bytes = chord === undefined ? keyBytes.get(key) : String.fromCharCode(chord.charCodeAt(0) - 0x60);
  if (bytes === undefined && [...key].length > 1) throw new Error(`no key is called ${key}`);
  return bytes ?? key;
}
