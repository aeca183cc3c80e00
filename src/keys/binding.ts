// A key binding as a value: input, footer, help, palette and docs/keys.md are made from it.
import type { Visible } from '../lib/visible.ts';
import type { Key } from './key.ts';

/** What some keys mean now; `App` is what a binding may read and act on. */
export interface Binding<App> {
  /** The binding's unique name in a rebinding. */
  readonly id: string;
  readonly title: Visible;
  readonly keys: readonly Key[];
  /** Where it works: everywhere, list, form, dialog … */
  readonly group: Visible;
  /** Its rank in the footer, lower first; without one it is not shown there. */
  readonly footer?: number;
  /** It acts on the record under the cursor. */
  readonly forRecord?: true;
  /** Whether it can run now, or why not. Without it, always. */
  enabled?(app: App): true | Visible;
  run(app: App): void;
}

type Rest<App> = Omit<Binding<App>, 'id' | 'title' | 'keys' | 'group'>;

/** Makes the bindings of one group. */
export const bindingsIn =
  <App>(group: Visible) =>
  (id: string, title: Visible, keys: readonly Key[], rest: Rest<App>): Binding<App> => ({
    id,
    title,
    keys,
    group,
    ...rest,
  });
