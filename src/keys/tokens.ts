// Turns the terminal's input, cut anywhere, into keys, pastes, focus and mouse events.
import { lazy } from '../lib/lazy.ts';
import { controlKey, isTypable, type Key } from './key.ts';
import { longestSequence, type MouseReport, readSequence } from './sequence.ts';

export type Token =
  /** `apart`: the two keys that send the same bytes. Only a text field takes them as one. */
  | { readonly kind: 'key'; readonly key: Key; readonly apart?: readonly [Key, Key] }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'focus'; readonly has: boolean }
  | { readonly kind: 'mouse'; readonly report: MouseReport };

/** `moment`: only a pause can show that an Esc is the Esc key, or that an emoji is complete. */
export type Unfinished = 'nothing' | 'moment' | 'reply' | 'paste';

interface Tokenizer {
  push(chunk: string): Token[];
  waiting(): Unfinished;
  /** An Esc becomes the Esc key, an open paste is complete, an incomplete reply is dropped. */
  flush(): Token[];
}

const pasteEnd = '\x1b[201~';
const longestPaste = 65_536;
const longestGrapheme = 64;
const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The same input gives the same tokens, however it is cut. */
export function createTokenizer(onReply: (reply: string) => void = () => {}): Tokenizer {
  let held = '';
  let state: Unfinished = 'nothing';
  let paste: string | undefined;

  function readPaste(text: string, at: number, ended: boolean, tokens: Token[]): number {
    const end = text.indexOf(pasteEnd, at);
    const stop = end < 0 ? text.length - (ended ? 0 : partialEnd(text)) : end;
    // The rest is dropped, but never read as keys.
    const kept = `${paste ?? ''}${text.slice(at, Math.max(at, stop))}`.slice(0, longestPaste);
    paste = kept;
    if (end < 0 && !ended) return hold(text, Math.max(at, stop), 'paste');
    tokens.push({ kind: 'paste', text: kept });
    paste = undefined;
    return end < 0 ? text.length : end + pasteEnd.length;
  }

  function readEscape(text: string, at: number, ended: boolean, tokens: Token[]): number {
    const reading = readSequence(text.slice(at, at + longestSequence));
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
        tokens.push({ ...keyToken(reading.key), ...(reading.apart && { apart: reading.apart }) });
        return at + reading.length;
      case 'unfinished':
        return ended ? text.length : hold(text, at, 'reply');
      case 'ambiguous':
        if (!ended) return hold(text, at, 'moment');
        break;
      case 'esc':
        break;
    }
    tokens.push(keyToken('esc'));
    return at + 1;
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
      if (!decided && !ended) return hold(text, at, 'moment');
    }
    // The decoder's mark for bytes that are not UTF-8.
    if (code !== 0xfffd && isTypable(character)) tokens.push(keyToken(/^\s/u.test(typed) ? 'space' : typed));
    return at + typed.length;
  }

  function hold(text: string, at: number, why: Unfinished): number {
    held = text.slice(at);
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
    state = half === '' ? 'nothing' : 'moment';
    let at = 0;
    while (at < text.length || (ended && paste !== undefined)) {
      if (paste !== undefined) at = readPaste(text, at, ended, tokens);
      else if (text[at] === '\x1b') at = readEscape(text, at, ended, tokens);
      else at = readCharacter(text, at, ended, tokens);
    }
    held += half;
    if (paste !== undefined) state = 'paste';
    return tokens;
  }

  return { push: chunk => read(chunk, false), waiting: () => state, flush: () => read('', true) };
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
  const [first] = graphemes().segment(window);
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
