import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import {
  afterDrawing,
  asksStill,
  changesBetween,
  type Dialog,
  isOver,
  isTyped,
  keptLines,
  moveDialogFocus,
  newDialog,
  type Phase,
  rearmed,
  scrollDialog,
  takesToken,
  typeToken,
  whyNotConfirm,
} from '../../src/store/dialog.ts';

const dialog = (more: Partial<Dialog> = {}): Dialog => ({
  ...newDialog({
    requestId: 'r-1',
    title: t`Convert`,
    button: t`Convert now`,
    lines: [{ label: t`Customer sells`, value: t`100.00 GBP` }],
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
  ])('at %i ms of 60,000, with a margin of 3,000, says %s [D11]', (tick, said) => {
    expect(whyNotConfirm(dialog(), tick)).toBe(said);
  });

  it('counts from the quote, however late the dialog opens [D11]', () => {
    expect(whyNotConfirm(dialog({ typedAt: 58_000 }), 58_500)).toBe('The quote has expired.');
  });
});

describe('typed text', () => {
  it('confirms exactly, apart from spaces around it', () => {
    expect(whyNotConfirm(dialog({ typed: ' 100.00 ' }), 1000)).toBeUndefined();
    expect(whyNotConfirm(dialog({ typed: '100' }), 1000)).toContain('is not the amount');
    expect(whyNotConfirm(dialog({ typed: '  ' }), 1000)).toContain('type the amount first');
  });

  it('may be any spelling of an amount, but only of an amount', () => {
    const token = { text: '1000.50', name: t`the amount`, amount: true } as const;
    for (const typed of ['1000.50', '1000.5', '1,000.50', ' 1,000.500 ']) {
      expect(whyNotConfirm(dialog({ token, typed }), 1000), typed).toBeUndefined();
    }
    for (const typed of ['1000.05', '100.50', '1000,50', '-1000.50', '1e3', '1000.50 x']) {
      expect(whyNotConfirm(dialog({ token, typed }), 1000), typed).toContain('is not the amount');
    }
  });

  it('is ignored before the whole dialog was on the screen', () => {
    const early = dialog({ ready: false, focus: 'token', typed: '' });
    expect(typeToken(early, '1', 5)).toBe(early);
    expect(whyNotConfirm(dialog({ ready: false }), 1000)).toContain('read to the end first');
    expect(moveDialogFocus(dialog({ ready: false, focus: 'safe' }), 1).focus).toBe('safe');
  });

  it('confirms nothing in the same burst of keys', () => {
    expect(whyNotConfirm(dialog({ typedAt: 1000 }), 1199)).toContain('too soon after the typing');
    expect(whyNotConfirm(dialog({ typedAt: 1000 }), 1200)).toBeUndefined();
  });

  it('is void when the dialog asks again', () => {
    expect(rearmed(dialog())).toEqual(
      dialog({
        typed: '',
        focus: 'safe',
        ready: false,
        phase: { kind: 'asking', changes: [], trouble: undefined },
      }),
    );
    const equal: Phase = { kind: 'equal', requestIds: ['r-0'], sentences: [t`One is open.`] };
    expect(rearmed(dialog(), equal).phase).toBe(equal);
  });

  it('for a name must be the name, not a spelling of a number', () => {
    const token = { text: '0085', name: t`the last four` };
    expect([' 0085 ', '85', '0085.0'].map(typed => isTyped(token, typed))).toEqual([true, false, false]);
    const misnamed = { ...token, text: 'cf8a', amount: true } as const;
    expect(['85', '0', ' cf8a '].map(typed => isTyped(misnamed, typed))).toEqual([false, false, true]);
    const end = { text: 'cF8a', name: t`the last four` };
    expect(['CF8A', ' cf8a ', 'cf8'].map(typed => isTyped(end, typed))).toEqual([true, true, false]);
    const nothing = { ...token, text: '0.00', amount: true } as const;
    expect(['0', 'nought', ''].map(typed => isTyped(nothing, typed))).toEqual([true, false, false]);
    expect(isTyped({ ...token, text: '0.00000001', amount: true }, '0.000000010')).toBe(true);
  });

  it('is accepted only in the field, and only while a decision is open', () => {
    const field = dialog({ focus: 'token', typed: '1' });
    expect(takesToken(field, 0)).toBe(true);
    expect(typeToken(field, '10', 7)).toEqual({ ...field, typed: '10', typedAt: 7 });
    const elsewhere = [
      dialog({ focus: 'go' }),
      dialog({ focus: 'safe' }),
      dialog({ focus: 'token', phase: { kind: 'reading' } }),
      dialog({ focus: 'token', phase: { kind: 'sending', since: 0 } }),
    ];
    for (const other of elsewhere) expect(typeToken(other, '10', 7)).toBe(other);
    const second: Phase = { kind: 'equal', requestIds: ['r-0'], sentences: [] };
    expect(takesToken(dialog({ focus: 'token', phase: second }), 0)).toBe(true);
  });

  it('does not block a press that came before all typing', () => {
    const { title, button, lines, requestId } = dialog();
    const plain = { requestId, title, button, lines, warnings: [], token: undefined, deadline: undefined };
    const begun = newDialog(plain);
    expect(begun).toMatchObject({ typed: '', focus: 'safe', ready: false, phase: { changes: [] } });
    expect(whyNotConfirm(begun, 0)).toContain('read to the end first');
    expect(whyNotConfirm({ ...begun, ready: true }, 0)).toBeUndefined();
  });
});

