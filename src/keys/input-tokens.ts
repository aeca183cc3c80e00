// Turns the terminal's input, cut anywhere, into keys, pastes, focus and mouse events.
import { segmenter } from '../lib/lazy.ts';
import { controlKey, isTypable, type Key } from './key.ts';
import { altKey, longestSequence, type MouseReport, readSequence } from './sequence.ts';

export type Token =
  /** `base`: a command of this key runs if no text field takes `key`. */
  | { readonly kind: 'key'; readonly key: Key; readonly base?: Key | undefined }
  | { readonly kind: 'paste'; readonly text: string }
  /** A person gave up waiting for the end of a paste. */
  | { readonly kind: 'dropped paste' }
  | { readonly kind: 'focus'; readonly has: boolean }
  | { readonly kind: 'mouse'; readonly report: MouseReport };

/**
 * `cluster`: only a pause shows that an emoji is complete. `escape`: any key may follow that was pressed with Alt. `late
 * escape`: only the rest of a sequence may follow. `stalled`: a paste whose end is missing. Only the Esc key or Ctrl+C ends it.
 */
export type Unfinished =
  | 'nothing'
  | 'cluster'
  | 'escape'
  | 'late escape'
  | 'sequence'
  | 'string'
  | 'paste'
  | 'stalled';

interface Tokenizer {
  push(chunk: string): Token[];
  waiting(): Unfinished;
  /** Nothing came for as long as `waiting` may last. It may then wait for something else. */
  pause(): Token[];
}

const pasteEnd = '\x1b[201~';
const longestPaste = 65_536;
const longestGrapheme = 64;

