// The only listener of the terminal's input: text goes to Ink's field, everything else to the dispatcher, in order.
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../lib/clock.ts';
import { InkStdin } from './ink-stdin.ts';
import { isGraphemeKey, type Key } from './key.ts';
import { cutToUnits, longestFieldPaste, pastedLine } from './plain.ts';
import type { MouseReport } from './sequence.ts';
import { createTokenizer, type Token, type Unfinished } from './tokens.ts';

/** The part of the terminal's stdin that the proxy needs: a tty.ReadStream has it all. */
export type TerminalInput = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };

/** What a person did. */
type TypedToken = Exclude<Token, { kind: 'focus' }>;

interface KeyProxyParts {
  readonly input: TerminalInput;
  readonly clock: Clock;
  /** Whether a text field has the focus now; called for every token, after the previous one took effect. */
  readonly takesText: () => boolean;
  /** Whether that field takes a paste: a confirmation of money has to be typed. Without it, always. */
  readonly takesPaste?: () => boolean;
  /** Called before each key, typed text or paste: true drops it. */
  readonly drops?: () => boolean;
  readonly onKey: (key: Key) => void;
  /** Whether the next key of a burst may act before the screen shows this key's effect. Without it, never. */
  readonly needsNoFrame?: (key: Key) => boolean;
  /** A paste without a focused text field that takes it: one line, control and invisible characters removed. */
  readonly onPaste: (text: string) => void;
  /** The terminal got the focus, or lost it: no key, so nothing is touched. */
  readonly onFocus?: (has: boolean) => void;
  readonly onMouse?: (report: MouseReport) => void;
  /** The terminal is gone: its input ended or failed. */
  readonly onEnd?: () => void;
}

export interface KeyProxy {
  /** For Ink's `render({ stdin })`. */
  readonly stdin: InkStdin;
  /** Raw mode on, and listens. */
  start(): void;
  /** Raw mode off; unused typing is dropped. */
  stop(): void;
  /** Gives the terminal away, for suspension or an editor; unused keys wait for `resume`. */
  pause(): void;
  resume(): void;
}

/** How long input may stay unfinished, in ms: since the last input, but for a reply since its start. */
const patience: Readonly<Record<Exclude<Unfinished, 'nothing'>, number>> = {
  moment: 30,
  reply: 500,
  paste: 2000,
};
/** How long text waits for an expected field, in ms; then it is dropped, so that keys work again. */
const fieldPatience = 3000;

/**
 * Turns of the event loop between two tokens, so that the focus is where the previous token moved it: React renders in
 * the first, runs effects in the second, each after this file's own requests; one more for state set in effects.
 */
const turnsToSettle = 4;

/** This many keys of one burst act before the screen is drawn. */
const MOST_IN_A_ROW = 64;

