import type { ReactNode } from 'react';
import { ChipButton } from '../ui/badges.tsx';
import type { IconName } from '../ui/Icon.tsx';
import styles from './FilterBar.module.css';

export type FilterChip = {
  id: string;
  /** Filter in words: "Open", "All numbers", "Since Nov 3". */
  label: string;
  /** It narrows the list now. */
  active: boolean;
  icon?: IconName;
  keys?: string | undefined;
};

/** The filters over a table as chips; pressing one runs its command. `summary` stands at the end: the order, a count. */
export function FilterBar({
  label = 'Filters',
  chips,
  onPress,
  summary,
  children,
}: {
  label?: string;
  chips: readonly FilterChip[];
  onPress: (id: string) => void;
  summary?: ReactNode /** A search field, for instance. */;
  children?: ReactNode;
}) {
  return (
    <div role="group" aria-label={label} className={styles.bar}>
      {chips.map((chip) => (
        <ChipButton key={chip.id} {...(chip.icon ? { icon: chip.icon } : {})} pressed={chip.active} keys={chip.keys} onClick={() => onPress(chip.id)}>
          {chip.label}
        </ChipButton>
      ))}
      {children}
      {summary ? <span className={styles.summary}>{summary}</span> : null}
    </div>
  );
}
