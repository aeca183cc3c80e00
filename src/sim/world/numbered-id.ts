// IDs of rows that are never built. Each looks like a UUID, and its row number can be read from it.
import { dice } from '../random.ts';

/** Odd, so that it has an inverse modulo 2³². The two multiply to 1. */
const spread = 0x9e3779b1;
const gather = 0x0e8b2f51;

export interface NumberedIds {
  id(index: number): string;
  /** The row with this ID, if it is one of the first `count`. */
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
