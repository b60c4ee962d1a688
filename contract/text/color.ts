/** OKLCH arithmetic for tokens and company accents (LOOKS.md "Measures"); pure. */

/** Lightness 0–1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];
type Rgb = readonly [red: number, green: number, blue: number];

const toLinear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const toGamma = (channel: number): number => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Linear-light sRGB of an OKLCH colour; channels may lie outside 0–1 when it is out of gamut. */
function toLinearRgb([lightness, chroma, hue]: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** OKLCH of `#rrggbb`; undefined when the text is not of that form. */
export function parseHex(hex: string): Oklch | undefined {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!digits) return undefined;
  const [r = 0, g = 0, b = 0] = digits.slice(1).map((pair) => toLinear(Number.parseInt(pair, 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, blue), ((Math.atan2(blue, a) * 180) / Math.PI + 360) % 360];
}

/** `#rrggbb` of an OKLCH colour; chroma is reduced until it fits sRGB, so that hue and lightness stay. */
export function toHex([lightness, chroma, hue]: Oklch): string {
  let fitted = chroma;
  while (fitted > 0.001 && toLinearRgb([lightness, fitted, hue]).some((channel) => channel < -0.0005 || channel > 1.0005)) fitted -= 0.004;
  const channels = toLinearRgb([lightness, Math.max(0, fitted), hue]);
  return `#${channels
    .map((channel) =>
      Math.round(toGamma(clamp(channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const computeLuminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG contrast ratio of two `#rrggbb` colours, 1–21. */
export function computeContrast(first: string, second: string): number {
  const [high, low] = [computeLuminance(first), computeLuminance(second)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/**
 * The accent as it may be written on `background`: unchanged when its contrast already reaches `ratio`, else the same hue,
 * moved in lightness away from the background just as far as needed. Text that is no `#rrggbb` gives undefined.
 */
export function correctAccent(accent: string, background: string, ratio = 4.5): string | undefined {
  const colour = parseHex(accent);
  if (!colour) return undefined;
  if (computeContrast(accent, background) >= ratio) return accent.toLowerCase();
  const step = computeLuminance(background) < 0.18 ? 0.005 : -0.005;
  for (let lightness = colour[0]; lightness >= 0 && lightness <= 1; lightness += step) {
    const candidate = toHex([lightness, colour[1], colour[2]]);
    if (computeContrast(candidate, background) >= ratio) return candidate;
  }
  return step > 0 ? '#ffffff' : '#000000';
}

/** Black or white, whichever reads better on the colour. */
export function getReadableColor(colour: string): '#ffffff' | '#000000' {
  return computeContrast('#ffffff', colour) >= computeContrast('#000000', colour) ? '#ffffff' : '#000000';
}
