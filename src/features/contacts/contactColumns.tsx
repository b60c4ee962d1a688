/** Columns of the list of contacts. Ids are the names the call sorts by, where it does. */
import type { Contact } from '#contract/contacts/entities.ts';
import type { Column } from '../../table/index.ts';
import { ChipList, Icon, PhoneText, RelativeTime } from '../../ui/index.ts';

export const contactColumns: readonly Column<Contact>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 180,
    min: 120,
    grow: 1,
    sortable: true,
    hideable: false,
    rank: 'lead',
    render: (row) => (row.name ? row.name : <PhoneText number={row.number} mono={false} />),
  },
  {
    id: 'state_of',
    header: 'Status',
    headerHidden: true,
    width: 34,
    min: 34,
    render: (row) =>
      row.isUnsubscribed ? (
        <Icon name="bell-off" tone="red" label="Opted out" />
      ) : row.isInvalid ? (
        <Icon name="warning" tone="amber" label="Invalid number" />
      ) : null,
  },
  { id: 'number', header: 'Phone', width: 136, min: 124, sortable: true, render: (row) => <PhoneText number={row.number} /> },
  { id: 'company_name', header: 'Company', width: 140, min: 88, grow: 1, sortable: true, rank: 'text', render: (row) => row.companyName ?? '' },
  { id: 'email', header: 'Email', width: 190, min: 96, grow: 1.4, rank: 'text', render: (row) => row.email ?? '' },
  {
    id: 'city',
    header: 'City',
    width: 138,
    min: 64,
    sortable: true,
    rank: 'text',
    render: (row) => [row.city, row.state].filter(Boolean).join(', '),
  },
  {
    id: 'groups',
    header: 'Groups',
    width: 150,
    min: 64,
    render: (row) => <ChipList items={row.groups} />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    width: 112,
    min: 56,
    align: 'end',
    sortable: true,
    rank: 'quiet',
    render: (row) => <RelativeTime at={row.updatedAt} />,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 112,
    min: 56,
    align: 'end',
    sortable: true,
    rank: 'quiet',
    render: (row) => <RelativeTime at={row.createdAt} />,
  },
];
