// Faults in the bytes and headers of a response: other formats, other encodings, too much, too little.
import { gzipSync } from 'node:zlib';
import { bytes, type HttpAnswer, textOf } from '../response.ts';
import { counted, type Fault, type FaultEntry, whole } from './fault.ts';

export const htmlPage =
  '<!doctype html><html><head><title>Sign in to the network</title></head><body><h1>Welcome</h1></body></html>';

export const bodyFaults = {
  html: {
    usage: 'html[=STATUS]',
    does: 'sends a web page',
    build: counted(
      200,
      status =>
        replaced({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: bytes(htmlPage) }),
      599,
    ),
  },
  redirect: {
    usage: 'redirect=URL',
    options: ['status=N'],
    does: 'redirects to this URL, with 307 by default',
    build: ({ value, options }) => {
      const status = whole(options['status'], 307, 399);
      if (value === undefined || !URL.canParse(value)) return { problem: 'needs a whole URL' };
      if (status === undefined || status < 300) return { problem: 'status is 300 to 399' };
      return replaced({ status, headers: { location: value }, body: bytes('') });
    },
  },
  'not-json': {
    usage: 'not-json[=TEXT]',
    does: 'sends this text as application/json',
    build: ({ value = 'Internal failure' }) => edited(() => value),
  },
  empty: {
    usage: 'empty[=STATUS]',
    does: 'sends no body, and this status if one is given',
    build: counted(0, n => changed(({ status }) => ({ status: n < 200 ? status : n, body: bytes('') })), 599),
  },
  cut: {
    usage: 'cut[=BYTES]',
    does: 'sends only this many bytes of the body (half), with their number as the length',
    build: counted(-1, count =>
      changed(({ body }) => ({ body: body.subarray(0, count < 0 ? body.length >> 1 : count) })),
    ),
  },
  deep: {
    usage: 'deep[=N]',
    does: 'nests N lists (100 000) inside each other',
    build: counted(100_000, n => edited(() => '['.repeat(n) + ']'.repeat(n)), 5_000_000),
  },
  'duplicate-keys': {
    usage: 'duplicate-keys[=NAME]',
    does: 'writes a field twice, with another value first; by default amount, balance and available_balance',
    build: ({ value = 'amount|balance|available_balance' }) => {
      if (!/^[\w|]+$/.test(value)) return { problem: 'needs a field name' };
      const field = new RegExp(`"(${value})":("(?:[^"\\\\]|\\\\.)*"|[^,{}[\\]]+)`, 'g');
      return edited(text => text.replace(field, '"$1":1,"$1":$2'));
    },
  },
  'proto-keys': {
    usage: 'proto-keys',
    does: 'puts __proto__, constructor and toString into every object',
    build: () =>
      edited(text =>
        text.replace(/\{(?=")/g, '{"__proto__":{"polluted":true},"constructor":1,"toString":null,'),
      ),
  },
  bom: {
    usage: 'bom',
    does: 'puts a byte order mark before the body',
    build: () => edited(text => `\ufeff${text}`),
  },
  'bad-utf8': {
    usage: 'bad-utf8',
    does: 'puts bytes that are not UTF-8 into the first text of the body',
    build: () =>
      changed(({ body }) => {
        const quote = body.indexOf(0x22) + 1;
        const [before, after] = [body.subarray(0, quote), body.subarray(quote)];
        return { body: Buffer.concat([before, Buffer.from([0xc3, 0x28, 0xff]), after]) };
      }),
  },
  'content-type': {
    usage: 'content-type=TYPE|none',
    does: 'sends the body with another content type, or without one',
    build: ({ value }) =>
      value === undefined
        ? { problem: 'needs a content type, or none' }
        : header('content-type', value === 'none' ? '' : value),
  },
  header: {
    usage: 'header=NAME:VALUE',
    does: 'sets a response header; an empty value removes the header',
    build: ({ value = '' }) => {
      const [, name, text] = /^([\w-]+):(.*)$/.exec(value) ?? [];
      return name === undefined || text === undefined
        ? { problem: 'needs NAME:VALUE' }
        : header(name.toLowerCase(), text);
    },
  },
  gzip: {
    usage: 'gzip[=MB]',
    does: 'compresses an answer although the request does not allow it; with MB, that many megabytes of spaces come first',
    build: counted(
      0,
      megabytes =>
        changed(({ headers, body }) => ({
          headers: { ...headers, 'content-encoding': 'gzip' },
          body: gzipSync(Buffer.concat([Buffer.alloc(megabytes * 1_048_576, ' '), body])),
        })),
      256,
    ),
  },
} as const satisfies Record<string, FaultEntry>;

const replaced = (answer: HttpAnswer): Fault => ({ stage: 'instead', answer: () => answer });

const changed = (change: (answer: HttpAnswer) => Partial<HttpAnswer>): Fault => ({
  stage: 'answer',
  change: answer => ({ ...answer, ...change(answer) }),
});

const edited = (change: (text: string) => string): Fault =>
  changed(answer => ({ body: bytes(change(textOf(answer))) }));

function header(name: string, value: string): Fault {
  return changed(({ headers: { [name]: _, ...others } }) => ({
    headers: value === '' ? others : { ...others, [name]: value.trim() },
  }));
}
