// The details of an answer to a request for information.

import type { Undocumented } from '../../api/contract/odd.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { AskedQuestion } from '../../format/asked-questions.ts';
import { textCell, wordsCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';

export function answerEntries(answer: AskedQuestion['answer']): readonly Entry[] {
  if (answer === undefined) return [{ note: t`No answer in the record.` }];
  if (answer instanceof Odd) return [{ label: t`Answer`, cell: textCell(answer) }];
  const { address, attachments: files, identity_document: document } = answer;
  return [
    ...(address instanceof Odd ? [{ label: t`Address`, cell: textCell(address) }] : addressEntries(address)),
    { label: t`Attachments`, cell: filesCell(files) },
    ...(document === undefined || document instanceof Odd
      ? [{ label: t`Identity document`, cell: textCell(document) }]
      : [
          { label: t`Document type`, cell: textCell(document.type) },
          { label: t`Number`, cell: textCell(document.number) },
          { label: t`Issued in`, cell: textCell(document.issuing_country) },
          { label: t`Front file`, cell: textCell(document.front_file_id) },
          { label: t`Back file`, cell: textCell(document.back_file_id) },
        ]),
  ];
}

/** INTERFACE.md does not list the fields of an address, so each field is shown with the service's own name. */
function addressEntries(address: Undocumented | undefined): readonly Entry[] {
  const raw = address?.raw;
  if (raw === undefined || raw === null) return [{ label: t`Address`, cell: DASH }];
  if (typeof raw !== 'object' || Array.isArray(raw) || raw instanceof JsonNumber)
    return [{ label: t`Address`, cell: { text: jsonText(raw) } }];
  return Object.entries(raw).map(([name, value]) => ({
    label: visible(name, 30),
    cell: value === null ? DASH : { text: jsonText(value) },
  }));
}

type RfiAnswerFields = Exclude<AskedQuestion['answer'], Odd | undefined>;

const filesCell = (files: RfiAnswerFields['attachments']): Cell =>
  files === undefined || files instanceof Odd
    ? textCell(files)
    : wordsCell(files.map(file => (file instanceof Odd ? file : (file.file_id ?? new Odd(null)))));

export const rawText = ({ raw }: Undocumented): Visible =>
  raw === undefined || raw === null ? DASH.text : jsonText(raw);

const jsonText = (raw: Json): Visible =>
  visible(maskCardNumbers(typeof raw === 'string' ? raw : boundedJsonText(raw)), 300);
