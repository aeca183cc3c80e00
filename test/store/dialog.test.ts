import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import {
  actProblem,
  afterDrawing,
  afterSilence,
  answerable,
  confirmProblem,
  type Dialog,
  type DialogApproval,
  inPlaceOf,
  isAsking,
  isOver,
  isSettled,
  moveDialogFocus,
  needsTyping,
  newDialog,
  type Phase,
  rearmed,
  scrollDialog,
  takesToken,
  typeToken,
  typingProblem,
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
  silent: true,
  ...more,
});

const approval = (part: DialogApproval['part']): DialogApproval => ({ part, lines: [], warnings: [] });

it.each<[boolean, Phase]>([
  [false, newDialog(dialog()).phase],
  [false, { kind: 'reading' }],
  [false, { kind: 'equal', requestIds: ['r-0'], sentences: [] }],
  [false, { kind: 'sending', since: 0 }],
  [true, { kind: 'waiting' }],
  [true, { kind: 'voted', approved: 'no', sentences: [] }],
  [true, { kind: 'ended', word: 'DONE', sentences: [], again: false }],
])('whether the dialog shows how the write ended is %s in the phase %o', (settled, phase) => {
  expect(isSettled(dialog({ phase }))).toBe(settled);
});

describe('a deadline', () => {
  it.each([
    [56_999, undefined],
    [57_000, 'The quote has expired.'],
    [59_000, 'The quote has expired.'],
    [60_000, 'The quote has expired.'],
    [61_000, 'The quote has expired.'],
  ])('at %i ms of 60,000, with a margin of 3,000, says %s [D11b D11e]', (tick, said) => {
    expect(confirmProblem(dialog(), tick)).toBe(said);
  });

  it('belongs to the quote, so that a dialog opened late has less time [D11b]', () => {
    expect(confirmProblem(dialog({ silent: false }), 58_500)).toBe('The quote has expired.');
  });
});

describe('a typed character', () => {
  const read = { top: 0, seen: 4, drawn: { top: 0, room: 4, width: 60, lines: 4 } };
  it.each<[string, Partial<Dialog>, string | undefined]>([
    ['before the dialog is ready', { ready: false, reading: read }, 'Typed too early'],
    ['before the end was read', { ready: false }, 'read to the end first'],
    [
      'away from the end, after everything was read',
      { ready: false, reading: { top: 0, seen: 9, drawn: { ...read.drawn, lines: 9 } } },
      'read to the end first',
    ],
    [
      'at the end, with unread lines before it',
      { ready: false, reading: { top: 5, seen: 4, drawn: { ...read.drawn, top: 5, lines: 9 } } },
      'read to the end first',
    ],
    ['on a button', {}, 'press Tab to go to the field'],
    ['in the field', { focus: 'token' }, undefined],
    ['after the write', { phase: { kind: 'reading' } }, undefined],
  ])('is ignored with a reason unless it is in the field: %s', (_, more, said) => {
    const why = typingProblem(dialog(more), 1000);
    if (said === undefined) expect(why).toBeUndefined();
    else expect(why).toContain(said);
  });
});

