// FNV-1a, for places that need equal numbers for equal texts, and no security.

/** The hash over the UTF-16 units of `text`, as a signed 32-bit number. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
