// The versions of Node that Purser accepts.
import { expect, test } from 'vitest';
import { oldNode } from '../../src/system/node-version.ts';

test.each(['20.20.2', '22.22.0', '24.14.9', '24.1.0', '', 'nonsense'])('Node %s is too old', version => {
  expect(oldNode(version)).toContain('24.15');
});

test.each(['24.15.0', '24.16.0', '25.0.0', '26.10.0', '30.0.0-nightly'])('Node %s is new enough', version => {
  expect(oldNode(version)).toBeUndefined();
});
