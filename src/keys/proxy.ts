// The only code that listens to the terminal's input: text goes to Ink's field, keys to the dispatcher, in order.

import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { attempt } from '../lib/attempt.ts';
import type { Clock } from '../lib/clock.ts';
import { fieldText, InkStdin } from './ink-stdin.ts';
import { createTokenizer, firstKey, keyAlone, type Token, type Unfinished } from './input-tokens.ts';
import { type Key, pastedLine } from './key.ts';
import type { KeyReading, MouseReport } from './sequence.ts';

/** The part of a `tty.ReadStream` that the proxy needs. */
export type TerminalInput = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };

type TypedToken = Exclude<Token, { kind: 'focus' | 'dropped paste' }>;

interface Queued {
  readonly token: TypedToken;
  /** Monotonic ms. */
  readonly at: number;
}

interface KeyProxyParts {
  readonly input: TerminalInput;
  readonly clock: Clock;
  /** Called for every token, after the previous token took effect. */
  readonly takesText: () => boolean;
  /** Whether a key such as Ctrl+U is a command here. Then the field does not get the key. */
  readonly isBound?: (key: Key) => boolean;
  /** If absent, every field does. A confirmation of money must be typed. */
  readonly takesPaste?: () => boolean;
  /** Called before each act of the user, with the monotonic ms at which its input arrived; true drops the act. */
  readonly drops?: (arrivedAt: number) => boolean;
  /** True if the newest state was not drawn yet. A field drawn before the last text would drop the next. */
  readonly catchUp?: () => boolean;
  readonly onKey: (key: Key) => void;
  /** Whether the next key may act before the screen shows the effect of this key. */
  readonly needsNoFrame?: (key: Key) => boolean;
  /** For a paste that no field takes: one line without invisible characters. */
  readonly onPaste: (text: string) => void;
  /** The end of a paste is late, and keys do nothing until it comes or a person drops the paste with Esc or Ctrl+C. */
  readonly onPasteStall?: (now: 'stalled' | 'over' | 'dropped') => void;
  /**
   * True after `SILENCE` ms without input, once all earlier input has acted. False when input arrives: before it acts, or
   * after it if it is an Enter.
   */
  readonly onSilence?: (silent: boolean) => void;
  /** A single Enter that the next Enter completes keeps the silence. */
  readonly keepsSilence?: () => boolean;
  readonly onFocus?: (has: boolean) => void;
  readonly onMouse?: (report: MouseReport) => void;
  /** The terminal's answer to a question. */
  readonly onReply?: (reply: string) => void;
  /** The terminal is gone. */
  readonly onEnd?: () => void;
}

export interface KeyProxy {
  readonly stdin: InkStdin;
  start(): void;
  /** Drops unused keys. */
  stop(): void;
  /** For a suspension or an editor. Unused keys wait for `resume`. */
  pause(): void;
  resume(): void;
  /** Some input that arrived has not acted yet. Tests wait for this. */
  busy(): boolean;
}

/**
 * In ms. Then unfinished input counts as complete. Esc acts after 100 ms, as in Vim: slower connections cut an arrow after
 * its ESC. After 30 ms a letter is a key of its own, not Alt with the letter: two keys pressed fast are further apart.
 */
const patience: Readonly<Record<Exclude<Unfinished, 'nothing' | 'stalled'>, number>> = {
  cluster: 30,
  escape: 30,
  'late escape': 70,
  sequence: 500,
  string: 500,
  paste: 2000,
};
/** In ms. An Enter confirms a write only after this silence, so the rest of a paste can't. */
const SILENCE = 200;
/** In ms. Then Purser drops the text, so that keys work again. */
const fieldPatience = 3000;

/** In turns of the event loop: React renders, runs effects that move the focus, and may render again. */
const turnsToSettle = 4;

/** Of one burst, until the screen is drawn. */
const MOST_IN_A_ROW = 64;

