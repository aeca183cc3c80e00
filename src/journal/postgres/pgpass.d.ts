// The type of pgpass, which comes without types.

declare module 'pgpass' {
  import type { PasswordOf } from './password-file.ts';

  function pgpass(of: PasswordOf, done: (password: string | undefined) => void): void;
  export = pgpass;
}
