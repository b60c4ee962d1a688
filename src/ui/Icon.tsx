import type { LucideIcon } from 'lucide-react';
import { createElement, memo, type SVGAttributes, useEffect, useSyncExternalStore } from 'react';
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

/** The drawing of an icon that comes later; null until it is there. */
function useDrawn(name: keyof More): LucideIcon | null {
  const drawn = useSyncExternalStore(subscribe, () => more)?.[name] ?? null;
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

type DrawnProps<Name> = Omit<IconProps, 'name' | 'label'> & { readonly name: Name; readonly described: SVGAttributes<SVGSVGElement> };

/** An icon of the first screen. */
function FirstIcon({ name, tone, size = 16, described }: DrawnProps<keyof typeof first>) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its label names it, or it is decoration
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={(1.5 * 24) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={tone && styles[tone]}
      {...described}
    >
      {first[name].map(([tag, attributes]) => createElement(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  );
}

function LaterIcon({ name, tone, size = 16, described }: DrawnProps<keyof More>) {
  const Drawn = useDrawn(name);
  const shared = { className: tone && styles[tone], ...described };
  return Drawn ? <Drawn size={size} strokeWidth={1.5} absoluteStrokeWidth {...shared} /> : <svg width={size} height={size} {...shared} />;
}

/** One icon of the set, 16 px and 1.5 px stroke. */
export const Icon = memo(function Icon({ name, label, ...rest }: IconProps) {
  const described = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return isFirst(name) ? <FirstIcon name={name} described={described} {...rest} /> : <LaterIcon name={name} described={described} {...rest} />;
});
