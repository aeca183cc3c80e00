// A key binding as a value. Input, footer, help, palette and docs/keys.md all use it.
import type { Visible } from '../lib/visible.ts';
import type { Key } from './key.ts';

/** A command and its keys. A binding reads and changes `App`. */
export interface Binding<App> {
  /** The unique name, by which config.json gives the command other keys. */
  readonly id: string;
  readonly title: Visible;
  readonly keys: readonly Key[];
  /** The place where the keys work: everywhere, list, form, dialog … */
  readonly group: Visible;
  /** The rank in the footer, lower first. If absent, the footer does not show the binding. */
  readonly footer?: number;
  /** The command acts on the record under the cursor. */
  readonly forRecord?: true;
  /** `true` if the command can run now, otherwise the reason. If absent, it can always run. */
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
