import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import {
  changesBetween,
  type Dialog,
  moveDialogFocus,
  newDialog,
  rearmed,
  typeToken,
  whyNotConfirm,
} from '../../src/store/dialog.ts';

const dialog = (more: Partial<Dialog> = {}): Dialog => ({
  ...newDialog({
    requestId: 'r-1',
    title: t`Convert`,
    button: t`Convert now`,
    lines: [{ label: t`You sell`, value: t`100.00 GBP` }],
    warnings: [],
    token: { text: '100.00', name: t`the amount` },
    deadline: { at: 60_000, margin: 3000, label: t`Quote expires in`, over: t`The quote has expired.` },
  }),
  ready: true,
  focus: 'go',
  typed: '100.00',
  typedAt: 0,
  ...more,
});

describe('a deadline', () => {
  it.each([
    [56_999, undefined],
    [57_000, 'The quote has expired.'],
    [59_000, 'The quote has expired.'],
    [60_000, 'The quote has expired.'],
    [61_000, 'The quote has expired.'],
  ])('D11: at %i ms of 60,000, the last 3,000 counting as over, it says %s', (tick, said) => {
    expect(whyNotConfirm(dialog(), tick)).toBe(said);
  });

  it('D11: it counts from the quote, however late the dialog was opened', () => {
    expect(whyNotConfirm(dialog({ typedAt: 58_000 }), 58_500)).toBe('The quote has expired.');
  });
});

describe('what is typed', () => {
  it('confirms exactly, blanks around it apart', () => {
    expect(whyNotConfirm(dialog({ typed: ' 100.00 ' }), 1000)).toBeUndefined();
    expect(whyNotConfirm(dialog({ typed: '100' }), 1000)).toContain('is not the amount');
    expect(whyNotConfirm(dialog({ typed: '  ' }), 1000)).toContain('type the amount first');
  });

  it('may be any spelling of an amount, and of no other', () => {
    const token = { text: '1000.50', name: t`the amount`, amount: true } as const;
    for (const typed of ['1000.50', '1000.5', '1,000.50', ' 1,000.500 ']) {
      expect(whyNotConfirm(dialog({ token, typed }), 1000), typed).toBeUndefined();
    }
    for (const typed of ['1000.05', '100.50', '1000,50', '-1000.50', '1e3', '1000.50 x']) {
      expect(whyNotConfirm(dialog({ token, typed }), 1000), typed).toContain('is not the amount');
    }
  });

  it('goes nowhere before the dialog has been whole on the screen', () => {
    const early = dialog({ ready: false, focus: 'token', typed: '' });
    expect(typeToken(early, '1', 5)).toBe(early);
    expect(whyNotConfirm(dialog({ ready: false }), 1000)).toContain('Read it first');
    expect(moveDialogFocus(dialog({ ready: false, focus: 'safe' }), 1).focus).toBe('safe');
  });

  it('confirms nothing in the same burst', () => {
    expect(whyNotConfirm(dialog({ typedAt: 1000 }), 1199)).toContain('came with the typing');
    expect(whyNotConfirm(dialog({ typedAt: 1000 }), 1200)).toBeUndefined();
  });

  it('is void once it is asked anew', () => {
    expect(rearmed(dialog())).toMatchObject({ typed: '', focus: 'safe', ready: false });
  });
});

describe('focus', () => {
  it('starts on the safe button and goes round', () => {
    const begun = { ...dialog(), focus: 'safe' as const };
    const tabs = [1, 2, 3].map(by => moveDialogFocus(begun, by));
    expect(tabs.map(({ focus }) => focus)).toEqual(['token', 'go', 'safe']);
    expect(moveDialogFocus(begun, -1).focus).toBe('go');
  });

  it.each([
    [{ kind: 'sending', since: 0 }, 'safe'],
    [{ kind: 'reading' }, 'safe'],
    [{ kind: 'ended', word: 'DONE', sentences: [], again: false }, 'safe'],
    [{ kind: 'ended', word: 'NOT SENT', sentences: [], again: true }, 'go'],
  ] as const)('in %o, Tab from the safe button leads to %s', (phase, focus) => {
    expect(moveDialogFocus({ ...dialog(), focus: 'safe', phase }, 1).focus).toBe(focus);
  });
});

it('D14: says of every line what it was and what it is, and nothing of those that are the same', () => {
  const before = [
    { label: t`Amount`, value: t`10 GBP` },
    { label: t`Bank`, value: t`Alpha` },
    { label: t`Note`, value: t`x` },
  ];
  const now = [
    { label: t`Amount`, value: t`10 GBP` },
    { label: t`Bank`, value: t`Beta` },
    { label: t`Status`, value: t`PENDING` },
  ];
  expect(changesBetween(before, now)).toEqual([
    { label: 'Bank', before: 'Alpha', now: 'Beta' },
    { label: 'Note', before: 'x', now: undefined },
    { label: 'Status', before: undefined, now: 'PENDING' },
  ]);
});
