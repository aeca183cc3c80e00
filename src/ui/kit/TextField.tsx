// One line to type into: ink-text-input, kept to a single row whatever is typed.

import { Box } from 'ink';
import TextInput from 'ink-text-input';
import type { Visible } from '../../lib/visible.ts';

interface TextFieldProps {
  readonly value: string;
  readonly focused: boolean;
  readonly width: number;
  readonly secret?: boolean;
  readonly placeholder?: Visible;
  readonly onChange: (value: string) => void;
}

// ink-text-input counts UTF-16 units, so a backspace can halve an emoji: the half that stays is not text.
const whole = (value: string): string => value.replace(/\p{Cs}/gu, '');

export const TextField = ({ value, focused, width, secret, placeholder, onChange }: TextFieldProps) => (
  // The text wraps inside the box and only its last row is shown: the end of it, where the cursor is.
  <Box width={width} height={1} flexDirection="column" justifyContent="flex-end" overflow="hidden">
    <TextInput
      value={value}
      focus={focused}
      showCursor={focused}
      onChange={next => onChange(whole(next))}
      {...(secret ? { mask: '•' } : {})}
      {...(placeholder ? { placeholder } : {})}
    />
  </Box>
);
