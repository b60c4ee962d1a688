/** Colors of a brand as pages draw them: an accent corrected for each theme, as accents of companies are. */
import { computeContrast, correctAccent, getReadableColor, parseHex, toHex } from '../text/color.ts';

export const brandThemes = ['dark', 'light'] as const;
export type BrandTheme = (typeof brandThemes)[number];

/** The page behind the sign-in form of each theme, as `#rrggbb` (tokens.css `--bg`). */
export const pageColors: Readonly<Record<BrandTheme, string>> = { dark: '#0b0c10', light: '#eff0f2' };

/** The ground on which words of the accent read worst, as `#rrggbb`: a selected row (tokens.css `--selected`). Panes, floats and the page are read better. */
export const wordGrounds: Readonly<Record<BrandTheme, string>> = { dark: '#232843', light: '#dce1fe' };

/** Keyline's own colors, as `#rrggbb` (tokens.css `--accent`, `--ink`, and `--ink-3-raised`, the palest words of a marked row). */
export const ownColors: Readonly<Record<BrandTheme, { readonly accent: string; readonly ink: string; readonly grey: string }>> = {
  dark: { accent: '#8793fd', ink: '#eff0f3', grey: '#92959d' },
  light: { accent: '#5354d3', ink: '#1b1d23', grey: '#60636a' },
};

/** Contrast that words need. */
export const wordContrast = 4.5;

/** Colors of one theme, with the contrast ratios of the accent where it reads worst: as it was given, and as it is drawn. */
interface BrandColors {
  readonly accent: string;
  readonly ink: string;
  readonly soft: string;
  readonly given: number;
  readonly drawn: number;
  readonly onAccent: number;
}

/** Computes the colors of an accent in a theme; null where it is no `#rrggbb`. */
export function computeBrandColors(accent: string, theme: BrandTheme): BrandColors | null {
  const ground = wordGrounds[theme];
  const drawn = correctAccent(accent, ground, wordContrast);
  const parsed = parseHex(accent);
  if (drawn === undefined || !parsed) return null;
  const ink = getReadableColor(drawn);
  const [, chroma, hue] = parsed;
  const soft = toHex(theme === 'dark' ? [0.3, Math.min(chroma, 0.07), hue] : [0.93, Math.min(chroma, 0.035), hue]);
  return {
    accent: drawn,
    ink,
    // The same lightness is brighter in some hues: words on it must stay readable.
    soft: correctAccent(soft, ownColors[theme].grey, wordContrast) ?? soft,
    given: computeContrast(accent, ground),
    drawn: computeContrast(drawn, ground),
    onAccent: computeContrast(ink, drawn),
  };
}

/** Formats the style of a brand for a page: the variables that buttons, links and the mark are drawn with. Empty without an accent. */
export function formatBrandStyle(accent: string | null): string {
  if (accent === null) return '';
  return brandThemes
    .map((theme) => {
      const colors = computeBrandColors(accent, theme);
      return colors === null ? '' : `:root[data-theme="${theme}"]{--accent:${colors.accent};--accent-ink:${colors.ink};--accent-soft:${colors.soft}}`;
    })
    .join('');
}
