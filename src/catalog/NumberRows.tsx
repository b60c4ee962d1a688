/** The account's numbers and those it is offered, as one list: chosen ones are to be active. */

import type { Offer, Owned } from '#machines/catalogActivation/index.ts';
import { FutureTime } from '../ui/FutureTime.tsx';
import { PhoneText } from '../ui/text.tsx';
import css from './Catalog.module.css';

interface RowsProps {
  readonly numbers: readonly Owned[];
  readonly offers: readonly Offer[];
  readonly chosen: readonly number[];
  readonly cursor: number | null;
  readonly onPoint: (id: number) => void;
  readonly onToggle: (id: number) => void;
}

function Standing({ number, isChosen }: { number: Owned; isChosen: boolean }) {
  const { state, isActive, willBeRemovedAt, reason } = number;
  if (state === 'failed') return <span className={css.red}>Could not be bought{reason === null ? '' : `: ${reason}`}</span>;
  if (isActive && !isChosen) return <span className={css.amber}>Active · left out</span>;
  if (state === 'ordered' && isActive) return 'Being bought';
  if (isActive) return <span className={css.green}>Active</span>;
  return (
    <>
      {isChosen ? 'Inactive · to be active again' : 'Inactive'}
      {willBeRemovedAt === null ? null : (
        <>
          {' · removed '}
          <FutureTime at={willBeRemovedAt} />
        </>
      )}
    </>
  );
}

/** The list. The row with the keyboard is the one that commands act on. */
export function NumberRows({ numbers, offers, chosen, cursor, onPoint, onToggle }: RowsProps) {
  const getRow = (id: number, isUsable: boolean) => ({
    role: 'option',
    id: `number-${id}`,
    'data-number': id,
    'data-cursor': id === cursor,
    'aria-selected': chosen.includes(id),
    'aria-disabled': isUsable ? undefined : true,
    tabIndex: id === cursor ? 0 : -1,
    className: css.row,
    onFocus: () => onPoint(id),
    onClick: () => {
      if (isUsable) onToggle(id);
    },
  });
  return (
    <div role="listbox" aria-multiselectable aria-label="Numbers">
      {numbers.length === 0 ? null : (
        <div role="group" aria-label="Your numbers">
          <div role="presentation" className={css.groupHead}>
            Your numbers
          </div>
          {numbers.map((each) => (
            <div key={each.id} {...getRow(each.id, each.state !== 'failed')}>
              <span aria-hidden className={css.box} />
              <span className={css.number}>
                <PhoneText number={each.number} />
              </span>
              <span className={css.detail}>
                <Standing number={each} isChosen={chosen.includes(each.id)} />
              </span>
            </div>
          ))}
        </div>
      )}
      {offers.length === 0 ? null : (
        <div role="group" aria-label="Offered numbers">
          <div role="presentation" className={css.groupHead}>
            Offered to you alone
          </div>
          {offers.map(({ id, number, locality, region, heldUntil }) => (
            <div key={id} {...getRow(id, true)}>
              <span aria-hidden className={css.box} />
              <span className={css.number}>
                <PhoneText number={number} />
              </span>
              <span className={css.detail}>
                {[locality, region].filter((part) => part !== null).join(', ')}
                {' · held until '}
                <FutureTime at={heldUntil} />
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
