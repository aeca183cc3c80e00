// The text of fault rules, and how often a rule applies.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type FaultRule,
  faultBook,
  faultReference,
  parseRule,
  ruleFromJson,
} from '../../../src/sim/faults/rule.ts';
import { expectReviewed } from '../../harness/reviewed.ts';

function rule(text: string): FaultRule {
  const read = parseRule(text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

describe('a rule', () => {
  it('is read or refused as the reviewed file says', () =>
    expectReviewed(join(import.meta.dirname, 'rules.txt'), input => {
      const text = input.replace('(empty)', '');
      const read = parseRule(text);
      if ('problem' in read) return read.problem.replace(/(one of|there are) \w.*/, '$1 …');
      expect(read.text).toBe(text);
      return `${read.match}: ${read.fault.stage}, count ${read.count}, after ${read.after}, probability ${read.probability}, executed ${read.executed}`;
    }));

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
