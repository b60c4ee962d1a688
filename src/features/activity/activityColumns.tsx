/** Columns of the activity list. */
import type { Activity } from '#contract/activity/entities.ts';
import { getItemIcon } from '../../shared/itemIcon.ts';
import { formatItem } from '../../shared/itemSummary.ts';
import type { Column } from '../../table/index.ts';
import { Chip, formatDuration, Icon, PhoneText, RelativeTime } from '../../ui/index.ts';

const formatLength = ({ details }: Activity): string => ('duration' in details && details.duration > 0 ? formatDuration(details.duration) : '');

export const activityColumns: readonly Column<Activity>[] = [
  {
    id: 'kind',
    header: 'Type',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: (row) => {
      const mark = getItemIcon({ type: row.details.kind, isInbound: row.isInbound, ...row.details });
      return <Icon name={mark.icon} tone={mark.tone} label={mark.label} />;
    },
  },
  {
    id: 'who',
    header: 'Contact',
    width: 148,
    min: 96,
    hideable: false,
    rank: 'lead',
    render: (row) => (row.contact?.name ? row.contact.name : <PhoneText number={row.recipient} mono={false} />),
  },
  { id: 'what', header: 'Summary', width: 220, min: 96, grow: 1, rank: 'text', render: (row) => formatItem(row) },
  { id: 'recipient', header: 'Phone', width: 136, min: 124, rank: 'text', render: (row) => <PhoneText number={row.recipient} /> },
  { id: 'by', header: 'User', width: 96, min: 48, rank: 'text', render: (row) => row.actor?.name ?? '' },
  { id: 'number', header: 'Number', width: 120, min: 56, render: (row) => <Chip small>{row.number.label || row.number.number}</Chip> },
  { id: 'length', header: 'Duration', width: 68, min: 56, align: 'end', rank: 'text', render: (row) => formatLength(row) },
  { id: 'time', header: 'Time', width: 88, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.createdAt} /> },
];
