// The simulator's own controls under /__sim: clock, tokens, quotes, payouts, faults, world, ledger, wire. The real
// service has no such paths.
import { Hono } from 'hono';
import * as z from 'zod';
import { parseTimestamp } from '../lib/time.ts';
import type { Exchanges } from './exchange.ts';
import { faultReference, parseRule, ruleFromJson } from './faults/rule.ts';

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

  app.post('/token', async c => {
    const order = tokenOrder.safeParse(await json(c.req.raw));
    if (!order.success) return wrong('needs {"life_s": seconds} or {"revoke": true}');
    if (order.data.life_s !== undefined) service.tokens.setLife(order.data.life_s * 1000);
    if (order.data.revoke === true) service.tokens.revokeAll();
    return Response.json({ ok: true });
  });

  app.post('/quote', async c => {
    const order = quoteOrder.safeParse(await json(c.req.raw));
    if (!order.success) return wrong('needs {"life_s": seconds}, or {"life_s": null} for the lock period');
    service.world.quotes.setLife(order.data.life_s === null ? undefined : order.data.life_s * 1000);
    return Response.json({ ok: true });
  });
  app.post('/payout', async c => {
    const order = payoutOrder.safeParse(await json(c.req.raw));
    if (!order.success) return wrong('needs {"pending_s": seconds}');
    service.world.payouts.setPending(order.data.pending_s * 1000);
    return Response.json({ ok: true });
  });
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
      ({ userId, onBehalfOf, name, accounts, balances, cards, history, transactions }) => ({
        userId,
        onBehalfOf,
        name,
        currencies: balances.map(({ currency }) => currency),
        cards: cards.all.length,
        history: history.count,
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

async function json(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
