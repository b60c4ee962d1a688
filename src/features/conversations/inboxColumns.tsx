/** Columns of the inbox, one line a conversation. */
import type { Conversation } from '#contract/conversations/entities.ts';
import type { Column } from '../../table/index.ts';
import { Chip, Dot, Icon, PhoneText, RelativeTime } from '../../ui/index.ts';
import { formatPreview, getLatestIcon } from './preview.tsx';

export const inboxColumns: readonly Column<Conversation>[] = [
  {
    id: 'unread',
    header: 'Unread',
    width: 28,
    min: 24,
    hideable: false,
    render: (row) => (row.numUnreadItems > 0 ? <Dot label={`${row.numUnreadItems} unread`} /> : null),
  },
  {
    id: 'who',
    rank: 'lead',
    header: 'Contact',
    width: 148,
    min: 144,
    grow: 0.5,
    hideable: false,
    render: (row) => (row.contact?.name ? row.contact.name : <PhoneText number={row.recipient} mono={false} />),
  },
  {
    id: 'kind',
    header: 'Type',
    width: 30,
    min: 24,
    render: (row) => {
      const mark = getLatestIcon(row);
      return <Icon name={mark.icon} tone={mark.tone} label={mark.label} />;
    },
  },
  { id: 'latest', rank: 'text', header: 'Last message', width: 120, min: 80, grow: 1, render: formatPreview },
  { id: 'number', header: 'Number', width: 96, min: 88, grow: 0.4, align: 'end', render: (row) => <Chip small>{row.number.label}</Chip> },
  {
    id: 'time',
    rank: 'quiet',
    header: 'Last activity',
    width: 64,
    min: 40,
    align: 'end',
    sortable: true,
    render: (row) => <RelativeTime at={row.lastActivityAt} />,
  },
];
