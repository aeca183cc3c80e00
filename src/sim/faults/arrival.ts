// Faults before the answer or in place of it: delays, silence, resets, refusals, and wrong pages.
import { isObject } from '../../lib/json.ts';
import { bytes, type Reply, refusal, written } from '../response.ts';
import { htmlPage } from './body.ts';
import { counted, type Fault, type FaultArgs, type FaultEntry, type WantedPage, whole } from './fault.ts';

export const arrivalFaults = {
  delay: {
    usage: 'delay=MS',
    options: ['jitter=MS'],
    does: 'answers MS later, plus or minus at most the jitter',
    build: ({ value, options }) => {
      const ms = whole(value, Number.NaN);
      const jitter = whole(options['jitter'], 0);
      if (ms === undefined || Number.isNaN(ms) || jitter === undefined)
        return { problem: 'needs milliseconds' };
      return { stage: 'wait', ms: luck => Math.max(0, ms + luck.whole(-jitter, jitter)) };
    },
  },
  hang: {
    usage: 'hang',
    does: 'takes the request and never answers',
    build: () => ({ stage: 'wait', ms: () => Number.POSITIVE_INFINITY }),
  },
  reset: {
    usage: 'reset=before|after|headers',
    does: 'resets the connection: before the effect, after the effect, or after the status line and headers',
    build: ({ value }) =>
      value === 'before' || value === 'after' || value === 'headers'
        ? { stage: 'reset', when: value }
        : { problem: 'needs before, after or headers' },
  },
  status: {
    usage: 'status=N',
    options: [
      'message=TEXT',
      'code=TEXT',
      'field=NAME',
      'retry-after=TEXT',
      'form=family|html|text|empty',
      'pad=N',
    ],
    does: "answers with this HTTP status in the family's refusal form, and does not carry out the operation; field=NAME adds an error about this field; pad=N makes the message N characters longer",
    build: buildStatus,
  },
  'repeat-page': {
    usage: 'repeat-page',
    does: 'answers every page of a list with the first page',
    build: () => onPage(list => ({ ...list, page: 1, offset: list.offset && 0 })),
  },
  endless: {
    usage: 'endless',
    does: 'lists never end',
    build: () => onPage(list => ({ ...list, endless: true })),
  },
  'ignore-size': {
    usage: 'ignore-size[=N]',
    does: 'pages have N rows (5000), whatever size the request has',
    build: counted(5000, size => onPage(list => ({ ...list, size }))),
  },
  shift: {
    usage: 'shift[=N]',
    does: 'N rows (1) were inserted on top after the first page: row 0 is now row N',
    build: counted(1, shift => onPage(list => ({ ...list, shift }))),
  },
} as const satisfies Record<string, FaultEntry>;

const onPage = (change: (page: WantedPage) => WantedPage): Fault => ({ stage: 'page', change });

function buildStatus({ value, options }: FaultArgs): Fault | { problem: string } {
  const status = whole(value, 0, 599);
  const pad = whole(options['pad'], 0, 64_000_000);
  if (status === undefined || status < 200) return { problem: 'needs a status from 200 to 599' };
  if (pad === undefined) return { problem: 'pad needs a whole number' };
  const form = options['form'] ?? 'family';
  const message = (options['message'] ?? 'Something went wrong') + 'x'.repeat(pad);
  const wait = options['retry-after'];
  const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait };
  const plain: Readonly<Record<string, readonly [string, string]>> = {
    html: ['text/html; charset=utf-8', htmlPage],
    text: ['text/plain', message],
    empty: ['application/json', ''],
  };
  const [type, text] = plain[form] ?? [];
  if (text === undefined && form !== 'family') return { problem: 'form is family, html, text or empty' };
  return {
    stage: 'instead',
    answer: family => {
      const refused = written(
        withField(refusal(family, status, message, options['code']), options['field'], message),
      );
      const answer =
        type === undefined || text === undefined
          ? refused
          : { headers: { 'content-type': type }, body: bytes(text) };
      return { status, body: answer.body, headers: { ...answer.headers, ...headers } };
    },
  };
}

/** INTERFACE.md, Published elsewhere: `errors` names each wrong field. */
function withField(reply: Reply, field: string | undefined, message: string): Reply {
  return field === undefined || !isObject(reply.body)
    ? reply
    : { ...reply, body: { ...reply.body, errors: [{ field, message }] } };
}