/** Makes the proxy; it touches the terminal only from `start()` on. It writes nothing: paste mode is the screen's. */
export function createKeyProxy(parts: KeyProxyParts): KeyProxy {
  const { input, clock } = parts;
  const stdin = new InkStdin();
  let tokenizer = createTokenizer();
  let decoder = new StringDecoder('utf8');
  let queue: TypedToken[] = [];
  let listening = false;
  let acting = false;
  let awaited: Unfinished = 'nothing';
  let cancelFlush = () => {};
  let cancelOffer = () => {};

  function accept(tokens: readonly Token[]): void {
    for (const token of tokens)
      if (token.kind === 'focus') parts.onFocus?.(token.has);
      else queue.push(token);
    awaitMore();
    act();
  }

  function awaitMore(): void {
    const waiting = tokenizer.waiting();
    if (waiting === 'reply' && awaited === 'reply') return;
    cancelFlush();
    awaited = waiting;
    if (waiting !== 'nothing') cancelFlush = clock.after(patience[waiting], flushUnlessMoreCame());
  }

  /** A busy process runs its timers before it reads input that arrived long ago: reading comes first. */
  function flushUnlessMoreCame(): () => void {
    let cancelled = false;
    const flush = () => {
      if (cancelled) return;
      awaited = 'nothing';
      accept(tokenizer.flush());
    };
    return () => {
      cancelFlush = () => {
        cancelled = true;
      };
      setImmediate(flush);
    };
  }

  function act(): void {
    if (acting || !listening) return;
    for (let done = 0; ; done++) {
      const token = queue.shift();
      if (token === undefined) return;
      acting = true;
      if (!parts.drops?.()) {
        const refused = token.kind === 'paste' && parts.takesPaste?.() === false;
        const typed = token.kind === 'mouse' ? undefined : token;
        const text = typed && parts.takesText() && !refused ? fieldText(typed) : undefined;
        if (text !== undefined && text !== '') {
          offer(text);
          return;
        }
        obey(text === undefined ? token : undefined);
      }
      // A text field reads the typing once React has moved the focus, and a new screen takes a moment.
      const moves = token.kind === 'key' && parts.needsNoFrame?.(token.key) === true;
      if (!moves || parts.takesText() || done >= MOST_IN_A_ROW) {
        settle();
        return;
      }
      acting = false;
      if (!listening) return;
    }
  }

  function obey(token: TypedToken | undefined): void {
    let obeyed = false;
    try {
      if (token?.kind === 'key') parts.onKey(token.key);
      if (token?.kind === 'mouse') parts.onMouse?.(token.report);
      if (token?.kind === 'paste') parts.onPaste(pastedLine(token.text));
      obeyed = true;
    } finally {
      // A key whose action throws must not block the next ones.
      if (!obeyed) settle();
    }
  }

  function offer(text: string): void {
    cancelOffer = clock.after(fieldPatience, takeBack);
    stdin.offer(text, () => {
      cancelOffer();
      settle();
    });
  }

  function takeBack(): void {
    cancelOffer();
    if (stdin.withdraw()) settle();
  }

  function settle(turns = turnsToSettle): void {
    setImmediate(() => {
      if (turns > 1) return settle(turns - 1);
      acting = false;
      act();
    });
  }

  const onData = (chunk: Buffer | string) =>
    accept(tokenizer.push(typeof chunk === 'string' ? chunk : decoder.write(chunk)));
  const onEnd = () => {
    if (listening) parts.onEnd?.();
  };

  function setRaw(raw: boolean): void {
    try {
      if (input.isTTY) input.setRawMode?.(raw);
    } catch {
      // The terminal is gone: its 'error' or 'end' says so, and nothing is left to restore.
    }
  }

  function listen(): void {
    if (listening) return;
    listening = true;
    setRaw(true);
    // The listener for errors stays: without one, a terminal that goes away ends the process with a stack trace.
    input.off('error', onEnd).on('error', onEnd);
    input.on('data', onData).on('end', onEnd);
    input.resume();
    act();
  }

  function release(): void {
    if (!listening) return;
    listening = false;
    cancelFlush();
    awaited = 'nothing';
    tokenizer = createTokenizer();
    decoder = new StringDecoder('utf8');
    input.off('data', onData).off('end', onEnd);
    input.pause();
    setRaw(false);
  }

  function stop(): void {
    release();
    queue = [];
    takeBack();
  }

  return { stdin, start: listen, stop, pause: release, resume: listen };
}

const editing: ReadonlyMap<Key, string> = new Map([
  ['space', ' '],
  ['backspace', '\x7f'],
  ['delete', '\x1b[3~'],
  ['left', '\x1b[D'],
  ['right', '\x1b[C'],
  ['home', '\x1b[H'],
  ['end', '\x1b[F'],
]);

/** The text for Ink; '' for a paste without typable text; undefined if the token is a command. */
function fieldText(token: Extract<Token, { kind: 'key' | 'paste' }>): string | undefined {
  if (token.kind === 'paste') return cutToUnits(pastedLine(token.text), longestFieldPaste);
  return editing.get(token.key) ?? (isGraphemeKey(token.key) ? token.key : undefined);
}
