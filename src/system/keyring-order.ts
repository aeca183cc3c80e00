// The order to the keyring's process, its answer, and the function that carries out an order.

/** `account`: the name of an item. `text`: its secret. */
export type KeyringOrder =
  | { readonly act: 'read' | 'remove'; readonly account: string }
  | { readonly act: 'keep'; readonly account: string; readonly text: string };

/** `text`: null if there is no such item. `detail`: the system's own words, which are untrusted. */
export type KeyringAnswer =
  | { readonly text: string | null }
  | { readonly done: boolean }
  | { readonly failed: 'no-module' | 'no-keyring'; readonly detail: string };

interface KeyringModule {
  readonly Entry: new (
    service: string,
    account: string,
    options: { readonly linux: { readonly store: 'secret-service' } },
  ) => { getPassword(): string | null; setPassword(text: string): void; deletePassword(): boolean };
}

/** The system's own programs show our items under this name. */
const SERVICE = 'purser';

/** Elsewhere the module would choose another store. */
const PLATFORMS: readonly string[] = ['linux', 'darwin', 'win32'];

/**
 * Never throws. On Linux only the Secret Service is used (FAULTS G1): the kernel's keyutils lose keys, and a file is
 * not a keyring.
 */
export async function carryOut(
  order: KeyringOrder,
  load: () => Promise<KeyringModule>,
  platform: string,
): Promise<KeyringAnswer> {
  if (!PLATFORMS.includes(platform))
    return { failed: 'no-keyring', detail: `there is no keyring on ${platform}` };
  let module: KeyringModule;
  try {
    module = await load();
  } catch (error) {
    return { failed: 'no-module', detail: wordsOf(error) };
  }
  try {
    const entry = new module.Entry(SERVICE, order.account, { linux: { store: 'secret-service' } });
    switch (order.act) {
      case 'read':
        return { text: entry.getPassword() ?? null };
      case 'keep':
        entry.setPassword(order.text);
        return { done: true };
      case 'remove':
        return { done: entry.deletePassword() };
    }
  } catch (error) {
    return { failed: 'no-keyring', detail: wordsOf(error) };
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'the system gives no reason';
