/** Columns of the list of numbers. Ids are the names the call sorts by, where it does. */

import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { lineTypeLabel, numberStatusLabel, numberTypeLabel } from '#contract/numbers/enums.ts';
import { routeTypeLabel } from '#contract/routing/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import type { Column } from '../../table/index.ts';
import { Chip, ChipList, Icon, PhoneText, RelativeTime } from '../../ui/index.ts';

const isFax = (row: PhoneNumber) => lineTypeLabel[row.lineType === 2 ? 2 : 1] === 'fax';
const formatType = (type: number): string => (type === 1 || type === 2 || type === 3 ? numberTypeLabel[type] : '');

function mark(row: PhoneNumber) {
  if (isFax(row)) return <Icon name="file" tone="amber" label="Fax" />;
  if (row.routingType === 'voicemail') return <Icon name="voicemail" tone="violet" label="Voicemail" />;
  return <Icon name="hash" tone="muted" label="Voice" />;
}

/** Describes the routing of a number in words: a single destination without a phone is the voicemail. */
export const formatRouting = ({ lineType, routingType, forwardNumber }: Pick<PhoneNumber, 'lineType' | 'routingType' | 'forwardNumber'>): string =>
  lineType === 2 ? 'fax' : routeTypeLabel[routingType === 'standard' && forwardNumber === null ? 'voicemail' : routingType];

export const numberColumns: readonly Column<PhoneNumber>[] = [
  { id: 'kind', header: 'Type', headerHidden: true, width: 32, min: 32, hideable: false, render: mark },
  { id: 'number', header: 'Number', width: 132, min: 124, sortable: true, hideable: false, rank: 'lead', render: (row) => <PhoneText number={row.number} /> },
  { id: 'label', header: 'Label', width: 120, min: 110, grow: 1, sortable: true, rank: 'lead', render: (row) => row.label },
  {
    id: 'status',
    header: 'Status',
    width: 84,
    min: 72,
    sortable: true,
    render: (row) =>
      row.status === 0 ? (
        <span>{capitalize(numberStatusLabel[row.status])}</span>
      ) : (
        <Chip small tone={row.status === 1 ? 'amber' : 'red'}>
          {capitalize(numberStatusLabel[row.status])}
        </Chip>
      ),
  },
  {
    id: 'routing_type',
    header: 'Routing',
    width: 128,
    min: 96,
    grow: 0.8,
    sortable: true,
    rank: 'text',
    render: (row) => capitalize(formatRouting(row)),
  },
  { id: 'hours', header: 'Hours', width: 116, min: 88, grow: 0.7, rank: 'text', render: (row) => row.hoursLabel || '–' },
  { id: 'type', header: 'Type', width: 88, min: 56, rank: 'text', render: (row) => formatType(row.type) },
  {
    id: 'tags',
    header: 'Tags',
    width: 130,
    min: 56,
    render: (row) => <ChipList items={row.tags} />,
  },
  { id: 'created_at', header: 'Added', width: 108, min: 56, align: 'end', sortable: true, rank: 'quiet', render: (row) => <RelativeTime at={row.createdAt} /> },
  {
    id: 'calls30_days',
    header: 'Calls, 30 days',
    width: 104,
    min: 64,
    align: 'end',
    sortable: true,
    rank: 'text',
    render: (row) => row.calls30Days.toLocaleString('en-US'),
  },
];
