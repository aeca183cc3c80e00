// Text from an editor becomes the one line of a field, and gets its line breaks back when it is sent.

import { describe, expect, it } from 'vitest';
import { pastedLine } from '../../../src/keys/key.ts';
import { sentText } from '../../../src/store/form-state.ts';
import { lineOf } from '../../../src/ui/screens/form-screen.tsx';

describe('a text from the editor', () => {
  it.each([
    ['one line\n', 'one line'],
    ['one\ntwo\n', 'one↵two'],
    ['one\r\n\r\ntwo\r', 'one↵↵two'],
    ['\n\n  indented\twith a tab  \n\n', '  indented with a tab'],
    ['', ''],
    ['\n \n', ''],
    ['中文 🧵 é\n', '中文 🧵 é'],
  ])('%j becomes the line %j', (text, line) => {
    expect(lineOf(text)).toEqual({ line, said: undefined });
  });

  it('has its line breaks again when Purser sends it', () => {
    expect(sentText(lineOf('one\n\ntwo\n').line)).toBe('one\n\ntwo');
  });

  it.each(['a\u001b[2Jb', 'a\u0000b', 'a\u202eb', 'a\u200bb', 'a\u009b2Jb'])(
    '%j shows its invisible characters, and says so',
    text => {
      const { line, said } = lineOf(text);
      expect(pastedLine(line)).toBe(line);
      expect(line).not.toBe('ab');
      expect(said).toContain('escape');
    },
  );

  it('is cut at 4,096 characters, and says so', () => {
    const { line, said } = lineOf(`${'x'.repeat(4095)}🧵and more`);
    expect(line).toBe('x'.repeat(4095));
    expect(said).toContain('4,096');
    expect(lineOf('x'.repeat(4096)).said).toBeUndefined();
    expect(lineOf('\u202e'.repeat(3000)).line).toHaveLength(4096);
  });
});
