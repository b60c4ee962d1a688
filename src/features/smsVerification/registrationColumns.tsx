/** Columns of registrations: both lanes side by side. */
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import { getLaneStatus, type SmsStatus, smsStatusLabel } from '#contract/smsVerification/enums.ts';
import type { Column } from '../../table/index.ts';
import { Chip, RelativeTime } from '../../ui/index.ts';

const tones: Readonly<Partial<Record<SmsStatus, 'green' | 'amber' | 'red'>>> = {
  approved: 'green',
  submitted: 'amber',
  pending: 'amber',
  in_review: 'amber',
  rejected: 'red',
  suspended: 'red',
};

/** A status as a mark: its words, with a color where it means something. */
export function StatusMark({ status }: { readonly status: SmsStatus }) {
  const tone = tones[status];
  return (
    <Chip small {...(tone === undefined ? {} : { tone })}>
      {smsStatusLabel[status]}
    </Chip>
  );
}

/** The name of a registration: its brand's. */
export const formatBrand = ({ id, brand }: SmsVerification): string => brand.brandName || brand.legalName || `Registration ${id}`;

const hasLane = ({ campaign, status }: SmsVerification, lane: 'local' | 'toll_free') =>
  campaign.numbers.some((number) => number.lane === lane) || getLaneStatus(status, lane) !== 'draft';

/** Columns of the list. */
export const registrationColumns: readonly Column<SmsVerification>[] = [
  { id: 'brand', header: 'Brand', width: 200, min: 120, hideable: false, rank: 'lead', grow: 1, render: (row) => <span>{formatBrand(row)}</span> },
  {
    id: 'local',
    header: 'Local',
    width: 110,
    min: 90,
    hideable: false,
    render: (row) => (hasLane(row, 'local') ? <StatusMark status={row.status.local} /> : <span>–</span>),
  },
  {
    id: 'tollFree',
    header: 'Toll-free',
    width: 110,
    min: 90,
    hideable: false,
    render: (row) => (hasLane(row, 'toll_free') ? <StatusMark status={row.status.tollFree} /> : <span>–</span>),
  },
  { id: 'numbers', header: 'Numbers', width: 80, min: 64, align: 'end', rank: 'text', render: (row) => <span>{row.campaign.numbers.length}</span> },
  { id: 'reason', header: 'Reason', width: 240, min: 72, grow: 2, rank: 'text', render: (row) => <span>{row.rejections[0]?.message ?? ''}</span> },
  { id: 'updated_at', header: 'Updated', width: 96, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.updatedAt} /> },
];
