// The next lines to say: the differences between what was last said and the state now. Pure.

import type { Entry } from '../../format/entry.ts';
import type { Deadline } from '../../lib/clock.ts';
import { SECOND } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Notice } from '../../store/notices.ts';
import { entryLines, type Spoken, type SpokenLine, typedText } from '../kit/spoken.ts';
import { sentences } from '../screens/form-spoken.ts';
import type { HeaderFact } from '../shell/header.ts';

export interface Front extends Spoken {
  /** A new layer is said whole, from its title on. */
  readonly key: string;
  readonly title: Visible;
  /** When the layer closes, the screen is not said again. */
  readonly over: boolean;
}

/** When the lock appears, the text typed before it is not spoken. */
export const LOCKED = 'lock';

export interface Scene {
  readonly front: Front;
  /** Made for the time at which the layer was last said, so the clock alone makes no difference. */
  readonly still: Front;
  readonly facts: readonly HeaderFact[];
  /** A new object is spoken even with the same text, because the user pressed the key again. */
  readonly notice: Notice | undefined;
  /** And the problem of the screen's content. */
  readonly goingOn: readonly Visible[];
  readonly deadline: Deadline | undefined;
  /** Monotonic ms. */
  readonly tick: number;
}

export interface Heard {
  readonly front: Front;
  readonly below: Front | undefined;
  readonly facts: readonly HeaderFact[];
  readonly notice: Notice | undefined;
  readonly goingOn: readonly Visible[];
  /** In ms, before the deadline. */
  readonly left: number | undefined;
  /** When the field got the focus. */
  readonly typed: string | undefined;
  /** Of the last spoken aside. */
  readonly read: string | undefined;
}

interface Said {
  readonly lines: readonly Visible[];
  readonly heard: Heard;
  /** The top layer was said as it is now. */
  readonly asOfNow: boolean;
}

export function speak(heard: Heard | undefined, scene: Scene): Said {
  const { front, still, facts, notice, goingOn, deadline, tick } = scene;
  const left = deadline && leftOf(deadline, tick);
  const sameField = heard !== undefined && heard.front.key === front.key && sameTyping(heard.front, front);
  const expired = left === 0 && heard?.left !== undefined && heard.left > 0;
  const inFront = frontLines(heard, scene);
  // When the deadline passes, its sentence is enough: the lines that changed with it count as said.
  const asOfNow = expired || inFront.length > 0;
  const lines = [
    ...typedLine(heard, front),
    ...factLines(heard?.facts, facts),
    ...(notice && notice !== heard?.notice ? [notice.text] : []),
    ...goingOn.filter(line => !heard?.goingOn.includes(line)),
    ...deadlineLines(heard?.left, left, deadline),
    ...inFront,
  ];
  return {
    lines: lines.map(plainLine),
    asOfNow,
    heard: {
      front: asOfNow ? front : still,
      below: front.over ? (heard?.front.over === false ? heard.front : heard?.below) : undefined,
      facts,
      notice,
      goingOn,
      left,
      typed: sameField ? heard.typed : front.typing?.value,
      read: isAsideNew(heard?.front, front) ? readingOf(front.aside) : heard?.read,
    },
  };
}

/** Screen readers skip or misread signs between words. */
const plainLine = (line: Visible): Visible =>
  visible(
    line
      .replaceAll(/ ?[›·] /g, ', ')
      .replaceAll(/(?<=\d) → (?=[−-]?\d)/g, ' to ')
      .replaceAll(/−(?=\d)|(?<=^|\s)-(?=\d)/g, 'minus ')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
  );

const sameTyping = (one: Front, other: Front): boolean => one.typing?.key === other.typing?.key;

/** Spoken when the focus leaves the field. For a secret, only the length. */
function typedLine(heard: Heard | undefined, front: Front): readonly Visible[] {
  const typing = heard?.front.typing;
  if (!heard || !typing || front.key === LOCKED || typing.value === heard.typed || typing.value === '')
    return [];
  if (heard.front.key === front.key && sameTyping(heard.front, front)) return [];
  return [t`Typed: ${typedText(typing)}`];
}

/** The first time in one line. After that, one line for each changed fact. */
function factLines(
  before: readonly HeaderFact[] | undefined,
  now: readonly HeaderFact[],
): readonly Visible[] {
  if (now.length === 0) return [];
  if (!before || before.length === 0) return [sentences(now.map(({ text }) => text))];
  const changed = now.filter(
    ({ id, text, silent }) => !silent && before.find(fact => fact.id === id)?.text !== text,
  );
  const gone = before.flatMap(({ id, gone: said }) =>
    said !== undefined && !now.some(fact => fact.id === id) ? [said] : [],
  );
  return [...changed.map(({ text }) => text), ...gone].map(text => sentences([text]));
}

