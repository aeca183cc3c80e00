// The signature has minisign's form, and minisign itself verifies the signature where it is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { publicKeyOf, readSigningKey, signatureOf, signingKeyIn } from './signature.ts';
import { throwAwayKey } from './throw-away-key.ts';

const sums = Buffer.from('abc  purser.tgz\n');

test('a signature has four lines, names the key, and is the same each time', () => {
  const key = readSigningKey(throwAwayKey());
  const text = signatureOf(sums, key, 'purser 1.2.3');
  const [, signed = '', trusted, whole = ''] = text.split('\n');
  expect(Buffer.from(signed, 'base64').subarray(0, 10)).toEqual(Buffer.concat([Buffer.from('ED'), key.id]));
  expect(trusted).toBe('trusted comment: purser 1.2.3');
  expect([signed, whole].map(one => Buffer.from(one, 'base64').length)).toEqual([74, 64]);
  expect(signatureOf(sums, key, 'purser 1.2.3')).toBe(text);
});

test('a key comes from a file or a variable', () => {
  const text = throwAwayKey();
  const file = join(temporaryFolder(), 'key');
  writeFileSync(file, text, { mode: 0o600 });
  const publicKey = publicKeyOf(readSigningKey(text));
  for (const env of [{ PURSER_SIGNING_KEY: text }, { PURSER_SIGNING_KEY_FILE: file }]) {
    const key = signingKeyIn(env);
    expect(key && publicKeyOf(key)).toBe(publicKey);
  }
  expect(signingKeyIn({})).toBeUndefined();
  expect(signingKeyIn({ PURSER_SIGNING_KEY: '', PURSER_SIGNING_KEY_FILE: '' })).toBeUndefined();
});

test('a key with a password, a damaged key and another text are refused', () => {
  const [comment = '', line = ''] = throwAwayKey().split('\n');
  const changed = (at: number): string => {
    const bytes = Buffer.from(line, 'base64');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return `${comment}\n${bytes.toString('base64')}\n`;
  };
  expect(() => readSigningKey(changed(2))).toThrow('password');
  expect(() => readSigningKey(changed(100))).toThrow('damaged');
  expect(() => readSigningKey('another text')).toThrow('not a secret key');
});

test('only the job of a tag can read the key, which the environment of releases keeps', () => {
  const jobs = readFileSync('.github/workflows/platforms.yml', 'utf8').split(/^ {2}(?=[a-z]+:$)/m);
  const withKey = jobs.filter(job => job.includes('secrets.'));
  expect(withKey).toHaveLength(1);
  expect(withKey[0]).toMatch(
    /^release:\n {4}if: github\.event_name == 'push' && startsWith\(github\.ref, 'refs\/tags\/v'\)$/m,
  );
  expect(withKey[0]).toMatch(/^ {4}environment: release$/m);
});

const missing = spawnSync('minisign', ['-v']).error !== undefined;

test.skipIf(missing)(
  `minisign verifies the signature, and refuses another file${missing ? ': skipped, minisign is not installed here' : ''}`,
  () => {
    const folder = temporaryFolder();
    const key = readSigningKey(throwAwayKey());
    const file = join(folder, 'SHA256SUMS');
    writeFileSync(`${file}.minisig`, signatureOf(sums, key, 'purser 1.2.3'));
    const verify = (content: Buffer) => {
      writeFileSync(file, content);
      return spawnSync('minisign', ['-V', '-P', publicKeyOf(key), '-m', file], { encoding: 'utf8' });
    };
    expect(verify(sums)).toMatchObject({ status: 0, stdout: expect.stringContaining('purser 1.2.3') });
    expect(verify(Buffer.from('other')).status).not.toBe(0);
  },
);
