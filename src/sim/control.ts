// The simulator's own controls under /__sim, which the real service does not have.
import { Hono } from 'hono';
import * as z from 'zod';
import { parseTimestamp } from '../lib/time.ts';
import { faultReference, parseRule, ruleFromJson } from './faults/rule.ts';
import type { Exchanges } from './request-path.ts';
import { total } from './world/computed-rows.ts';

const clockOrder = z.union([z.strictObject({ set: z.string() }), z.strictObject({ advance_ms: z.number() })]);
const quoteOrder = z.strictObject({ life_s: z.number().min(0).nullable() });
const payoutOrder = z.strictObject({ pending_s: z.number().min(0) });
const tokenOrder = z.strictObject({ life_s: z.number().min(0).optional(), revoke: z.boolean().optional() });

export function controls({ service, faults, wire }: Exchanges): Hono {
  const app = new Hono();
  const wrong = (problem: string): Response => Response.json({ problem }, { status: 400 });
  const clock = (): Response => Response.json({ now: new Date(service.clock.now()).toISOString() });

  app.get('/clock', clock);
  app.post('/clock', async c => {
    const order = clockOrder.safeParse(await json(c.req.raw));
    if (!order.success) return wrong('needs {"set": ISO time} or {"advance_ms": number}');
    const set = 'set' in order.data ? parseTimestamp(order.data.set) : undefined;
    if ('set' in order.data && set === undefined) return wrong('set is no time with a zone');
    if (set !== undefined) service.clock.set(set);
    else if ('advance_ms' in order.data) service.clock.advance(order.data.advance_ms);
    return clock();
  });

  const post = <Order>(
    path: string,
    schema: z.ZodType<Order>,
    needs: string,
    carryOut: (order: Order) => void,
  ): void => {
    app.post(path, async c => {
      const order = schema.safeParse(await json(c.req.raw));
      if (!order.success) return wrong(`needs ${needs}`);
      carryOut(order.data);
      return Response.json({ ok: true });
    });
  };
  post('/token', tokenOrder, '{"life_s": seconds} or {"revoke": true}', ({ life_s, revoke }) => {
    if (life_s !== undefined) service.tokens.setLife(life_s * 1000);
    if (revoke === true) service.tokens.revokeAll();
  });
  post('/quote', quoteOrder, '{"life_s": seconds}, or {"life_s": null} for the lock period', ({ life_s }) =>
    service.world.quotes.setLife(life_s === null ? undefined : life_s * 1000),
  );
  post('/payout', payoutOrder, '{"pending_s": seconds}', ({ pending_s }) =>
    service.world.payouts.setPending(pending_s * 1000),
  );
  app.get('/ledger', () => Response.json(service.world.ledger.effects));

  app.get('/faults', () => Response.json({ rules: faults.list(), reference: faultReference() }));
  app.delete('/faults', () => {
    faults.clear();
    return Response.json({ rules: [] });
  });
  app.post('/faults', async c => {
    const body = await json(c.req.raw);
    const rules = (Array.isArray(body) ? body : [body]).map(one =>
      typeof one === 'string' ? parseRule(one) : ruleFromJson(one),
    );
    for (const rule of rules) if ('problem' in rule) return wrong(rule.problem);
    for (const rule of rules) if (!('problem' in rule)) faults.add(rule);
    return Response.json({ rules: faults.list() });
  });

  app.get('/world', () => Response.json(summary(service.world)));
  app.get('/wire', () => Response.json(wire.records));
  return app;
}

function summary({ seed, rows, credentials, customers }: Exchanges['service']['world']): unknown {
  return {
    seed,
    rows,
    credentials,
    customers: customers.map(
      ({ userId, onBehalfOf, name, accounts, balances, cards, history, transactions, bookFaults }) => ({
        userId,
        onBehalfOf,
        name,
        currencies: balances.map(({ currency }) => currency),
        cards: cards.all.length,
        history: total(history, {}),
        ...(bookFaults.length > 0 && { bookFaults }),
        accounts: accounts.map(({ record, currencies, global }) => ({
          id: record.id,
          status: record.status,
          currencies,
          global: global !== undefined,
          transactions: transactions.get(record.id)?.count ?? 0,
        })),
      }),
    ),
  };
}

const json = (request: Request): Promise<unknown> => request.json().catch(() => undefined);
