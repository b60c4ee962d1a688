import type { ReactNode } from 'react';
import { formatNumber } from '#contract/text/number.ts';
import { Button } from '../ui/Button.tsx';
import type { KeySource } from '../ui/useKeys.ts';
import type { TableController } from './controller.ts';
import styles from './FilterBar.module.css';
import { useTablePart } from './useTableHandle.ts';

export type SelectionBarProps = {
  controller: Pick<TableController, 'snapshot' | 'subscribe'>;
  /** Noun for the rows: "conversation", "conversations". */
  noun: { one: string; many: string };
  /** Rows that match on the server; null while unknown. */
  total: number | null;
  onSelectMatching: () => void;
  onClear: () => void;
  keys?: { matching?: KeySource; clear?: KeySource };
  /** Actions on the selected rows. */
  children?: ReactNode;
};

/** Says how many rows a command would act on, and whether these are chosen rows or all that match; announced. Takes no room while nothing is selected. */
export function SelectionBar({ controller, noun, total, onSelectMatching, onClear, keys = {}, children }: SelectionBarProps) {
  const mode = useTablePart(controller, (snapshot) => snapshot.mode);
  const count = useTablePart(controller, (snapshot) => snapshot.count);
  const name = count === 1 ? noun.one : noun.many;
  const all = mode === 'matching';
  return (
    <div className={count === 0 ? undefined : styles.selection} data-selected-count={count === 0 ? undefined : count}>
      <span role="status">
        {count > 0 && (
          <>
            {all && 'All '}
            {formatNumber(count)} <span className={styles.spare}>{all ? `matching ${name} ` : `${name} `}</span>selected
          </>
        )}
      </span>
      {count > 0 ? <span className={styles.actions}>{children}</span> : null}
      {count > 0 && mode === 'rows' && total !== null && total > count ? (
        <Button look="quiet" keys={keys.matching} onClick={onSelectMatching}>
          Select all {formatNumber(total)}
          <span className={styles.spare}> matching</span>
        </Button>
      ) : null}
      {count > 0 ? (
        <Button look="quiet" keys={keys.clear} onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}