/** The same input gives the same tokens, however it is cut. */
export function createTokenizer(onReply: (reply: string) => void = () => {}): Tokenizer {
  let held = '';
  let state: Unfinished = 'nothing';
  let paste: string | undefined;
  let stalled = false;
  /** The number of ESCs at the start of `held` that came too long ago for Alt with the next key. */
  let late = 0;
  /** The last input was an ESC that acted already: as the Esc key, or because it dropped a paste. */
  let acted = false;

  function readPaste(text: string, at: number, tokens: Token[]): number {
    const end = text.indexOf(pasteEnd, at);
    const stop = end < 0 ? text.length - partialEnd(text) : end;
    // The rest is dropped, but never read as keys.
    const kept = `${paste ?? ''}${text.slice(at, Math.max(at, stop))}`.slice(0, longestPaste);
    paste = kept;
    if (end < 0) return hold(text, Math.max(at, stop), 'paste');
    tokens.push({ kind: 'paste', text: kept });
    endPaste();
    return end + pasteEnd.length;
  }

  function endPaste(): void {
    paste = undefined;
    stalled = false;
  }

  function dropPaste(): Token[] {
    endPaste();
    held = '';
    state = 'nothing';
    acted = true;
    return [{ kind: 'dropped paste' }];
  }

  function readEscape(text: string, at: number, ended: boolean, tokens: Token[]): number {
    const next = text[at < late ? late : at + 1];
    const isLate = at < late;
    const reading =
      isLate && next !== undefined && !'[O]P_'.includes(next)
        ? ({ kind: 'esc' } as const)
        : readSequence(text.slice(at, at + longestSequence));
    switch (reading.kind) {
      case 'paste':
        paste = '';
        return at + reading.length;
      case 'reply':
        onReply(text.slice(at, at + reading.length));
        return at + reading.length;
      case 'mouse':
        if (reading.report) tokens.push({ kind: 'mouse', report: reading.report });
        return at + reading.length;
      case 'focus':
        tokens.push({ kind: 'focus', has: reading.has });
        return at + reading.length;
      case 'key':
        tokens.push({ ...keyToken(reading.key), ...(reading.base !== undefined && { base: reading.base }) });
        return at + reading.length;
      case 'unfinished':
      case 'unfinished string':
        if (ended) return text.length;
        return hold(text, at, reading.kind === 'unfinished' ? 'sequence' : 'string');
      case 'opened':
        if (!ended) return hold(text, at, 'sequence');
        if (isLate || next === '\x1b') break;
        return readAlt(text, at, ended, tokens);
      case 'escape':
        if (!ended) return hold(text, at, isLate ? 'late escape' : 'escape');
        break;
      case 'alt':
        if (isLate) break;
        return readAlt(text, at, ended, tokens);
      case 'esc':
        break;
    }
    tokens.push(keyToken('esc'));
    return at + 1;
  }

  function readAlt(text: string, at: number, ended: boolean, tokens: Token[]): number {
    const plain: Token[] = [];
    const end = readCharacter(text, at + 1, ended, plain);
    if (held !== '') return hold(text, at, 'cluster');
    const [token] = plain;
    // Ctrl+C works also if a slow connection joins it to an Esc.
    const key = token?.kind === 'key' ? (token.key === 'ctrl-c' ? token.key : altKey(token.key)) : undefined;
    if (key !== undefined) tokens.push(keyToken(key));
    return end;
  }

  function readCharacter(text: string, at: number, ended: boolean, tokens: Token[]): number {
    const code = text.codePointAt(at) ?? 0;
    if (code < 0x20 || code === 0x7f) {
      const key = controlKey(code);
      if (key !== undefined) tokens.push(keyToken(key));
      return at + 1;
    }
    const character = String.fromCodePoint(code);
    let typed = character;
    if (startsCluster(character)) {
      typed = cluster(text, at);
      const decided = at + typed.length < text.length || text.length - at >= longestGrapheme;
      if (!decided && !ended) return hold(text, at, 'cluster');
    }
    // The decoder's mark for bytes that are not UTF-8.
    if (code !== 0xfffd && isTypable(character)) tokens.push(keyToken(/^\s/u.test(typed) ? 'space' : typed));
    return at + typed.length;
  }

  function hold(text: string, at: number, why: Unfinished): number {
    held = text.slice(at);
    late = Math.max(0, late - at);
    state = why;
    return text.length;
  }

  function read(chunk: string, ended: boolean): Token[] {
    const all = held + chunk;
    // Half a surrogate pair waits, because the other half may join it to the previous character.
    const half = !ended && isHighSurrogate(all.charCodeAt(all.length - 1)) ? all.slice(-1) : '';
    const text = all.slice(0, all.length - half.length);
    const tokens: Token[] = [];
    held = '';
    state = half === '' ? 'nothing' : 'cluster';
    let at = 0;
    while (at < text.length) {
      if (paste !== undefined) at = readPaste(text, at, tokens);
      else if (text[at] === '\x1b') at = readEscape(text, at, ended, tokens);
      else at = readCharacter(text, at, ended, tokens);
    }
    if (held === '') late = 0;
    held += half;
    if (paste !== undefined) state = stalled ? 'stalled' : 'paste';
    return tokens;
  }

  function push(chunk: string): Token[] {
    const isRest = acted && endsSequence(chunk);
    acted = false;
    const tokens = read(isRest ? `\x1b${chunk}` : chunk, false);
    if (!stalled) return tokens;
    const key = keyAlone(chunk);
    if (key === 'esc' || key === 'ctrl-c') return dropPaste();
    // Perhaps the start of the paste's end.
    if (chunk === '\x1b') state = 'sequence';
    return tokens;
  }

  function pause(): Token[] {
    if (state === 'escape') {
      late = held.length;
      state = 'late escape';
      return [];
    }
    if (paste === undefined) {
      acted = state === 'late escape';
      return read('', true);
    }
    if (state === 'sequence') return dropPaste();
    stalled = true;
    state = 'stalled';
    return [];
  }

  return { push, waiting: () => state, pause };
}

/** Undefined for a printable character, and for a lone ESC. */
export function firstKey(chunk: string): { readonly key: Key; readonly length: number } | undefined {
  if (chunk.startsWith('\x1b')) {
    const reading = readSequence(chunk);
    return reading.kind === 'key' ? reading : undefined;
  }
  const key = controlKey(chunk.charCodeAt(0));
  return key === undefined ? undefined : { key, length: 1 };
}

export function keyAlone(chunk: string): Key | undefined {
  const first = firstKey(chunk);
  return first?.length === chunk.length ? first.key : undefined;
}

/** After an ESC that already acted as the Esc key. Nobody types this in one moment. */
function endsSequence(chunk: string): boolean {
  const reading = readSequence(`\x1b${chunk}`);
  return chunk.startsWith('[') && 'length' in reading && reading.length === chunk.length + 1;
}

function keyToken(key: Key): Token {
  return { kind: 'key', key };
}

/** Only emoji and flags wait for the next character; waiting would delay every key. */
function startsCluster(character: string): boolean {
  return /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character);
}

function cluster(text: string, at: number): string {
  const window = text.slice(at, at + longestGrapheme);
  const [first] = segmenter().segment(window);
  const segment = first?.segment ?? window;
  return isHighSurrogate(segment.charCodeAt(segment.length - 1)) ? segment.slice(0, -1) : segment;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function partialEnd(text: string): number {
  for (let length = pasteEnd.length - 1; length > 0; length -= 1) {
    if (text.endsWith(pasteEnd.slice(0, length))) return length;
  }
  return 0;
}
