// The frame in the current theme. A theme is made only when its name or the colours change, so that lines painted with
// the theme are kept.

import { type ComponentProps, useMemo, useSyncExternalStore } from 'react';
import { createTheme } from '../kit/theme.ts';
import { Frame } from './Frame.tsx';
import { shownTheme } from './theme-overlay.tsx';

export function ThemedFrame(parts: Omit<ComponentProps<typeof Frame>, 'theme'>) {
  const { get, subscribe } = parts.frames;
  const name = useSyncExternalStore(subscribe, () => shownTheme(get()));
  const { colours } = get();
  const theme = useMemo(() => createTheme(name, colours), [name, colours]);
  return <Frame {...parts} theme={theme} />;
}
