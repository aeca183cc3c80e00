// How people see colours: contrast by WCAG 2, and colours without red or green cones.

type Rgb = readonly [number, number, number];

const LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** The RGB value of '#rrggbb' or of a palette index from 16 on. A lower index throws, because terminals show it differently. */
export function rgbOf(colour: number | string): Rgb {
  if (typeof colour === 'string') {
    const value = Number.parseInt(colour.slice(1), 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  }
  if (colour < 16) throw new Error(`each terminal has its own colour ${colour}`);
  if (colour >= 232) return [0, 0, 0].map(() => 8 + 10 * (colour - 232)) as unknown as Rgb;
  const level = (unit: number): number => LEVELS[Math.floor((colour - 16) / unit) % 6] ?? 0;
  return [level(36), level(6), level(1)];
}

const linear = (rgb: Rgb): Rgb => {
  const one = (value: number): number =>
    value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return [one(rgb[0]), one(rgb[1]), one(rgb[2])];
};

const by = ([r, g, b]: Rgb, rows: readonly [Rgb, Rgb, Rgb]): Rgb => {
  const one = (row: Rgb): number => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b));
  return [one(rows[0]), one(rows[1]), one(rows[2])];
};

const luminance = (colour: number | string): number => {
  const [r, g, b] = linear(rgbOf(colour));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The WCAG 2 contrast, from 1 to 21. */
export function contrast(one: number | string, other: number | string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** The matrices of Machado, Oliveira and Fernandes (2009), severity 1, for linear values. */
const WITHOUT: Readonly<Record<'red' | 'green', readonly [Rgb, Rgb, Rgb]>> = {
  red: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  green: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const XYZ = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
] as const;

/** The CIE 1976 L*a*b* values of linear values. */
function lab(rgb: Rgb): Rgb {
  const [x, y, z] = by(rgb, XYZ);
  const root = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  return [116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))];
}

/** The distance of two colours for a person without these cones: 2 is just visible, 100 is black and white. */
export function distanceWithout(cones: 'red' | 'green', one: number | string, other: number | string) {
  const [a, b] = [one, other].map(colour => lab(by(linear(rgbOf(colour)), WITHOUT[cones]))) as [Rgb, Rgb];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
