// The type of pgpass, which has none of its own.

declare module 'pgpass' {
  import type { PasswordOf } from './password-file.ts';

  function pgpass(of: PasswordOf, done: (password: string | undefined) => void): void;
  export = pgpass;
}
