// IDs for rows that are computed on demand. An ID looks like a UUID, and the row number can be computed from it.
import { dice } from '../random.ts';

/** Two odd numbers whose product is 1 modulo 2³²: multiplying by the second undoes the first. */
const spread = 0x9e3779b1;
const gather = 0x0e8b2f51;

export interface NumberedIds {
  id(index: number): string;
  /** The index of the row with this ID. Undefined if the row is not among the first `count`. */
  indexOf(id: string, count: number): number | undefined;
}

export function numberedIds(seed: number, name: string): NumberedIds {
  const shift = dice(seed, `${name}/shift`).whole(0, 0xffff_ffff);
  const id = (index: number): string => {
    const head = (Math.imul(index, spread) ^ shift) >>> 0;
    return head.toString(16).padStart(8, '0') + dice(seed, `${name}/id/${index}`).uuid().slice(8);
  };
  return {
    id,
    indexOf: (text, count) => {
      const index = Math.imul(Number.parseInt(text.slice(0, 8), 16) ^ shift, gather) >>> 0;
      return index < count && id(index) === text ? index : undefined;
    },
  };
}