/** Reads from `start()` on, and writes nothing: the screen switches paste marks on. */
export function createKeyProxy(parts: KeyProxyParts): KeyProxy {
  const { input, clock } = parts;
  const stdin = new InkStdin();
  let tokenizer = createTokenizer(parts.onReply);
  let decoder = new StringDecoder('utf8');
  let queue: Queued[] = [];
  let arrivedAt = clock.monotonic();
  /** It waits for a drawing only once. */
  let drawnFor: TypedToken | undefined;
  let listening = false;
  let acting = false;
  let awaited: Unfinished = 'nothing';
  let silent = false;
  let endsSilence = false;
  let cancelFlush = () => {};
  let cancelSilence = () => {};
  let cancelOffer = () => {};

  function accept(tokens: readonly Token[]): void {
    for (const token of tokens)
      if (token.kind === 'focus') parts.onFocus?.(token.has);
      else if (token.kind === 'dropped paste') parts.onPasteStall?.('dropped');
      else queue.push({ token, at: arrivedAt });
    awaitMore();
    act();
  }

  function awaitMore(): void {
    const waiting = tokenizer.waiting();
    if (waiting === 'string' && awaited === 'string') return;
    cancelFlush();
    if (waiting === 'stalled') parts.onPasteStall?.('stalled');
    else if (awaited === 'stalled') parts.onPasteStall?.('over');
    awaited = waiting;
    if (waiting === 'nothing' || waiting === 'stalled') return;
    cancelFlush = unlessMoreCame(patience[waiting], () => {
      awaited = 'nothing';
      accept(tokenizer.pause());
    });
  }

  /** One more turn, because a busy process runs its timers before it reads input that has already arrived. */
  function unlessMoreCame(ms: number, run: () => void): () => void {
    let cancelled = false;
    const cancel = clock.after(ms, () =>
      setImmediate(() => {
        if (!cancelled) run();
      }),
    );
    return () => {
      cancelled = true;
      cancel();
    };
  }

  function awaitSilence(): void {
    cancelSilence();
    cancelSilence = unlessMoreCame(SILENCE, () => (busy() ? awaitSilence() : setSilent(true)));
  }

  function setSilent(now: boolean): void {
    if (silent === now) return;
    silent = now;
    parts.onSilence?.(now);
  }

  function act(): void {
    if (acting || !listening) return;
    for (let done = 0; ; done++) {
      const next = queue.shift();
      if (next === undefined) {
        // An Enter that came alone in a silence acts in it, even if the screen had to be drawn first.
        if (endsSilence) endSilence();
        return;
      }
      const { token, at } = next;
      acting = true;
      if (token !== drawnFor && token.kind !== 'mouse' && parts.takesText() && parts.catchUp?.()) {
        drawnFor = token;
        queue.unshift(next);
        settle();
        return;
      }
      if (!parts.drops?.(at)) {
        const refused = token.kind === 'paste' && parts.takesPaste?.() === false;
        const typed = token.kind === 'mouse' ? undefined : token;
        const text = typed && parts.takesText() && !refused ? fieldText(typed, isBound) : undefined;
        if (text) {
          offer(text);
          return;
        }
        obey(text === undefined ? token : undefined);
      }
      // The next token may be for a field that gets the focus only at the next drawing.
      const moves = token.kind === 'key' && parts.needsNoFrame?.(token.key) === true;
      if (!moves || parts.takesText() || done >= MOST_IN_A_ROW) {
        settle();
        return;
      }
      acting = false;
      if (!listening) return;
    }
  }

  const isBound = (key: Key): boolean => parts.isBound?.(key) ?? false;

  const command = ({ key, base }: KeyReading): Key =>
    base === undefined || parts.takesText() || isBound(key) ? key : base;

  function obey(token: TypedToken | undefined): void {
    let obeyed = false;
    try {
      if (token?.kind === 'key') parts.onKey(command(token));
      if (token?.kind === 'mouse') parts.onMouse?.(token.report);
      if (token?.kind === 'paste') parts.onPaste(pastedLine(token.text));
      obeyed = true;
    } finally {
      // A key whose action throws must not block the next keys.
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

  function onData(chunk: Buffer | string): void {
    arrivedAt = clock.monotonic();
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    const isFresh = tokenizer.waiting() === 'nothing';
    if (isFresh && silent && keyAlone(text) === 'enter') {
      endsSilence ||= !parts.keepsSilence?.();
      accept(tokenizer.push(text));
      return;
    }
    if (!isFresh || firstKey(text)?.key !== 'enter') setSilent(false);
    accept(tokenizer.push(text));
    endSilence();
  }

  function endSilence(): void {
    endsSilence = false;
    setSilent(false);
    awaitSilence();
  }

  const onEnd = () => {
    if (listening) parts.onEnd?.();
  };

  function setRaw(raw: boolean): void {
    // The terminal may be gone: an 'error' or 'end' event follows.
    if (input.isTTY) attempt(() => input.setRawMode?.(raw));
  }

  function listen(): void {
    if (listening) return;
    listening = true;
    setRaw(true);
    // `release` keeps this listener: without one, a terminal that disappears ends the process with a stack trace.
    input.off('error', onEnd).on('error', onEnd);
    input.on('data', onData).on('end', onEnd);
    input.resume();
    awaitSilence();
    act();
  }

  function release(): void {
    if (!listening) return;
    listening = false;
    cancelFlush();
    cancelSilence();
    setSilent(false);
    awaited = 'nothing';
    tokenizer = createTokenizer(parts.onReply);
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

  const busy = () => listening && (acting || queue.length > 0 || awaited !== 'nothing');

  return { stdin, start: listen, stop, pause: release, resume: listen, busy };
}
