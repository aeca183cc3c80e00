// The customer's own record: its read, and the lines that a person confirms before a write.

import type { Result } from '../../api/contract/operations.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import { textCell } from '../../format/cells.ts';
import { t, visible } from '../../lib/visible.ts';
import { STATUS } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';

export type User = Result<'user.get'>;

export const userQuery: DocumentQuery<'user.get'> = { operation: 'user.get', input: {} };

export const userLines = (user: User): readonly ShownLine[] => [
  { label: t`Nickname`, value: visible(textCell(user.nickname).text, 80) },
  { label: STATUS, value: visible(textCell(user.status).text, 60) },
  { label: t`User ID`, value: visible(textCell(user.id).text, 80) },
];
