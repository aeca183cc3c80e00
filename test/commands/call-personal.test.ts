// The parts of a write with personal data that `purser call` stores.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDesk } from '../sim/http.ts';
import { cardholderInput } from '../sim/inputs.ts';
import { applicant, responseInput } from '../sim/samples.ts';
import { caller, setsOf } from './caller.ts';

it('a new customer is sent with every field, and no file has personal data', async () => {
  const desk = await openDesk();
  const body = applicant('Acme Ltd');
  const [person] = body.account_details.business_person_details;
  const canaries = [
    String(person?.identifications.primary.passport.number),
    String(person?.date_of_birth),
    body.primary_contact.email,
  ];
  const calls = caller(desk.sim);
  const order = ['user.create', ...setsOf({ body })];
  const asked = await calls.call(...order);
  for (const canary of canaries) expect(asked.err).toContain(canary);
  const called = await calls.call(...order, '--confirm', body.primary_contact.email);
  expect(called).toMatchObject({ code: 0, err: expect.stringContaining('purser: DONE') });
  // A program that runs a confirmed call may keep the output of the call.
  for (const canary of canaries) expect(called.err).not.toContain(canary);
  const sent = desk.sim.wire.findLast(({ operation }) => operation === 'user.create');
  expect(JSON.parse(String(sent?.body))).toEqual(body);
  const [row] = calls.rows();
  expect(row?.intent.body).toContain('Acme Ltd');
  for (const file of readdirSync(calls.folder, { recursive: true, encoding: 'utf8' }))
    for (const canary of canaries)
      expect(readFileSync(join(calls.folder, file)).includes(canary), file).toBe(false);
});

it('a cardholder and an RFI response are sent with every field, and no file has personal data', async () => {
  const desk = await openDesk();
  const [own] = desk.sim.world.customers;
  const answer = own && responseInput(own);
  if (!answer) throw new Error('nothing is asked');
  const calls = caller(desk.sim);
  for (const [operation, input, token] of [
    ['cardholder.create', cardholderInput(), '1990-02-28'],
    ['rfi.respond', answer, answer.body.id.slice(-4)],
  ] as const) {
    expect(await calls.call(operation, ...setsOf(input), '--confirm', token), operation).toMatchObject({
      code: 0,
      err: expect.stringContaining('DONE'),
    });
    const sent = desk.sim.wire.findLast(one => one.operation === operation);
    expect(JSON.parse(String(sent?.body)), operation).toEqual(input.body);
  }
  const canaries = ['Ångström', '1990-02-28', 'X 1234', 'zoe@example.com', '1 Quay', 'since 2019'];
  for (const file of readdirSync(calls.folder, { recursive: true, encoding: 'utf8' }))
    for (const canary of canaries)
      expect(readFileSync(join(calls.folder, file)).includes(canary), `${file}: ${canary}`).toBe(false);
  expect(calls.rows().map(({ intent }) => intent.what.some(({ value }) => value === '•••'))).toEqual([
    true,
    true,
  ]);
});
