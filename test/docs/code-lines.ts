// The commands in the code blocks of a document.

import { readFileSync } from 'node:fs';

/** Without the parts that are made from the program. */
export const writtenPart = (page: string): string =>
  readFileSync(page, 'utf8').replaceAll(
    /<!-- (\w[\w-]*): written by npm run docs -->[\s\S]*?<!-- end of \1 -->/g,
    '',
  );

/** The lines of code blocks for a shell, without their comments. */
export const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].flatMap(([, kind, block = '']) =>
    kind === '' || kind === 'sh'
      ? block
          .split('\n')
          .map(line => line.replace(/(?:^| )# .*|\s{2,}#.*/, '').trim())
          .filter(Boolean)
      : [],
  );

/** Those under a heading, up to the next heading. */
export const commandsUnder = (page: string, heading: string): readonly string[] =>
  commandsIn(
    writtenPart(page)
      .split(new RegExp(`^${heading}$`, 'm'))[1]
      ?.split(/^#+ /m)[0] ?? '',
  );
