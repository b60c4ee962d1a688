import type { ReactNode } from 'react';
import css from './Banner.module.css';
import { Icon } from './Icon.tsx';

interface BannerProps {
  readonly tone: 'red' | 'amber';
  /** Name of the region, for screen readers. */
  readonly label: string;
  /** The way out of it: a button. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** A bar over everything, about the company as a whole. */
export const Banner = ({ tone, label, action, children }: BannerProps) => (
  <section className={`${css.bar} ${css[tone]}`} aria-label={label}>
    <Icon name="warning" />
    <span>{children}</span>
    {action}
  </section>
);
