// `purser drafts`: finds the drafts of new customers in the state folder, and removes them. They are personal data.

import path from 'node:path';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { DAY } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { draftCount, type KeptDraft, keptDrafts } from '../system/draft-files.ts';
import { findFolders } from '../system/folders.ts';
import { command, commandHelp, fails } from './command-parts.ts';

export const DRAFTS = commandHelp({
  name: 'drafts',
  usage: ['drafts list [--older-than DAYS] [--json]', 'drafts remove [--older-than DAYS] [--json]'],
  about:
    'Purser keeps the draft of a new customer in the state folder, until you send or discard the draft. The file has personal data. list shows the files and their age, not their content. remove deletes them. A console that has the draft open saves it again when you type.',
  flags: {
    'older-than': { takes: 'days', says: 'only drafts without a change in this number of days' },
    json: { says: 'the result as JSON' },
  },
  words: {
    list: { says: 'lists the drafts' },
    remove: { says: 'deletes the drafts' },
  },
  examples: [
    { line: 'purser drafts list', says: 'the drafts in the state folder, oldest first' },
    { line: 'purser drafts remove --older-than 30', says: 'deletes drafts that nobody changed for 30 days' },
  ],
  notes: [
    'Exit codes: 0 done; 1 a draft could not be removed, or the folder could not be read; 2 wrong usage.',
  ],
});

export const drafts = command(DRAFTS, (line, parts) => {
  const [word, another] = line.words;
  if (another !== undefined) return parts.refuse(t`purser drafts ${visible(word ?? '')} takes no words.`);
  const given = line.value('older-than');
  if (given !== undefined && !/^\d{1,5}$/.test(given))
    return parts.refuse(t`--older-than takes a number of days, such as 30.`);
  const { state } = findFolders(parts.process.env);
  const now = systemClock().wall();
  const found = state === undefined ? [] : keptDrafts(path.join(state, 'drafts'));
  if (typeof found === 'string') return fails(parts, t`The drafts can't be read (${visible(found)}).`);
  const chosen =
    given === undefined ? found : found.filter(({ changedAt }) => changedAt <= now - Number(given) * DAY);
  const daysOf = ({ changedAt }: KeptDraft): number => Math.max(0, Math.floor((now - changedAt) / DAY));
  const kept: string[] = [];
  if (word === 'remove')
    for (const { file, remove } of chosen) {
      const code = remove();
      if (code === undefined) continue;
      kept.push(file);
      parts.err(`purser: ${t`${visible(file, 300)} can't be removed (${visible(code)}).`}\n`);
    }
  const listed = chosen.map(draft => ({
    file: draft.file,
    days: daysOf(draft),
    removed: !kept.includes(draft.file),
  }));
  if (line.has('json'))
    parts.out(
      `${JSON.stringify(listed.map(({ removed, ...one }) => (word === 'remove' ? { ...one, removed } : one)))}\n`,
    );
  else
    parts.out(
      `${[summaryOf(word, chosen.length - kept.length), ...(word === 'remove' ? [] : listed.map(lineText))].join('\n')}\n`,
    );
  return kept.length === 0 ? 0 : 1;
});

function summaryOf(word: string | undefined, count: number): Visible {
  if (count === 0) return word === 'remove' ? t`No drafts were removed.` : t`There are no drafts.`;
  return word === 'remove'
    ? t`Removed ${counted(count, t`draft`)}.`
    : t`${draftCount(count)}, with personal data:`;
}

const lineText = ({ file, days }: { readonly file: string; readonly days: number }): Visible =>
  t`  ${days === 0 ? t`today` : t`${counted(days, t`day`)} old`}  ${visible(file, 300)}`;
