// Every write: text that attacks a terminal is shown with every character visible, wherever it comes in.

import { expect, it, vi } from 'vitest';
import { patience } from '../../harness/patience.ts';
import { agrees, changesMeanwhile, HOSTILE, isRaw, opensDialog, startFor, writeIds } from '../every-write.ts';
import { goes } from '../paying.ts';
import { breaks, closes, dialogOf } from '../writing.ts';

it.each(writeIds)(
  "%s shows the service's words, with every character visible if they are hostile",
  async id => {
    const console = await startFor(id);
    await opensDialog(console, id);
    await changesMeanwhile(console, id, HOSTILE, /: was\s[^:]+,\s+now[^.]*\s+␛\]0;owned/);
    await breaks(console, `${id} status=400 'message=${HOSTILE}' count=1`);
    await agrees(console);
    await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('ended'), patience);
    await console.sees('␛]0;owned');
    await closes(console);
    await goes(console, 'journal');
    await console.sees(/› .*(?:REFUSED|UNKNOWN)/);
    console.press(']');
    await console.sees(/Message +␛\]0;owned/);
    expect(isRaw(console.screen.bytes)).toBe(false);
  },
);