describe('typed text', () => {
  it('confirms only if it equals the token, apart from spaces around it', () => {
    expect(confirmProblem(dialog({ typed: ' 100.00 ' }), 1000)).toBeUndefined();
    expect(confirmProblem(dialog({ typed: '100' }), 1000)).toContain('is not the amount');
    expect(confirmProblem(dialog({ typed: '  ' }), 1000)).toContain('type the amount first');
  });

  it('may be any spelling of the same amount, and nothing else, if the token is an amount', () => {
    const token = { text: '1000.50', name: t`the amount`, amount: true } as const;
    for (const typed of ['1000.50', '1000.5', '1,000.50', ' 1,000.500 ']) {
      expect(confirmProblem(dialog({ token, typed }), 1000), typed).toBeUndefined();
    }
    for (const typed of ['1000.05', '100.50', '1000,50', '-1000.50', '1e3', '1000.50 x']) {
      expect(confirmProblem(dialog({ token, typed }), 1000), typed).toContain('is not the amount');
    }
  });

  it('is ignored before the whole dialog was on the screen', () => {
    const early = dialog({ ready: false, focus: 'token', typed: '' });
    expect(typeToken(early, '1', 5)).toBe(early);
    expect(confirmProblem(dialog({ ready: false }), 1000)).toContain('read to the end first');
    const read = { top: 0, seen: 4, drawn: { top: 0, room: 9, width: 60, lines: 4 } };
    expect(confirmProblem(dialog({ ready: false, reading: read }), 1000)).toContain('the key came too soon');
    expect(moveDialogFocus(dialog({ ready: false, focus: 'safe' }), 1).focus).toBe('safe');
  });

  it('confirms nothing until the terminal is silent', () => {
    const said = 'Nothing was sent: Enter came too soon after other input. Press Enter again.';
    const noisy = afterSilence(dialog(), false);
    expect(confirmProblem(noisy, 1000)).toBe(said);
    expect(actProblem(noisy, 1000)).toBeUndefined();
    expect(confirmProblem(afterSilence(noisy, true), 1000)).toBeUndefined();
  });

  it('needs a new silence after the dialog asks again, and none before the dialog is ready', () => {
    expect(rearmed(dialog()).silent).toBe(false);
    const early = dialog({ ready: false, silent: false });
    expect(afterSilence(early, true)).toBe(early);
    const sending = dialog({ phase: { kind: 'sending', since: 0 }, silent: false });
    expect(afterSilence(sending, true)).toBe(sending);
  });

  it('is void when the dialog asks again', () => {
    expect(rearmed(dialog())).toEqual(
      dialog({
        typed: '',
        silent: false,
        focus: 'safe',
        ready: false,
        phase: { kind: 'asking', changes: [], trouble: undefined },
      }),
    );
    const equal: Phase = { kind: 'equal', requestIds: ['r-0'], sentences: [t`One is open.`] };
    expect(rearmed(dialog(), equal).phase).toBe(equal);
  });

  it('is accepted only with the focus in the field, and only while the dialog waits for a decision', () => {
    const field = dialog({ focus: 'token', typed: '1' });
    expect(takesToken(field, 0)).toBe(true);
    expect(typeToken(field, '10', 7)).toEqual({ ...field, typed: '10' });
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

  it('is needed while the field accepts text and does not contain the token', () => {
    expect(needsTyping(dialog({ typed: '' }), 0)).toBe(true);
    expect(needsTyping(dialog({ typed: '100' }), 0)).toBe(true);
    expect(needsTyping(dialog(), 0)).toBe(false);
    expect(needsTyping(dialog({ typed: '', token: undefined }), 0)).toBe(false);
    expect(needsTyping(dialog({ typed: '', ready: false }), 0)).toBe(false);
    expect(needsTyping(dialog({ typed: '', phase: { kind: 'reading' } }), 0)).toBe(false);
    expect(needsTyping(dialog({ typed: '' }), 57_000)).toBe(false);
  });

  it('stays after a new quote with the same token, and is dropped with another token', () => {
    const { token } = dialog();
    const next = dialog({ typed: '', ready: false, focus: 'safe' });
    expect(inPlaceOf(dialog({ typed: '100' }), next)).toEqual({ ...next, renewed: true, typed: '100' });
    const other = { ...next, token: { text: '100.01', name: t`the amount` } };
    for (const [before, after] of [
      [token, other],
      [token, { ...next, token: undefined }],
      [undefined, next],
      [undefined, { ...next, token: undefined }],
    ] as const)
      expect(inPlaceOf(dialog({ typed: '100', token: before }), after)).toEqual({ ...after, renewed: true });
  });

  it('does not block Enter before the first typed character', () => {
    const { title, button, lines, requestId } = dialog();
    const plain = { requestId, title, button, lines, warnings: [], token: undefined, deadline: undefined };
    const begun = newDialog(plain);
    expect(begun).toMatchObject({ typed: '', focus: 'safe', ready: false, phase: { changes: [] } });
    expect(confirmProblem(begun, 0)).toContain('read to the end first');
    expect(confirmProblem(answerable(begun, { missed: false, silent: true }), 0)).toBeUndefined();
  });
});

describe('a dialog that was read to its end', () => {
  const unread = dialog({ ready: false, focus: 'safe', typed: '' });

  it('is ready, with the focus in the field or, without a token, on the safe button', () => {
    expect(answerable(unread, { missed: false, silent: true })).toEqual({
      ...unread,
      ready: true,
      focus: 'token',
    });
    const plain = { ...unread, token: undefined };
    expect(answerable(plain, { missed: false, silent: true })).toEqual({
      ...plain,
      ready: true,
      focus: 'safe',
    });
  });

  it('says that earlier characters are missing, until the field is empty', () => {
    const missed = answerable(unread, { missed: true, silent: true });
    expect(missed.missed).toBe(true);
    expect(typeToken(missed, '1', 7).missed).toBe(true);
    expect(typeToken(missed, '', 7).missed).toBe(false);
    expect(typeToken(answerable(unread, { missed: false, silent: true }), '1', 7).missed).toBe(false);
    expect(rearmed(missed).missed).toBe(false);
  });

  it.each([
    [undefined, 'sent'],
    ['send', 'sent'],
    ['unread', 'sent'],
    ['ask', 'asked'],
    ['vote', 'approved'],
  ] as const)(
    'must be read first: for the approval part %s, Purser says that nothing was %s',
    (part, done) => {
      const asked = { ...unread, ...(part && { approval: approval(part) }) };
      expect(confirmProblem(asked, 0)).toBe(`Nothing was ${done}: read to the end first.`);
    },
  );
});

describe('the focus', () => {
  it('starts on the safe button and moves in a circle', () => {
    const begun = { ...dialog(), focus: 'safe' as const };
    const tabs = [1, 2, 3].map(by => moveDialogFocus(begun, by));
    expect(tabs.map(({ focus }) => focus)).toEqual(['token', 'go', 'safe']);
    expect(moveDialogFocus(begun, -1).focus).toBe('go');
  });

  it("reaches Decline only in a vote on another person's write", () => {
    const last = (part: DialogApproval['part']) =>
      moveDialogFocus(dialog({ focus: 'safe', approval: approval(part) }), -1).focus;
    expect((['vote', 'ask', 'send', 'unread'] as const).map(last)).toEqual(['decline', 'go', 'go', 'go']);
  });

  it('skips the field if the dialog has no token', () => {
    const begun = dialog({ focus: 'safe', token: undefined });
    expect([1, 2].map(by => moveDialogFocus(begun, by).focus)).toEqual(['go', 'safe']);
  });

  it.each([
    [{ kind: 'ended', word: 'UNKNOWN', sentences: [], again: false }, 'go'],
    [{ kind: 'ended', word: 'REFUSED', sentences: [], again: false }, 'safe'],
    [{ kind: 'equal', requestIds: ['r-0'], sentences: [] }, 'token'],
    [{ kind: 'sending', since: 0 }, 'safe'],
    [{ kind: 'reading' }, 'safe'],
    [{ kind: 'waiting' }, 'go'],
    [{ kind: 'voted', approved: 'yes', sentences: [] }, 'safe'],
    [{ kind: 'ended', word: 'DONE', sentences: [], again: false }, 'safe'],
    [{ kind: 'ended', word: 'NOT SENT', sentences: [], again: true }, 'go'],
  ] as const)('in the phase %o moves with Tab from the safe button to %s, and back', (phase, focus) => {
    const moved = moveDialogFocus({ ...dialog(), focus: 'safe', phase }, 1);
    expect(moved.focus).toBe(focus);
    expect(moveDialogFocus(moved, -1).focus).toBe('safe');
  });
});

it('nothing can be confirmed while the write is being sent, or after it has ended', () => {
  const over: readonly Phase[] = [
    { kind: 'sending', since: 0 },
    { kind: 'reading' },
    { kind: 'ended', word: 'DONE', sentences: [], again: true },
  ];
  for (const phase of over) {
    expect(isAsking(dialog({ phase }))).toBe(false);
    expect(confirmProblem(dialog({ phase }), 1000)).toBe('There is nothing to confirm.');
  }
  expect(isAsking(dialog({ phase: { kind: 'equal', requestIds: ['r-0'], sentences: [] } }))).toBe(true);
});

it('a write without a deadline never expires', () => {
  expect(isOver(dialog({ deadline: undefined }), Number.MAX_SAFE_INTEGER)).toBe(false);
});

describe('the reading of a dialog', () => {
  const drawn = { top: 0, room: 7, width: 60, lines: 7 };
  const longer = { ...drawn, lines: 19 };
  const safe = (more: Partial<Dialog> = {}) => dialog({ focus: 'go', ready: true, typed: '100.00', ...more });

  it('keeps the dialog ready after a drawing that shows everything', () => {
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

  it('changes nothing else in the dialog if the reading was not complete yet', () => {
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

  it('scrolls by lines and pages, but not past unseen text', () => {
    const begun = afterDrawing(dialog({ ready: false }), longer);
    expect(scrollDialog(begun, 1, 'lines')).toEqual({ ...begun, reading: { ...begun.reading, top: 1 } });
    expect(scrollDialog(begun, 1, 'pages').reading.top).toBe(6);
  });
});
