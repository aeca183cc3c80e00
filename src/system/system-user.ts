// Finds the name and the language of this machine's user.

import os from 'node:os';
import { attempt } from '../lib/attempt.ts';

/** Empty for a user whom the system does not list. */
export const userName = (): string => attempt(() => os.userInfo().username) ?? '';

/** Empty for root, who can't confirm as a person, and for a user whom the system does not list. */
export function systemUser(): string {
  const name = userName();
  return name === 'root' ? '' : name;
}

/** The first that is set counts, as in POSIX. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** `de-AT` for `de_AT.UTF-8@euro`; `en` for C, POSIX and no locale. */
export function localeLanguage(variables: Readonly<Record<string, string | undefined>>): string {
  const locale = VARIABLES.map(name => variables[name] ?? '').find(value => value !== '') ?? '';
  const [, language, region] = /^([A-Za-z]{2,3})(?:[_-]([A-Za-z]{2}|\d{3}))?(?:[.@]|$)/.exec(locale) ?? [];
  if (language === undefined) return 'en';
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
}
