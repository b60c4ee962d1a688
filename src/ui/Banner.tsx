import type { ReactNode } from 'react';
import css from './Banner.module.css';
import { Icon, type IconName } from './Icon.tsx';

interface BannerProps {
  readonly tone: 'red' | 'amber';
  readonly icon?: IconName;
  /** Name of the region, for screen readers. */
  readonly label: string;
  /** The way out of it: a button. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** A bar over everything, about the company as a whole. */
export const Banner = ({ tone, icon = 'warning', label, action, children }: BannerProps) => (
  <section className={`${css.bar} ${css[tone]}`} aria-label={label}>
    <Icon name={icon} />
    <span>{children}</span>
    {action}
  </section>
);
