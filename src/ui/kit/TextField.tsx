// One line to type into: ink-text-input, kept to a single row whatever is typed.

import { Box } from 'ink';
import TextInput from 'ink-text-input';
import type { Visible } from '../../lib/visible.ts';
import { cellWidth } from '../../lib/width.ts';

interface TextFieldProps {
  readonly value: string;
  readonly focused: boolean;
  readonly width: number;
  readonly secret?: boolean;
  readonly placeholder?: Visible;
  readonly onChange: (value: string) => void;
}

const GRAPHEMES = new Intl.Segmenter();

/**
 * ink-text-input counts UTF-16 units, so its backspace can take half an emoji, or a part of one: what a person sees as
 * one character goes as one.
 */
function edited(before: string, after: string): string {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  const one = GRAPHEMES.segment(before).containing(at);
  const tookOneUnit = one && before.slice(0, at) + before.slice(at + 1) === after;
  // Typing between the halves of an emoji breaks it too, and a half is not text.
  if (!tookOneUnit) return after.replace(/\p{Cs}/gu, '');
  return before.slice(0, one.index) + before.slice(one.index + one.segment.length);
}

export function TextField({ value, focused, width, secret, placeholder, onChange }: TextFieldProps) {
  // The cursor stands behind the last character.
  const cells = (secret ? value.length : cellWidth(value)) + 1;
  const long = cells > width;
  return (
    // What is too long is cut at the left: the end is where the cursor is.
    <Box width={width} height={1} overflow="hidden" justifyContent={long ? 'flex-end' : 'flex-start'}>
      <Box width={Math.max(width, cells)} flexShrink={0}>
        <TextInput
          value={value}
          focus={focused}
          showCursor={focused}
          onChange={next => onChange(edited(value, next))}
          {...(secret ? { mask: '•' } : {})}
          {...(placeholder ? { placeholder } : {})}
        />
      </Box>
    </Box>
  );
}
