// What the request inspector tells of one request and its answer; pure.

import type { Exchange } from '../../api/client/exchange.ts';
import { explain } from '../../api/client/explain.ts';
import { parseJson, writeJson } from '../../lib/json.ts';
import { maskBody } from '../../lib/redact.ts';
import { t, visible } from '../../lib/visible.ts';
import type { Entry } from '../kit/details.ts';
import { curlOf } from './curl.ts';

/** The command first, where it was asked for. */
export const withCurl = (exchange: Exchange, entries: readonly Entry[]): readonly Entry[] => {
  const { command, exact } = curlOf(exchange);
  return [
    { note: command, tone: 'plain' },
    {
      note: t`Set PURSER_API_KEY, PURSER_SHARED_API_KEY and PURSER_TOKEN in the shell. What it sends is sent again, past the journal and the dialogs.`,
      tone: 'warn',
    },
    ...(exact
      ? []
      : [
          {
            note: t`It isn't just what was sent: something in it was masked, cut, or made visible.`,
            tone: 'warn' as const,
          },
        ]),
    { heading: t`As it was sent` },
    ...entries,
  ];
};

export function entriesOf(exchange: Exchange): readonly Entry[] {
  const headers = (all: Readonly<Record<string, string>> | undefined): readonly Entry[] =>
    Object.entries(all ?? {}).map(([name, value]) => ({
      label: visible(name, 40),
      cell: { text: visible(value) },
    }));
  return [
    { note: t`${visible(exchange.method)} ${visible(exchange.url)}`, tone: 'plain' },
    ...(exchange.failure
      ? [{ note: explain(exchange.failure, exchange.title).what, tone: 'bad' as const }]
      : []),
    ...exchange.drift.map(({ path, kind, note }) => ({
      note: t`drift: ${visible(kind)} ${path} ${note}`,
      tone: 'warn' as const,
    })),
    { heading: t`Request` },
    ...headers(exchange.requestHeaders),
    { heading: t`Answer ${exchange.status ?? t`–`}` },
    ...headers(exchange.responseHeaders),
    ...(exchange.operation === 'login'
      ? [{ note: t`The body holds the token: it is not kept.` }]
      : bodyEntries(exchange.responseBody?.())),
  ];
}

/** A body on lines of its own: laid out if it is whole JSON, as it came otherwise. */
function bodyEntries(body: string | undefined): readonly Entry[] {
  if (body === undefined || body === '') return [{ note: t`no body` }];
  const parsed = parseJson(body);
  // Laid out, escapes are the characters that they stood for: what was hidden in them is masked now.
  const text = maskBody(parsed.ok ? writeJson(parsed.value, 2) : body);
  return text.split('\n').map(line => ({ note: visible(line), tone: 'plain' as const }));
}
