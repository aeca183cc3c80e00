// Colours: the terminal's own sixteen, none at all in mono, and every one put out again.

import { describe, expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { concat, createTheme, THEMES, type Tone } from '../../../src/ui/kit/theme.ts';
import { fakeTerminal } from '../../harness/terminal.ts';

const TONES: readonly Tone[] = [
  'plain',
  'dim',
  'strong',
  'good',
  'warn',
  'bad',
  'accent',
  'heading',
  'cursor',
  'cursor-unfocused',
  'demo',
  'production',
];

describe.each(THEMES)('%s', name => {
  const theme = createTheme(name);

  it.each(TONES)('%s ends with its text', async tone => {
    const { screen } = fakeTerminal({ cols: 20, rows: 1 });
    await screen.show(concat(theme.paint(tone, t`painted`), theme.paint('plain', t` after`)));
    const [, after] = [screen.cellsOf('painted'), screen.cellsOf('after')];
    for (const cell of after ?? []) {
      expect(cell).toMatchObject({ bold: false, dim: false, underline: false, inverse: false });
      expect([cell.foreground, cell.background]).toEqual(['default', 'default']);
    }
    expect(after).toHaveLength(5);
  });

  it('has no colours but the sixteen of the terminal', async () => {
    for (const tone of TONES) {
      const { screen } = fakeTerminal({ cols: 20, rows: 1 });
      await screen.show(theme.paint(tone, t`painted`));
      for (const { foreground, background } of screen.cellsOf('painted') ?? []) {
        for (const colour of [foreground, background])
          expect(colour === 'default' || (typeof colour === 'number' && colour < 16)).toBe(true);
        if (name === 'mono') expect([foreground, background]).toEqual(['default', 'default']);
      }
    }
  });

  it('tells apart what must not be taken for the other', async () => {
    const looks = await Promise.all(
      (['demo', 'production', 'cursor', 'plain'] as const).map(async tone => {
        const { screen } = fakeTerminal({ cols: 20, rows: 1 });
        await screen.show(theme.paint(tone, t`x`));
        const { text: _, ...look } = screen.cell(0, 0);
        return JSON.stringify(look);
      }),
    );
    expect(new Set(looks.slice(0, 2)).size).toBe(2);
    expect(looks[2]).not.toBe(looks[3]);
    expect(looks[1]).not.toBe(looks[3]);
  });

  it('paints nothing around an empty text', () => {
    expect(TONES.map(tone => theme.paint(tone, t``)).join('')).toBe('');
  });
});
