// The language tag for each locale.

import { expect, it } from 'vitest';
import { localeLanguage } from '../../src/system/system-user.ts';

it.each([
  [{ LANG: 'de_DE.UTF-8' }, 'de-DE'],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr_FR' }, 'fr-FR'],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr_FR', LC_ALL: 'pt_br.utf8' }, 'pt-BR'],
  [{ LANG: 'de_DE', LC_ALL: '' }, 'de-DE'],
  [{ LANG: 'sr_RS@latin' }, 'sr-RS'],
  [{ LANG: 'es_419' }, 'es-419'],
  [{ LANG: 'ja' }, 'ja'],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C.UTF-8' }, 'en'],
  [{ LANG: 'C' }, 'en'],
  [{ LANG: 'POSIX' }, 'en'],
  [{ LANG: '../../etc' }, 'en'],
  [{}, 'en'],
])('the variables %j give the language %s', (variables, language) => {
  expect(localeLanguage(variables)).toBe(language);
});
