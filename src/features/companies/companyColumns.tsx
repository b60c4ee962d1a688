/** Columns of the list of companies. Pins, the selected one and the local time are read live: the row itself does not change with them. */
import { type CSSProperties, useSyncExternalStore } from 'react';
import type { CompanyRow } from '#commands/companies/types.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { getReadableColor } from '#contract/text/color.ts';
import { formatCity } from '#contract/text/zones.ts';
import { useAppState } from '../../api/app.ts';
import { createClock } from '../../store/clock.ts';
import type { Column } from '../../table/index.ts';
import { Avatar, Badge, formatClockTime, Icon } from '../../ui/index.ts';
import css from './Companies.module.css';

const minuteMs = 60_000;
/** One clock for all rows. */
const onMinute = createClock(minuteMs / 4);

function LocalTime({ zone }: { zone: string }) {
  const time = useSyncExternalStore(onMinute, () => formatClockTime(Math.floor(Date.now() / minuteMs) * minuteMs, zone));
  return <span className={css.time}>{time}</span>;
}

function PinButton({ id }: { id: number }) {
  const place = useAppState((state) => state.preferences.pinnedCompanyIds.indexOf(id));
  return place < 0 ? null : <Icon name="pin" tone="accent" size={14} label={`Pinned, position ${place + 1}`} />;
}

function Name({ company }: { company: CompanyRow }) {
  const isSelected = useAppState((state) => state.company?.id === company.id);
  return (
    <span className={css.name}>
      <span className={css.mark} style={{ '--company': company.accent, '--company-ink': getReadableColor(company.accent) } as CSSProperties}>
        <Avatar name={company.name} shape="company" logo={company.logoUrl} />
      </span>
      <span className={css.words}>{company.name}</span>
      {isSelected && <Icon name="check" tone="green" size={14} label="Selected" />}
    </span>
  );
}

export const companyColumns: readonly Column<CompanyRow>[] = [
  { id: 'pin', header: 'Pinned', headerHidden: true, width: 34, min: 34, hideable: false, render: (row) => <PinButton id={row.id} /> },
  { id: 'name', header: 'Name', width: 220, min: 120, grow: 2, hideable: false, rank: 'lead', render: (row) => <Name company={row} /> },
  { id: 'organization', header: 'Organization', width: 170, min: 80, grow: 1, rank: 'quiet', render: (row) => row.organizationName ?? '–' },
  { id: 'role', header: 'Your role', width: 112, min: 72, rank: 'quiet', render: (row) => (row.actAs ? capitalize(row.actAs) : '–') },
  { id: 'zone', header: 'Time zone', width: 120, min: 72, rank: 'quiet', render: (row) => <span title={row.timezone}>{formatCity(row.timezone)}</span> },
  { id: 'time', header: 'Local time', width: 88, min: 76, align: 'end', rank: 'quiet', render: (row) => <LocalTime zone={row.timezone} /> },
  {
    id: 'unread',
    header: 'Unread',
    width: 76,
    min: 64,
    align: 'end',
    render: (row) => (row.unreadCount ? <Badge count={row.unreadCount} label="unread" /> : null),
  },
];

const membershipColumns = new Set(['pin', 'role', 'unread']);
/** For staff, who have no membership in the companies they look at. */
export const staffColumns: readonly Column<CompanyRow>[] = companyColumns.filter(({ id }) => !membershipColumns.has(id));
