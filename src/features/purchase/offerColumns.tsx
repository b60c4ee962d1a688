/** Columns of numbers that can be bought. */

import { formatDollars } from '#contract/core/money.ts';
import { numberTypeLabel } from '#contract/numbers/enums.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import type { Column } from '../../table/index.ts';
import { PhoneText } from '../../ui/index.ts';

export const offerColumns: readonly Column<Offer>[] = [
  { id: 'number', header: 'Number', width: 140, min: 124, hideable: false, rank: 'lead', render: (row) => <PhoneText number={row.number} /> },
  { id: 'vanity', header: 'Vanity number', width: 136, min: 128, rank: 'lead', render: (row) => <span>{row.vanity ?? ''}</span> },
  {
    id: 'where',
    header: 'Location',
    width: 110,
    min: 64,
    grow: 2,
    rank: 'text',
    render: (row) => <span>{[row.locality, row.region].filter(Boolean).join(', ')}</span>,
  },
  {
    id: 'type',
    header: 'Type',
    width: 96,
    min: 64,
    rank: 'text',
    render: (row) => <span>{row.lineType === 2 ? 'fax' : row.type === 2 ? numberTypeLabel[2] : numberTypeLabel[1]}</span>,
  },
  { id: 'cost', header: 'Monthly', width: 80, min: 64, align: 'end', render: (row) => <span>{formatDollars(row.monthlyCost)}</span> },
];
