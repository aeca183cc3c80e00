// config.json: its correct content, and a sentence with line and field for every mistake (FAULTS G5, A5).
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialectValues } from '../../src/api/contract/dialect.ts';
import { loadConfig, type ProfileFields, withProfile } from '../../src/system/config.ts';
import { configJsonSchema } from '../../src/system/config-schema.ts';
import type { FileRead } from '../../src/system/disk.ts';
import { plainConfig } from '../../src/system/plain-config.ts';
import { expectReviewed } from '../harness/reviewed.ts';

const file = '/home/a/.config/purser/config.json';
const me = 1000;
const live = { baseUrl: 'https://api.example.com', environment: 'production', clientId: 'c', programId: 'p' };

function load(
  content: string | Uint8Array | object,
  facts: { ownerId?: number; mode?: number } = {},
  user?: number | null,
) {
  const text =
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, null, 2);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const read: FileRead = { kind: 'file', bytes, ownerId: me, mode: 0o644, ...facts };
  return loadConfig(
    { read: path => (path === file ? read : { kind: 'absent' }) },
    file,
    user === null ? undefined : me,
  );
}

function problems(...parts: Parameters<typeof load>): readonly string[] {
  const loaded = load(...parts);
  if (loaded.ok) throw new Error('the file was accepted');
  return loaded.problems;
}

test('a missing file is an empty configuration and no error', () => {
  expect(loadConfig({ read: () => ({ kind: 'absent' }) }, file, me)).toEqual({ ok: true });
});

test('a correct file is read, even with comments, a trailing comma and a byte order mark', () => {
  const profile = {
    ...live,
    userId: 'u1',
    onBehalfOf: 'o1',
    timeZone: 'Europe/London',
    readOnly: true,
    dialect: { scope: 'r:x_action:a r:x_action:b' },
    customers: [{ userId: 'u2', onBehalfOf: 'o2', name: 'Ann Other' }, { userId: 'u3' }],
  };
  const text = `\ufeff// ours\n{"$schema": "./s.json", "profile": "live", "profiles": {"live": ${JSON.stringify(profile)},}}`;
  expect(load(text)).toEqual({
    ok: true,
    text: text.slice(1),
    config: { $schema: './s.json', profile: 'live', profiles: { live: profile } },
  });
});

test('a file is refused if another user owns it or may write it; modes 0644 and 0600 are allowed [G5a–b]', () => {
  const good = { profiles: {} };
  for (const mode of [0o644, 0o600, 0o444]) expect(load(good, { mode }).ok).toBe(true);
  for (const mode of [0o664, 0o646, 0o666, 0o620, 0o602]) {
    expect(problems(good, { mode })).toEqual([expect.stringContaining(`chmod go-w ${file}`)]);
  }
  expect(problems(good, { ownerId: 1001 })).toEqual([expect.stringContaining('belongs to another user')]);
  expect(problems(good, { ownerId: 0 })).toEqual([expect.stringContaining('belongs to another user')]);
  expect(load(good, { ownerId: 1001, mode: 0o666 }, null).ok).toBe(true);
});

test('summaries may be in any language, and reach the set-up', () => {
  const summaries = { language: 'ja', texts: { 'payout.DONE': '{amount}を送金しました。' } };
  expect(load({ profiles: {}, summaries })).toMatchObject({ ok: true, config: { summaries } });
});

test('an unreadable file is a problem, never an empty configuration', () => {
  const loaded = loadConfig({ read: () => ({ kind: 'unreadable', code: 'EACCES' }) }, file, me);
  expect(loaded).toEqual({ ok: false, problems: [`${file} can't be read (EACCES).`] });
  expect(problems(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual([`${file} is not UTF-8 text.`]);
});

const team = { host: 'db.example.com', database: 'team', user: 'ana' };

/** A text, where \\n is a new line; or what a profile, its journal or its name has. */
function contentOf(input: string): string | object {
  const [, kind, json = ''] = /^(profile|journal|named) (.*)$/.exec(input) ?? [];
  if (kind === undefined) return input.replace('(empty)', '').replaceAll('\\r', '\r').replaceAll('\\n', '\n');
  const given = JSON.parse(json);
  if (kind === 'named') return { profiles: { [given]: live } };
  const change = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === '(absent)' ? undefined : value]),
  );
  const changed = kind === 'profile' ? change : { journal: { ...team, ...change } };
  return { profiles: { live: { ...live, ...changed } } };
}

test('each mistake is named with its line and column, as the reviewed file says', () =>
  expectReviewed(join(import.meta.dirname, 'config-mistakes.txt'), input =>
    problems(contentOf(input)).join('\n').replaceAll(`${file}, `, ''),
  ));

