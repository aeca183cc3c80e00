// The text of fault rules, and how often a rule applies.
import { describe, expect, it } from 'vitest';
import {
  type FaultRule,
  faultBook,
  faultReference,
  parseRule,
  ruleFromJson,
} from '../../../src/sim/faults/rule.ts';

function rule(text: string): FaultRule {
  const read = parseRule(text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

describe('a rule', () => {
  it.each([
    ['* hang', '*', 'wait'],
    ['account.list status=503', 'account.list', 'instead'],
    ['/svc/api delay=5 jitter=2 count=3 after=1 probability=0.5', '/svc/api', 'wait'],
    ["login status=400 message='try it later' code=busy executed", 'login', 'instead'],
    ['account.balances set=data[0].available_balance:NaN', 'account.balances', 'reply'],
    ['account.balances   not-json', 'account.balances', 'answer'],
    ['* drip=10 bytes=3', '*', 'delivery'],
  ])('%s is read', (text, match, stage) => {
    expect(rule(text)).toMatchObject({ match, text, fault: { stage } });
  });

  it.each([
    ['', 'needs a match and an action'],
    ['account.list', 'an action'],
    ['account.lists hang', 'is no operation'],
    ['* explode', 'is no fault'],
    ['* hang=5', 'takes no value'],
    ['* status', 'status from 200 to 599'],
    ['* status=99', 'status from 200 to 599'],
    ['* status=1000', 'status from 200 to 599'],
    ['* status=500 form=xml', 'form is'],
    ['* delay', 'milliseconds'],
    ['* delay=soon', 'milliseconds'],
    ['* delay=1 jitter=-1', 'milliseconds'],
    ['* reset=later', 'before, after or headers'],
    ['* hang count=0', 'count'],
    ['* hang after=-1', 'after'],
    ['* hang probability=2', 'probability'],
    ['* hang often=2', 'no option "often"'],
    ['* set=data', 'PATH:JSON'],
    ["* set='da ta:1'", 'PATH:JSON'],
    ['* set=da ta:1', 'no option "ta:1"'],
    ['* set=..:1', 'PATH:JSON'],
    ['* drop=', 'path'],
    ['* mutate=all', 'fields'],
    ['* mutate percent=101', 'percent'],
    ['* envelope', 'on or off'],
    ['* contradiction=maybe', 'refused or granted'],
    ['* redirect=nowhere', 'URL'],
    ['* redirect=http://a.invalid status=200', '300 to 399'],
    ['* duplicate-keys=a"b', 'field name'],
    ['* content-type', 'content type'],
    ['* header=x', 'NAME:VALUE'],
    ['* truncate=all', 'bytes'],
    ['* drip=1 bytes=0', 'bytes'],
    ['* gzip=100000', 'up to 256'],
  ])('"%s" is refused with a reason', (text, reason) => {
    const read = parseRule(text);
    expect('problem' in read && read.problem).toContain(reason);
  });

  it('can be JSON, and wrong JSON is refused with a reason', () => {
    const json = {
      match: 'login',
      action: 'status',
      value: 429,
      options: { 'retry-after': 5, executed: true },
      count: 2,
    };
    expect(ruleFromJson(json)).toMatchObject({
      match: 'login',
      count: 2,
      after: 0,
      executed: true,
      fault: { stage: 'instead' },
    });
    for (const wrong of [
      null,
      'login hang',
      {},
      { ...json, extra: 1 },
      { ...json, count: 'two' },
      { ...json, action: '__proto__' },
    ]) {
      expect(ruleFromJson(wrong)).toHaveProperty('problem');
    }
  });

  it('has a line in the reference for every action', () => {
    const reference = faultReference();
    expect(reference.length).toBeGreaterThan(25);
    for (const line of reference) expect(line).toMatch(/^[a-z][a-z0-9-]*.* — \S/);
  });
});

describe('the active rules', () => {
  const here = { operation: 'account.list', path: '/svc/api/v1/account', body: '' };

  it('apply to an operation, a path, or every request', () => {
    const book = faultBook(1);
    for (const text of ['account.list hang', '/svc hang', '/api hang', '* hang', 'login hang'])
      book.add(rule(text));
    expect(book.strike(here).faults).toHaveLength(3);
    expect(book.strike({ operation: undefined, path: '/api/v1/nothing', body: '' }).faults).toHaveLength(2);
    book.clear();
    expect(book.strike(here)).toEqual({ faults: [], executed: false });
  });

  it('apply to requests with a text in their body', () => {
    const book = faultBook(1);
    book.add(rule("* hang containing='a b'"));
    expect(['', 'a  b', '{"x":"a b"}'].map(body => book.strike({ ...here, body }).faults.length)).toEqual([
      0, 0, 1,
    ]);
    expect(book.list()).toMatchObject([{ seen: 1, struck: 1 }]);
  });

  it('skip the first requests, and end after a number of requests', () => {
    const book = faultBook(1);
    book.add(rule('* hang after=2 count=2'));
    expect(Array.from({ length: 6 }, () => book.strike(here).faults.length)).toEqual([0, 0, 1, 1, 0, 0]);
    expect(book.list()).toEqual([{ rule: '* hang after=2 count=2', seen: 6, struck: 2 }]);
  });

  it('apply at random, but in the same way for the same seed', () => {
    const run = (seed: number): string => {
      const book = faultBook(seed);
      book.add(rule('* hang probability=0.3'));
      return Array.from({ length: 200 }, () => book.strike(here).faults.length).join('');
    };
    expect(run(1)).toBe(run(1));
    expect(run(1)).not.toBe(run(2));
    expect([...run(1)].filter(one => one === '1').length).toBeGreaterThan(30);
    expect([...run(1)].filter(one => one === '1').length).toBeLessThan(90);
  });
});
