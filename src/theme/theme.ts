/** Theme, density and company colour of the whole window. What a person chose is kept on this device. */
import { useSyncExternalStore } from 'react';
import { createSignal } from '../store/store.ts';

export type ThemeChoice = 'dark' | 'light' | 'system';
export type ResolvedTheme = 'dark' | 'light';
export type Density = 'compact' | 'regular' | 'roomy';
/** Heights of a table row in pixels. */
export const rowHeights: Record<Density, number> = { compact: 28, regular: 32, roomy: 40 };
/** The pane background of each theme as `#rrggbb`: what an accent is corrected against. */
export const paneColours: Record<ResolvedTheme, string> = { dark: '#101216', light: '#fcfcfd' };

export type Appearance = { theme: ThemeChoice; resolved: ResolvedTheme; density: Density };

const keys = { theme: 'keyline.theme', density: 'keyline.density' } as const;
const changed = createSignal();
let appearance: Appearance = { theme: 'system', resolved: 'dark', density: 'regular' };
let companyAccent: string | null = null;
/** Accent correction; null until it is loaded, and the frame is in Keyline's own color. */
let colors: typeof import('#contract/text/color.ts') | null = null;

const isTheme = (text: string | null): text is ThemeChoice => text === 'dark' || text === 'light' || text === 'system';
const isDensity = (text: string | null): text is Density => text === 'compact' || text === 'regular' || text === 'roomy';
const isSystemLight = () => window.matchMedia('(prefers-color-scheme: light)');

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null; // storage is refused in some private windows: the choice then lasts for this page only
  }
}

function save(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

function apply(next: Omit<Appearance, 'resolved'>): void {
  const resolved = next.theme === 'system' ? (isSystemLight().matches ? 'light' : 'dark') : next.theme;
  appearance = { ...next, resolved };
  document.documentElement.dataset.theme = resolved;
  document.documentElement.dataset.density = next.density;
  applyCompanyAccent(companyAccent);
  changed.notify();
}

/** Reads what was chosen before and puts it on the document; call once, before the first render. Follows the system while 'system' is chosen. */
export function startTheme(): void {
  const theme = read(keys.theme);
  const density = read(keys.density);
  apply({ theme: isTheme(theme) ? theme : 'system', density: isDensity(density) ? density : 'regular' });
  import('#contract/text/color.ts').then(
    (loaded) => {
      colors = loaded;
      applyCompanyAccent(companyAccent);
    },
    () => undefined,
  );
  isSystemLight().addEventListener('change', () => apply(appearance));
}

/** Chooses a theme and keeps it. */
export function setTheme(theme: ThemeChoice): void {
  save(keys.theme, theme);
  apply({ ...appearance, theme });
}

/** Chooses the row density and keeps it. */
export function setDensity(density: Density): void {
  save(keys.density, density);
  apply({ ...appearance, density });
}

/**
 * Puts a company's `#rrggbb` on the document: `--company` (its mark and the frame), `--company-ink` (words on the mark) and
 * `--company-text` (words in its colour, at least 4.5:1 on the pane). Null or a malformed colour goes back to Keyline's accent.
 */
export function applyCompanyAccent(accent: string | null): void {
  companyAccent = accent;
  const style = document.documentElement.style;
  const text = accent === null ? undefined : colors?.correctAccent(accent, paneColours[appearance.resolved]);
  if (accent === null || text === undefined || colors === null) {
    for (const name of ['--company', '--company-ink', '--company-text']) style.removeProperty(name);
    return;
  }
  const mark = colors.correctAccent(accent, paneColours[appearance.resolved], 3) ?? accent;
  style.setProperty('--company', mark);
  style.setProperty('--company-ink', colors.getReadableColor(mark));
  style.setProperty('--company-text', text);
}

/** Returns the appearance in force now. */
export const getAppearance = (): Appearance => appearance;

/** Calls back after each change; returns how to stop. */
export const subscribeAppearance = changed.subscribe;

/** The appearance in force, as a hook. */
export const useAppearance = (): Appearance => useSyncExternalStore(subscribeAppearance, getAppearance);
