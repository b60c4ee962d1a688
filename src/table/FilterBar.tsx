import type { ReactNode } from 'react';
import { ChipButton } from '../ui/badges.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import type { KeySource } from '../ui/useKeys.ts';
import styles from './FilterBar.module.css';

export type FilterChip = {
  /** The command its press runs. */
  id: string;
  /** What the command is given. */
  args?: Readonly<Record<string, string>>;
  /** Filter in words: "Open", "All numbers", "Since Nov 3". */
  label: string;
  /** It narrows the list now. */
  active: boolean;
  icon?: IconName;
  keys?: KeySource;
};

export interface FilterBarProps {
  readonly label?: string;
  readonly chips: readonly FilterChip[];
  readonly onPress: (id: string, args?: Readonly<Record<string, string>>) => void;
  /** Words at the end, such as a category. */
  readonly summary?: ReactNode;
  /** The order of the rows; pressing it turns it round. */
  readonly order?: { readonly label: string; readonly onTurn: () => void };
  /** Given while the list is filtered: shows all its rows again. */
  readonly clear?: { readonly keys: KeySource; readonly onClear: () => void } | undefined;
  /** Rows that came above the screen, and how they are shown. */
  readonly newer?: { readonly count: number; readonly onShow: () => void };
  /** A search field, for instance: before the chips, so that it stays in sight where they don’t all fit. */
  readonly children?: ReactNode;
}

/** The filters over a table as chips; pressing one runs its command. At the end: rows that are new, clearing the filter, the order. */
export function FilterBar({ label = 'Filters', chips, onPress, summary, order, clear, newer, children }: FilterBarProps) {
  return (
    <div role="group" aria-label={label} className={styles.bar}>
      {children}
      {chips.map((chip) => (
        <ChipButton
          key={chip.args ? `${chip.id} ${Object.values(chip.args).join(' ')}` : chip.id}
          {...(chip.icon ? { icon: chip.icon } : {})}
          pressed={chip.active}
          keys={chip.keys}
          onClick={() => onPress(chip.id, chip.args)}
        >
          {chip.label}
        </ChipButton>
      ))}
      <span className={styles.end}>
        {clear ? (
          <ChipButton icon="x" keys={clear.keys} shows="keys" onClick={clear.onClear}>
            Clear filter
          </ChipButton>
        ) : null}
        <span role="status">
          {newer && newer.count > 0 ? (
            <button type="button" tabIndex={-1} className={styles.newer} onClick={newer.onShow}>
              <Icon name="arrow-up" size={12} />
              {newer.count} new
            </button>
          ) : null}
        </span>
        {summary ? <span className={styles.summary}>{summary}</span> : null}
        {order ? (
          <button type="button" className={styles.order} onClick={order.onTurn}>
            {order.label}
            <Icon name="chevrons-up-down" size={12} />
          </button>
        ) : null}
      </span>
    </div>
  );
}
