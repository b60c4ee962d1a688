/** Columns of the blocked callers. */
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import type { Column } from '../../table/index.ts';
import { Icon, PhoneText, RelativeTime } from '../../ui/index.ts';

export const blockColumns: readonly Column<BlockedCaller>[] = [
  { id: 'mark', header: 'Type', headerHidden: true, width: 32, min: 32, hideable: false, render: () => <Icon name="ban" tone="red" label="Blocked" /> },
  { id: 'target', header: 'Phone', width: 140, min: 124, hideable: false, rank: 'lead', render: (row) => <PhoneText number={row.target} /> },
  { id: 'name', header: 'Name', width: 150, min: 72, grow: 1, rank: 'text', render: (row) => <span>{row.contactName ?? ''}</span> },
  { id: 'where', header: 'Applies to', width: 130, min: 72, grow: 1, render: (row) => <span>{row.global ? 'All numbers' : (row.numberLabel ?? '')}</span> },
  { id: 'hears', header: 'Handling', width: 84, min: 64, rank: 'text', render: (row) => <span>{row.action === 'busy' ? 'Busy' : 'Rejected'}</span> },
  { id: 'by', header: 'Blocked by', width: 120, min: 64, rank: 'text', render: (row) => <span>{row.createdBy?.name ?? ''}</span> },
  { id: 'created_at', header: 'Blocked', width: 112, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.createdAt} /> },
];