test.each([
  { ...team, host: 'db1.example.com,db2.example.com:5433' },
  { ...team, host: '127.0.0.1:5433,localhost', sslmode: 'disable' },
])('several servers of a team journal are allowed: %j', journal => {
  expect(load({ profiles: { live: { ...live, journal } } })).toMatchObject({ ok: true });
});

test('the default profile may be demo, and a misspelt default gets a suggestion', () => {
  expect(load({ profile: 'demo', profiles: {} }).ok).toBe(true);
  expect(problems({ profile: 'liev', profiles: { live } })[0]).toMatch(/Did you mean live\?$/);
});

const switches = Object.entries(dialectValues);

test.each(switches)(
  'dialect.%s takes each value of the contract, and a refusal names these values',
  (name, values) => {
    for (const value of values) {
      const profile = { ...live, dialect: { [name]: value } };
      expect(load({ profiles: { live: profile } })).toMatchObject({
        ok: true,
        config: { profiles: { live: profile } },
      });
    }
    for (const wrong of [
      '',
      values[0]?.toUpperCase() === values[0] ? values[0]?.toLowerCase() : 'other',
      null,
      true,
    ]) {
      expect(problems({ profiles: { live: { ...live, dialect: { [name]: wrong } } } })).toEqual([
        `${file}, line 9, column ${name.length + 13}: profiles.live.dialect.${name} must be ${values.join(' or ')}.`,
      ]);
    }
  },
);

test('the refusal of a plain http address of another machine names the line, but not the address [A5]', () => {
  const [problem, ...rest] = problems({
    profiles: { live: { ...live, baseUrl: 'http://u:hunter2@api.example.com' } },
  });
  expect(rest).toEqual([]);
  expect(problem).toMatch(
    /line 4, column 18: profiles\.live\.baseUrl must be an address that Purser may call: the address must not contain a user name/,
  );
  expect(problem).not.toContain('hunter2');
});

test('all mistakes are reported in one go', () => {
  expect(
    problems({ profiles: { a: { ...live, environment: 1, zzz: 2 }, b: { ...live, programId: 3 } } }),
  ).toHaveLength(3);
});

test.each(['apiKey', 'api_key', 'x-api-key', 'sharedApiKey', 'token', 'password', 'clientSecret'])(
  'a secret with the name %s is refused anywhere in the file, with the reason, and never shown',
  name => {
    const canary = 'CANARY51deadbeef';
    for (const content of [
      { profiles: {}, [name]: canary },
      { profiles: { live: { ...live, [name]: canary } } },
      { profiles: { live: { ...live, customers: [{ userId: 'u', [name]: canary }] } } },
    ]) {
      const said = problems(content).join('\n');
      expect(said).toMatch(/is not allowed: others may read this file.*PURSER_API_KEY/);
      expect(said).not.toContain(canary);
    }
  },
);

test('deep nesting and hostile names cause no crash and no escape sequence on the terminal', () => {
  expect(problems('['.repeat(500_000))).toHaveLength(1);
  const said = problems({ profiles: {}, '\x1b]52;c;AA\x07\u202e': 1 }).join('');
  expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  ['{}', {}],
  ['{"terminal": {"mouse": true}}', { terminal: { mouse: true } }],
  ['{"keys": {"balances": "K"}, "theme": "dark"}', { keys: { balances: 'K' }, theme: 'dark' }],
])('%s needs no profiles', (text, config) => {
  expect(load(text)).toMatchObject({ ok: true, config });
  expect(plainConfig(text)).toEqual(config);
  const added = withProfile(text, 'live', live as ProfileFields, false);
  expect(load(added)).toMatchObject({ ok: true, config: { ...config, profiles: { live } } });
});

test('the JSON Schema has the same fields as the check, and refuses all other fields', () => {
  expect(configJsonSchema()).toMatchObject({
    additionalProperties: false,
    properties: {
      profiles: {
        additionalProperties: {
          additionalProperties: false,
          required: ['baseUrl', 'environment', 'clientId', 'programId'],
          properties: { environment: { enum: ['demo', 'production'] } },
        },
      },
    },
  });
  expect(JSON.stringify(configJsonSchema())).not.toMatch(/api_?key/i);
});

test('the JSON Schema has every switch of the dialect with its values, and requires none', () => {
  const fields = {
    scope: { type: 'string' },
    ...Object.fromEntries(switches.map(([name, values]) => [name, { enum: values }])),
  };
  expect(configJsonSchema()).toMatchObject({
    properties: {
      profiles: {
        additionalProperties: {
          properties: { dialect: { additionalProperties: false, properties: fields } },
        },
      },
    },
  });
  expect(JSON.stringify(configJsonSchema())).not.toMatch(/"required":\[[^\]]*"(?:scope|quote)"/);
});

test('a team journal for everybody names no role, because each user has another', () => {
  const { user: _, ...shared } = team;
  expect(load({ profiles: { live: { ...live, journal: shared } } })).toMatchObject({ ok: true });
});
