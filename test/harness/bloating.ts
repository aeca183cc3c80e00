// A service between the console and the simulator that makes answers far too long: texts, names and numbers.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Short texts, to repeat up to 1 MB and more: they could overflow a stack, make a pattern backtrack, or be slow to measure. */
export const NASTY: Readonly<Record<string, string>> = {
  'single digits': '1 ',
  digits: '4',
  'combining marks': '\u0301',
  'marks on letters': 'a\u0301\u0323\u0302\u0301\u0323\u0302\u0301',
  Thai: 'กำ',
  families: '👨‍👩‍👧‍👦',
  flags: '🇩🇪',
  joiners: 'क्\u200d',
  Arabic: 'ﷺ',
  'lone surrogates': '\ud800',
  controls: '\u001b[2J',
  'right to left': '\u202e',
  quotes: '"a":"\\',
  escapes: '\\n',
  blanks: ' ',
  'half IBANs': 'GB82 WEST ',
  dates: '2026-11-20',
};

/** The size of an answer in bytes, with room for its original content. */
const ANSWER = 7_000_000;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Changes an answer. Answers with a token stay unchanged, or nobody could sign in. */
export type Bloat = (answer: Json) => Json | string;

/** A text that takes `bytes` bytes in JSON. */
function longText(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2))));
}

function textsIn(json: Json): number {
  if (typeof json === 'string') return 1;
  if (json === null || typeof json !== 'object') return 0;
  return Object.values(json).reduce<number>((sum, item) => sum + textsIn(item), 0);
}

function mapTexts(json: Json, change: (text: string) => string): Json {
  if (typeof json === 'string') return change(json);
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(item => mapTexts(item, change));
  return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, mapTexts(item, change)]));
}

/** Changes only the content of the envelope. The word “success” stays, or Purser would read nothing. */
const inside =
  (change: (data: Json) => Json): Bloat =>
  answer =>
    answer !== null && typeof answer === 'object' && !Array.isArray(answer) && 'data' in answer
      ? { ...answer, data: change(answer['data'] ?? null) }
      : change(answer);

/** Makes every text as long as the size of the whole answer allows. */
export const everyText = (unit: string): Bloat =>
  inside(data => {
    const each = Math.min(1_000_000, ANSWER / Math.max(1, textsIn(data)));
    return mapTexts(data, text => text + longText(unit, each));
  });

/** Gives every text the greatest length that Purser shows completely. */
export const everyTextJustWhole = (unit: string): Bloat =>
  inside(data => mapTexts(data, () => longText(unit, 4000)));

/** Makes only the nth text long: 7 MB. */
export const oneText = (unit: string, nth: number): Bloat =>
  inside(data => {
    let at = 0;
    return mapTexts(data, text => (at++ === nth ? longText(unit, ANSWER) : text));
  });

/** Adds members to one object until the answer has its full size. */
export const moreMembers = (count: number, unit: string): Bloat =>
  inside(data => {
    const value = longText(unit, ANSWER / count - 20);
    const add = (json: Json): Json => {
      if (Array.isArray(json)) return json.map((item, i) => (i === 0 ? add(item) : item));
      if (json === null || typeof json !== 'object') return json;
      const [list] = Object.entries(json).filter(([, item]) => Array.isArray(item));
      if (list) return { ...json, [list[0]]: add(list[1]) };
      return { ...json, ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`x_${i}`, value])) };
    };
    return add(data);
  });

export interface Bloating {
  readonly url: string;
  /** Applies from the next answer on. Without a bloat, answers pass unchanged. */
  bloat(how: Bloat | undefined): void;
  close(): Promise<void>;
}

/** Starts a bloating service that forwards requests to `target`. */
export async function startBloating(target: string): Promise<Bloating> {
  let how: Bloat | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const body = Buffer.concat(chunks);
        const answer = await fetch(target + (request.url ?? ''), {
          method: request.method ?? 'GET',
          headers: passedOn(request.headers),
          ...(body.length > 0 && { body }),
        });
        const text = await answer.text();
        const spared = how === undefined || /login|token/.test(request.url ?? '');
        const bloated = spared || !how ? text : written(how(JSON.parse(text)));
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(bloated);
      })();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bloat: next => {
      how = next;
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const written = (bloated: Json | string): string =>
  typeof bloated === 'string' ? bloated : JSON.stringify(bloated);

/** The headers without those that fetch sets itself. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      own.has(name) || value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
