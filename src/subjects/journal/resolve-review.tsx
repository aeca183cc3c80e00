// The review of a verdict before Purser records it.

import { Box } from 'ink';
import type { Entry } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { t, visible } from '../../lib/visible.ts';
import { subjectText } from '../../money/journal-entry.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Line, Lines } from '../../ui/kit/Line.tsx';
import { concat, type Painted, type Theme } from '../../ui/kit/theme.ts';
import { type Resolving, resolutionOf } from './resolving.ts';

export const BUTTONS = [t`Go back`, t`Record verdict`] as const;

interface ReviewProps {
  readonly resolving: Resolving;
  readonly row: Row;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
}

export function Review({ resolving, row, theme, width, height }: ReviewProps) {
  const lines = composeDetails(reviewEntries(resolving, row), width, theme);
  const room = Math.max(1, height - 1);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Lines lines={lines} height={Math.min(lines.length, room)} />
      <Line text={buttons(resolving, theme)} />
    </Box>
  );
}

export function reviewEntries(resolving: Resolving, row: Row): readonly Entry[] {
  const { by, verdict, evidence, note } = resolutionOf(resolving);
  return [
    ...(resolving.trouble ? [{ note: resolving.trouble, tone: 'bad' as const }] : []),
    {
      note: t`RESOLVED is final: the verdict can't be changed, and this request ID can't be sent again. Nothing is sent to the service.`,
      tone: 'warn',
    },
    { label: visible(row.intent.title, 30), cell: { text: subjectText(row) } },
    {
      label: t`Verdict`,
      cell: { text: verdict === 'DONE' ? t`done` : t`not done`, tone: 'strong' },
    },
    { label: t`Evidence`, cell: { text: visible(evidence) } },
    { label: t`Note`, cell: { text: note === '' ? t`–` : visible(note) } },
    { label: t`Confirmed by`, cell: { text: visible(by) } },
    { label: t`Request ID`, cell: { text: visible(resolving.requestId) } },
  ];
}

const buttons = ({ focus }: Resolving, theme: Theme): Painted =>
  concat(
    theme.paint(focus === 'safe' ? 'cursor' : 'plain', t`[ ${BUTTONS[0]} ]`),
    theme.paint('plain', t`   `),
    theme.paint(focus === 'go' ? 'cursor' : 'plain', t`[ ${BUTTONS[1]} ]`),
  );
