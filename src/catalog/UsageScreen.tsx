/** The use of the account this month; the account's channel says when it changes. */
import { useQuery } from '@tanstack/react-query';
import { CardRow } from '../ui/CardRow.tsx';
import { formatCalendarDate } from '../ui/time.ts';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { usageQuery } from './data.ts';
import { Screen } from './Screen.tsx';

export default function UsageScreen() {
  const query = useQuery(usageQuery(useCatalog()));
  return (
    <Screen title="Usage" query={query}>
      {(usage) => (
        <>
          {/* Months of the account are those of UTC; its last day is the one before the next begins. */}
          <p className={css.about}>
            {`${formatCalendarDate(usage.periodStart, 'UTC')} to ${formatCalendarDate(Date.parse(usage.periodEnd) - 1, 'UTC')}, days in UTC. Nothing is charged yet.`}
          </p>
          <dl className={css.facts}>
            <CardRow label="Active numbers">{String(usage.activeNumbers)}</CardRow>
            <CardRow label="Inactive numbers">{String(usage.inactiveNumbers)}</CardRow>
            <CardRow label="Being bought">{String(usage.orderedNumbers)}</CardRow>
            <CardRow label="Bought this month">{String(usage.boughtNumbers)}</CardRow>
            <CardRow label="Number days">{String(usage.numberDays)}</CardRow>
            <CardRow label="Invitations sent">{String(usage.sentInvitations)}</CardRow>
          </dl>
        </>
      )}
    </Screen>
  );
}
