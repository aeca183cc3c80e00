// The request inspector's text about one request and its answer. Pure.

import type { Exchange } from '../../api/client/exchange.ts';
import { explain } from '../../api/client/explain.ts';
import type { Entry } from '../../format/entry.ts';
import { parseJson, writeJson } from '../../lib/json.ts';
import { maskBody } from '../../lib/redact.ts';
import { t, visible } from '../../lib/visible.ts';
import { curlOf } from './curl.ts';

/** The entries below the request's curl command and its warnings. */
export const withCurl = (exchange: Exchange, entries: readonly Entry[]): readonly Entry[] => {
  const { command, exact } = curlOf(exchange);
  return [
    { note: command, tone: 'plain' },
    {
      note: t`First set PURSER_API_KEY, PURSER_SHARED_API_KEY and PURSER_TOKEN in the shell. The command sends the request again, without the journal and the dialogs.`,
      tone: 'warn',
    },
    ...(exact
      ? []
      : [
          {
            note: t`This is not exactly the request: parts were masked, cut, or made visible.`,
            tone: 'warn' as const,
          },
        ]),
    { heading: t`The request itself` },
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
      ? [{ note: t`The body contains the token. Purser does not keep it.` }]
      : bodyEntries(exchange.responseBody?.())),
  ];
}

/** A body as lines: valid JSON is indented, any other text is unchanged. */
function bodyEntries(body: string | undefined): readonly Entry[] {
  if (body === undefined || body === '') return [{ note: t`no body` }];
  const parsed = parseJson(body);
  // Indenting decodes escapes, so that secrets hidden in escapes are masked too.
  const text = maskBody(parsed.ok ? writeJson(parsed.value, 2) : body);
  return text.split('\n').map(line => ({ note: visible(line), tone: 'plain' as const }));
}
