// Says whether a team's record is whole: of the server, or of an exported file.

import { headText } from '../journal/audit.ts';
import type { RecordChecked } from '../journal/postgres/record-check.ts';
import { counted } from '../lib/counted.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { CommandParts } from './command-parts.ts';

/** Exit codes: 0 whole, 1 not whole. */
export function tellChecked(checked: RecordChecked, json: boolean, parts: CommandParts): number {
  const whole = checked.problems.length === 0;
  if (json) parts.out(`${JSON.stringify(asJson(checked))}\n`);
  else if (whole) parts.out(`${said(checked)}\n`);
  else for (const problem of checked.problems) parts.err(`purser: ${problem}\n`);
  return whole ? 0 : 1;
}

function said({ entries, lines, head }: RecordChecked): Visible {
  const end = head === undefined ? t`` : t`, head ${visible(headText(head))}`;
  return t`The team's record is whole: ${counted(entries, t`entry`, t`entries`)}, ${counted(lines, t`line`)}${end}.`;
}

const asJson = ({ entries, lines, head, problems }: RecordChecked) => ({
  intact: problems.length === 0,
  entries,
  lines,
  head: head ? headText(head) : null,
  problems,
});
