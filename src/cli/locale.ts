// The language of the person at this machine, by the locale of its environment.

/** From POSIX: the first of them that is set counts. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** `de_AT.UTF-8@euro` is `de-AT`. English if no language is named: in the locales C and POSIX, and in none. */
export function localeLanguage(variables: Readonly<Record<string, string | undefined>>): string {
  const locale = VARIABLES.map(name => variables[name] ?? '').find(value => value !== '') ?? '';
  const [, language, region] = /^([A-Za-z]{2,3})(?:[_-]([A-Za-z]{2}|\d{3}))?(?:[.@]|$)/.exec(locale) ?? [];
  if (language === undefined) return 'en';
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
}
