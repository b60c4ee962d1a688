/** Fees of a registration: what submitting costs today, and what was recorded. */
import { formatDollars } from '#contract/core/money.ts';
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import { feeLabel } from '#contract/smsVerification/fees.ts';
import css from './Registration.module.css';

export function FeeList({ fees: { dueToday, asOf, items, recorded } }: { readonly fees: SmsVerification['fees'] }) {
  if (items.length === 0)
    return <p className={css.quiet}>{recorded > 0 ? `Nothing due today. ${formatDollars(recorded)} added to your next invoice.` : 'Nothing due today.'}</p>;
  return (
    <>
      <dl className={css.fees}>
        {items.map(({ kind, amount }) => (
          <div key={kind}>
            <dt>{feeLabel[kind]}</dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>Due today</dt>
          <dd>{formatDollars(dueToday)}</dd>
        </div>
      </dl>
      <p className={css.quiet}>
        {recorded > 0 ? `${formatDollars(recorded)} recorded so far. ` : ''}
        {`Carrier fees as of ${asOf}, added to your next invoice.`}
      </p>
    </>
  );
}
