// `purser call`: one operation without the console, with the same contract, client, journal and rules.

import fs from 'node:fs';
import { headerWord } from '../api/contract/header-text.ts';
import { FIRST_PLACE, nextPage } from '../api/contract/next-page.ts';
import type { Operation } from '../api/contract/operation.ts';
import { isWrite, type OperationId, operations } from '../api/contract/operations.ts';
import { attempt } from '../lib/attempt.ts';
import { currencyDigits } from '../lib/currency.ts';
import { fractionDigits, parseDecimal } from '../lib/decimal.ts';
import { type Json, parseJson } from '../lib/json.ts';
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { definitionOf } from '../money/definition.ts';
import { checkMoneyCurrency } from '../money/form/body-fields.ts';
import { registry } from '../subjects/registry.ts';
import { CALL, type CallLine, operationOn } from './call-flags.ts';
import { type CallInput, readInput } from './call-input.ts';
import { callRead } from './call-read.ts';
import { type CommandParts, command, prints, unlessLost } from './command-parts.ts';
import { startOf } from './command-session.ts';
import { describeOperation, inDialect, listOperations } from './describe.ts';

export const call = command(CALL, async (line, parts) => {
  const json = line.has('json');
  if (line.has('list') && line.words.length > 0) return parts.refuse(t`--list takes no other arguments.`);
  if (line.has('list')) return unlessLost(prints(parts, listOperations(json)), parts);
  const asked = operationOn(line.words);
  if (asked.id === undefined) return parts.refuse(asked.why);
  if (!line.has('describe')) return callOne(asked.id, line, parts);
  // Without a usable set-up, the default dialect.
  const read = await startOf(parts, line);
  const dialect = read.ok ? read.start.setup.dialect : {};
  return unlessLost(prints(parts, describeOperation(asked.id, dialect, json)), parts);
});

async function callOne(id: OperationId, line: CallLine, parts: CommandParts): Promise<number> {
  const { refuse } = parts;
  const operation: Operation = operations[id];
  if (operation.class === 'sensitive') return refuse(explainSensitive(operation));
  const read = await startOf(parts, line);
  if (!read.ok) return refuse(read.why);
  const file = line.value('body');
  const body = file === undefined ? undefined : bodyIn(file);
  if (body && 'why' in body) return refuse(body.why);
  const given = readInput(inDialect(operation, read.start.setup.dialect), line.values('set'), body?.json);
  if ('why' in given) return refuse(given.why);
  const { input } = given;
  const wrong = misplacedFlag(id, line) ?? pagesGiven(operation, line, input) ?? wrongAmount(id, input);
  if (wrong !== undefined) return refuse(wrong);
  for (const unsent of unsentFlags(operation, line)) parts.err(`purser: ${unsent}\n`);
  const request = { input, line, start: read.start };
  if (!isWrite(id)) return callRead(id, request, parts);
  const { callWrite } = await import('./call-write.ts');
  return callWrite(id, request, parts);
}

const explainSensitive = ({ id }: Operation): Visible =>
  id === 'login'
    ? t`login gives a token, which Purser never shows. Purser signs in automatically before the first call.`
    : t`purser call never shows a card's number and CVV (${visible(id)}). To see them on the screen for 30 seconds, run purser card-details/CARD_ID and give a reason.`;

function misplacedFlag(id: OperationId, line: CallLine): Visible | undefined {
  const { paging }: Operation = operations[id];
  if (line.has('all') && (isWrite(id) || paging.style === 'none'))
    return t`--all works only with a list that has pages; ${visible(id)} has no pages.`;
  const ofWrites = (['confirm', 'reason', 'besides', 'wait', 'approved'] as const).find(flag =>
    line.has(flag),
  );
  if (ofWrites !== undefined && !isWrite(id))
    return t`--${visible(ofWrites)} works only with a write; ${visible(id)} only reads.`;
  const unfit = (['user', 'on-behalf-of', 'program'] as const).find(
    flag => !headerWord.test(line.value(flag) ?? 'x'),
  );
  if (unfit !== undefined)
    return t`--${visible(unfit)} must be 1 to 512 visible ASCII characters, without spaces.`;
  return line.value('reason')?.trim() === '' ? t`--reason needs text.` : undefined;
}

/** INTERFACE.md, Headers. */
const unsentFlags = ({ id, family }: Operation, line: CallLine): readonly Visible[] =>
  (family === 'A' ? (['program', 'user'] as const) : (['on-behalf-of'] as const))
    .filter(flag => line.has(flag))
    .map(flag => t`${visible(id)} does not send --${visible(flag)}. The request is the same without it.`);

function pagesGiven({ paging }: Operation, line: CallLine, { query = {} }: CallInput): Visible | undefined {
  if (!line.has('all')) return undefined;
  const name = Object.keys(nextPage(paging, 1, { ...FIRST_PLACE, taken: 1 }).fields).find(
    field => query[field] !== undefined,
  );
  return name === undefined ? undefined : t`--all reads every page. Remove the parameter ${visible(name)}.`;
}

/** From standard input for `-`. Numbers keep their digits. */
function bodyIn(file: string): { readonly json: Json } | { readonly why: Visible } {
  const name = file === '-' ? t`Standard input` : visible(file, 200);
  const bytes = attempt(() => fs.readFileSync(file === '-' ? 0 : file));
  if (bytes === undefined) return { why: t`${name} can't be read.` };
  const text = utf8(bytes);
  if (text === undefined) return { why: t`${name} is not UTF-8 text.` };
  const parsed = parseJson(text);
  if (!parsed.ok) return { why: t`${name} is not usable JSON: ${visible(parsed.reason, 80)}.` };
  const [twice] = parsed.duplicateKeys;
  if (twice !== undefined) return { why: t`${name} has ${visible(twice, 80)} twice. Give it once.` };
  return { json: parsed.value };
}

/** A quote is not a write, so no definition of a write lists its amounts. */
const OF_QUOTE = [
  ['source_amount', 'source_currencycode'],
  ['destination_amount', 'destination_currencycode'],
] as const;

const amountsOf = (id: OperationId) =>
  id === 'quote.create' ? OF_QUOTE : (definitionOf(registry, id)?.amounts ?? []);

function wrongAmount(id: OperationId, { query = {}, body = {} }: CallInput): Visible | undefined {
  const given = { ...query, ...body };
  for (const [amount, currency] of amountsOf(id)) {
    const [text, code] = [given[amount], given[currency]];
    if (typeof text !== 'string' || typeof code !== 'string') continue;
    const why = checkMoneyCurrency(code);
    if (why !== undefined) return t`${visible(currency)}: ${why}`;
    const digits = parseDecimal(text);
    const most = currencyDigits(code);
    if (digits !== undefined && most !== undefined && fractionDigits(digits) > most)
      return t`${visible(amount)}: ${visible(code)} has ${most} decimal places, and ${visible(text, 40)} has more.`;
  }
  return undefined;
}