describe('the focus', () => {
  it('starts on the safe button and moves in a circle', () => {
    const begun = { ...dialog(), focus: 'safe' as const };
    const tabs = [1, 2, 3].map(by => moveDialogFocus(begun, by));
    expect(tabs.map(({ focus }) => focus)).toEqual(['token', 'go', 'safe']);
    expect(moveDialogFocus(begun, -1).focus).toBe('go');
  });

  it('skips the field if nothing must be typed', () => {
    const begun = dialog({ focus: 'safe', token: undefined });
    expect([1, 2].map(by => moveDialogFocus(begun, by).focus)).toEqual(['go', 'safe']);
  });

  it.each([
    [{ kind: 'ended', word: 'UNKNOWN', sentences: [], again: false }, 'go'],
    [{ kind: 'ended', word: 'REFUSED', sentences: [], again: false }, 'safe'],
    [{ kind: 'equal', requestIds: ['r-0'], sentences: [] }, 'token'],
    [{ kind: 'sending', since: 0 }, 'safe'],
    [{ kind: 'reading' }, 'safe'],
    [{ kind: 'ended', word: 'DONE', sentences: [], again: false }, 'safe'],
    [{ kind: 'ended', word: 'NOT SENT', sentences: [], again: true }, 'go'],
  ] as const)('in %o, Tab from the safe button leads to %s', (phase, focus) => {
    expect(moveDialogFocus({ ...dialog(), focus: 'safe', phase }, 1).focus).toBe(focus);
  });
});

it('a change shows each changed line before and after, and no unchanged line [D14]', () => {
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

it('personal values are shown and not stored', () => {
  expect(
    keptLines([
      { label: t`Name`, value: t`Ada Lovelace`, personal: true },
      { label: t`Amount`, value: t`10 GBP` },
    ]),
  ).toEqual([
    { label: 'Name', value: '•••' },
    { label: 'Amount', value: '10 GBP' },
  ]);
});

it('nothing can be confirmed once the write is being sent or has ended', () => {
  const over: readonly Phase[] = [
    { kind: 'sending', since: 0 },
    { kind: 'reading' },
    { kind: 'ended', word: 'DONE', sentences: [], again: true },
  ];
  for (const phase of over) {
    expect(asksStill(dialog({ phase }))).toBe(false);
    expect(whyNotConfirm(dialog({ phase }), 1000)).toBe('There is nothing to confirm.');
  }
  expect(asksStill(dialog({ phase: { kind: 'equal', requestIds: ['r-0'], sentences: [] } }))).toBe(true);
});

it('a write without a deadline never expires', () => {
  expect(isOver(dialog({ deadline: undefined }), Number.MAX_SAFE_INTEGER)).toBe(false);
});

describe('the reading of a dialog', () => {
  const drawn = { top: 0, room: 7, width: 60, lines: 7 };
  const longer = { ...drawn, lines: 19 };
  const safe = (more: Partial<Dialog> = {}) => dialog({ focus: 'go', ready: true, typed: '100.00', ...more });

  it('stays confirmed after a drawing that shows everything', () => {
    const read = afterDrawing(safe(), drawn);
    expect(read).toMatchObject({ ready: true, typed: '100.00', focus: 'go', reading: { seen: 7, drawn } });
    expect(afterDrawing(read, drawn)).toBe(read);
  });

  it.each<Phase>([
    { kind: 'asking', changes: [], trouble: t`It is another.` },
    { kind: 'equal', requestIds: ['r-0'], sentences: [] },
  ])('asks again for the same write if the text grew: %j', phase => {
    const again = afterDrawing(safe({ phase }), longer);
    expect(again).toMatchObject({ ready: false, typed: '', focus: 'safe', reading: { seen: 7 } });
    expect(again.phase).toBe(phase);
    const hidden = afterDrawing(afterDrawing(safe({ phase }), drawn), undefined);
    expect(hidden).toMatchObject({ ready: false, typed: '', reading: { seen: 0, drawn: undefined } });
  });

  it('keeps its state if it was not complete yet', () => {
    expect(afterDrawing(safe({ ready: false }), longer)).toMatchObject({ typed: '100.00', focus: 'go' });
    const ended: Phase = { kind: 'ended', word: 'UNKNOWN', sentences: [], again: false };
    expect(afterDrawing(safe({ phase: ended }), longer)).toMatchObject({ ready: true, focus: 'go' });
  });

  it.each<Phase>([{ kind: 'reading' }, { kind: 'sending', since: 0 }])(
    'stays the same while nobody can confirm: %j',
    phase => {
      const busy = safe({ phase });
      expect(afterDrawing(busy, longer)).toBe(busy);
    },
  );

  it('scrolls by lines and pages, as far as the text was seen', () => {
    const begun = afterDrawing(dialog({ ready: false }), longer);
    expect(scrollDialog(begun, 1, 'lines')).toEqual({ ...begun, reading: { ...begun.reading, top: 1 } });
    expect(scrollDialog(begun, 1, 'pages').reading.top).toBe(6);
  });
});
