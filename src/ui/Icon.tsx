import type { LucideIcon } from 'lucide-react';
import { memo, useEffect, useSyncExternalStore } from 'react';
import { createSignal } from '../store/store.ts';
import { icons as first } from './iconsCritical.ts';
import type { icons as others } from './iconsDeferred.ts';
import styles from './tones.module.css';

type More = typeof others;
let more: More | null = null;
let loading: Promise<void> | null = null;
const changed = createSignal();

/** Fetches the icons that the first screen does without. Places that wait for one are drawn again. */
export function loadIcons(): Promise<void> {
  loading ??= import('./iconsDeferred.ts').then(({ icons }) => {
    more = icons;
    changed.notify();
  });
  return loading;
}

const subscribe = changed.subscribe;
const isFirst = (name: string): name is keyof typeof first => Object.hasOwn(first, name);

/** The icon's drawing; null until it is there. */
function useDrawn(name: IconName): LucideIcon | null {
  const loaded = useSyncExternalStore(subscribe, () => more);
  const drawn = isFirst(name) ? first[name] : (loaded?.[name] ?? null);
  useEffect(() => {
    if (!drawn) void loadIcons().catch(() => undefined);
  }, [drawn]);
  return drawn;
}

/** Names of the icons; commands carry them as strings. */
export type IconName = keyof typeof first | keyof More;
/** A meaning's colour; a word or the icon's shape always goes with it. */
export type Tone = 'neutral' | 'muted' | 'accent' | 'green' | 'amber' | 'red' | 'blue' | 'violet';

/** Checks whether a string names an icon, as far as they are there. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(first, name) || (more !== null && Object.hasOwn(more, name));

export type IconProps = {
  name: IconName;
  tone?: Tone /** Pixels; 16 unless said. */;
  size?: number /** Says what the icon means; without it the icon is decoration. */;
  label?: string;
};

/** One icon of the set, 16 px and 1.5 px stroke. */
export const Icon = memo(function Icon({ name, tone, size = 16, label }: IconProps) {
  const Drawn = useDrawn(name);
  const described = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  if (!Drawn) return <svg width={size} height={size} className={tone ? styles[tone] : undefined} {...described} />;
  return <Drawn size={size} strokeWidth={1.5} absoluteStrokeWidth className={tone ? styles[tone] : undefined} {...described} />;
});