/** Seconds left. */
const SAID_AT = [60, 30, 10] as const;

const leftOf = ({ at, margin }: Deadline, tick: number): number => (tick >= at - margin ? 0 : at - tick);

function deadlineLines(
  before: number | undefined,
  left: number | undefined,
  deadline: Deadline | undefined,
): readonly Visible[] {
  if (before === undefined || left === undefined || !deadline || left >= before) return [];
  if (left === 0) return [deadline.over];
  const passed = SAID_AT.findLast(seconds => before > seconds * SECOND && left <= seconds * SECOND);
  return passed === undefined ? [] : [t`${deadline.label} ${passed} seconds.`];
}

function frontLines(heard: Heard | undefined, { front, still }: Scene): readonly Visible[] {
  const before =
    heard?.front.key === front.key ? heard.front : heard?.below?.key === front.key ? heard.below : undefined;
  const entries = entryLines(front.entries ?? []);
  if (!before || before !== heard?.front) {
    const known = before?.part === front.part ? before : undefined;
    const lines = known ? changedLines(known, still, entries) : entries;
    return whole([front.title, front.status], lines, front);
  }
  if (before.part !== front.part) {
    // The aside may just have said these entries.
    const known =
      readingOf({ of: front.of, entries: () => front.entries ?? [] }) === heard.read ? [] : entries;
    return whole([before.status === front.status ? undefined : front.status], known, front);
  }
  return changed(before, front, still, entries);
}

/** To compare them with the last spoken details. Undefined without a subject. */
const readingOf = (
  aside: { readonly of: string | undefined; entries(): readonly Entry[] } | undefined,
): string | undefined =>
  aside?.of === undefined
    ? undefined
    : ageless([aside.of, ...entryLines(aside.entries()).map(({ text }) => text)].join('\n'));

/** The same screen has a new aside. */
const isAsideNew = (before: Front | undefined, { key, part, aside }: Front): boolean =>
  before?.key === key &&
  before.part === part &&
  before.aside !== undefined &&
  aside !== undefined &&
  aside.key !== before.aside.key;

/** Without entries, everything is one line. */
function whole(
  head: readonly (Visible | undefined)[],
  entries: readonly SpokenLine[],
  { selected }: Front,
): readonly Visible[] {
  const title = head.filter(part => part !== undefined);
  const focus = selected ? [selected.text] : [];
  return entries.length === 0
    ? said([...title, ...focus])
    : [...said(title), ...entries.map(({ text }) => text), ...said(focus)];
}

const said = (parts: readonly Visible[]): readonly Visible[] => {
  const line = sentences(parts);
  return line === '' ? [] : [line];
};

/** Without those that only the clock made. */
function changed(
  before: Front,
  front: Front,
  still: Front,
  entries: readonly SpokenLine[],
): readonly Visible[] {
  const { status, selected, aside } = front;
  const news = ageless(still.status) === ageless(before.status) ? [] : [status];
  const lines = changedLines(before, still, entries);
  const focus =
    still.selected?.key !== before.selected?.key
      ? selected?.text
      : still.selected?.brief !== before.selected?.brief
        ? selected?.brief
        : undefined;
  const read =
    aside && isAsideNew(before, front)
      ? [...said([aside.title]), ...entryLines(aside.entries()).map(({ text }) => text)]
      : [];
  const head = lines.length === 0 ? said([...news, focus].filter(part => part !== undefined)) : undefined;
  return [
    ...(head ?? [
      ...said(news.filter(part => part !== undefined)),
      ...lines.map(({ text }) => text),
      ...(focus ? said([focus]) : []),
    ]),
    ...read,
  ];
}

/** A new age alone is not said, even after a reload. */
const ageless = (text: string | undefined): string | undefined =>
  text?.replaceAll(/\b\d+ (?:s|min|h) ago\b/g, 'ago');

function changedLines(before: Front, still: Front, now: readonly SpokenLine[]): readonly SpokenLine[] {
  const known = new Set(entryLines(before.entries ?? []).map(({ text }) => ageless(text)));
  const steady = entryLines(still.entries ?? []);
  const compared = steady.length === now.length ? steady : now;
  const isNew = compared.map(({ text, heading }) => !heading && !known.has(ageless(text)));
  return now.filter(({ heading }, at) => {
    if (!heading) return isNew[at];
    const next = now.findIndex((line, i) => i > at && line.heading);
    return isNew.slice(at, next < 0 ? undefined : next).includes(true);
  });
}
