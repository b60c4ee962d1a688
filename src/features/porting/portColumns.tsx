/** Columns of port-in requests, and how their statuses look. */

import type { PortRequest } from '#contract/porting/entities.ts';
import { type PortNumberStatus, type PortStatus, portStatusLabel } from '#contract/porting/enums.ts';
import type { Column } from '../../table/index.ts';
import { Chip, displayPhone, RelativeTime } from '../../ui/index.ts';

const tones: Readonly<Partial<Record<PortStatus | PortNumberStatus, 'green' | 'amber' | 'red'>>> = {
  completed: 'green',
  action_required: 'amber',
  waiting_for_signature: 'amber',
  rejected: 'red',
  refused: 'red',
  canceled: 'red',
  expired: 'red',
};

/** A status as a mark: its words, with a colour where somebody has to look. */
export function PortMark({ status }: { readonly status: PortStatus | PortNumberStatus }) {
  const tone = tones[status];
  return (
    <Chip small {...(tone === undefined ? {} : { tone })}>
      {portStatusLabel[status]}
    </Chip>
  );
}

/** The numbers of a request in few words: the first, and how many more. */
export function formatNumbers({ numbers }: PortRequest): string {
  const [first, ...rest] = numbers;
  return first ? `${displayPhone(first.number)}${rest.length > 0 ? ` and ${rest.length} more` : ''}` : '';
}

/** Columns of the list of requests. */
export const portColumns: readonly Column<PortRequest>[] = [
  { id: 'numbers', header: 'Numbers', width: 210, min: 190, hideable: false, rank: 'lead', grow: 1, render: (row) => <span>{formatNumbers(row)}</span> },
  { id: 'status', header: 'Status', width: 180, min: 120, hideable: false, render: (row) => <PortMark status={row.status} /> },
  { id: 'carrier', header: 'Current carrier', width: 140, min: 72, grow: 1, rank: 'text', render: (row) => <span>{row.losingCarrier}</span> },
  { id: 'targetDate', header: 'Target date', width: 96, min: 80, rank: 'text', render: (row) => <span>{row.targetDate ?? ''}</span> },
  { id: 'reason', header: 'Reason', width: 200, min: 72, grow: 1, rank: 'text', render: (row) => <span>{row.reason ?? ''}</span> },
  { id: 'updated_at', header: 'Updated', width: 96, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.updatedAt} /> },
];
