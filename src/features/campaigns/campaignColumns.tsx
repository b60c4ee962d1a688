/** Columns of the lists of campaigns and of their people. */
import type { Campaign, CampaignEvent, CampaignReviewRow } from '#contract/campaigns/entities.ts';
import { getDisplayedTime, type RecipientState, recipientStateLabel, reviewLineLabel } from '#contract/campaigns/enums.ts';
import type { Column } from '../../table/index.ts';
import { FutureTime } from '../../ui/FutureTime.tsx';
import type { Tone } from '../../ui/Icon.tsx';
import { Chip, PhoneText, RelativeTime } from '../../ui/index.ts';
import { formatCampaignState, getStateTone } from './texts.ts';

/** A campaign's state as a mark. */
export function StateMark({ campaign }: { readonly campaign: Campaign }) {
  const now = Date.now();
  const tone = getStateTone(campaign, now);
  return (
    <Chip small {...(tone === undefined ? {} : { tone })}>
      {formatCampaignState(campaign, now)}
    </Chip>
  );
}

/** Nothing where there is none, so that what matters stands out. */
const formatCount = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-US'));

const createCountColumn = (id: string, header: string, get: (row: Campaign) => number): Column<Campaign> => ({
  id,
  header,
  width: 92,
  min: 64,
  align: 'end',
  rank: 'text',
  sortable: true,
  render: (row) => <span>{formatCount(get(row))}</span>,
});

/** Time it goes or went out; nothing for a draft without a time to come (RULE-120). */
function SendTime({ campaign: { status, deliverAt, started } }: { readonly campaign: Campaign }) {
  if (started !== null) return <RelativeTime at={started} />;
  const at = getDisplayedTime(status, deliverAt, Date.now());
  return at === null ? <span>–</span> : <FutureTime at={at} />;
}

export const campaignColumns: readonly Column<Campaign>[] = [
  { id: 'title', header: 'Title', width: 200, min: 112, grow: 1, hideable: false, rank: 'lead', sortable: true, render: (row) => <span>{row.title}</span> },
  { id: 'state', header: 'Status', width: 108, min: 96, hideable: false, render: (row) => <StateMark campaign={row} /> },
  { id: 'group', header: 'Group', width: 120, min: 72, grow: 1, rank: 'text', render: (row) => <span>{row.group?.name ?? ''}</span> },
  createCountColumn('sent', 'Sent', ({ sent }) => sent),
  createCountColumn('delivered', 'Delivered', ({ delivered }) => delivered),
  createCountColumn('undelivered', 'Undelivered', ({ undelivered }) => undelivered),
  createCountColumn('responded', 'Responded', ({ responded }) => responded),
  createCountColumn('unsubscribed', 'Opted out', ({ unsubscribed }) => unsubscribed),
  { id: 'deliverAt', header: 'Send time', width: 132, min: 72, align: 'end', rank: 'quiet', sortable: true, render: (row) => <SendTime campaign={row} /> },
  { id: 'createdAt', header: 'Created', width: 96, min: 56, align: 'end', rank: 'quiet', sortable: true, render: (row) => <RelativeTime at={row.createdAt} /> },
];
export const campaignDrops = ['createdAt', 'unsubscribed', 'undelivered', 'group', 'responded', 'deliverAt', 'delivered', 'sent'];

export const reviewColumns: readonly Column<CampaignReviewRow>[] = [
  { id: 'contact', header: 'Contact', width: 150, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.contact.name}</span> },
  { id: 'number', header: 'Phone', width: 140, min: 124, render: (row) => <PhoneText number={row.number} /> },
  {
    id: 'line',
    header: 'Result',
    width: 172,
    min: 96,
    hideable: false,
    render: (row) => (
      <Chip small {...(row.line === 'now' ? { tone: 'green' } : row.line === 'later' ? { tone: 'violet' } : {})}>
        {reviewLineLabel[row.line]}
      </Chip>
    ),
  },
  { id: 'sendsAt', header: 'Sends', width: 132, min: 72, rank: 'text', render: (row) => (row.sendsAt === null ? <span /> : <FutureTime at={row.sendsAt} />) },
  {
    id: 'text',
    header: 'Text',
    width: 240,
    min: 96,
    grow: 2,
    rank: 'text',
    render: (row) => <span title={row.text}>{row.line === 'now' || row.line === 'later' ? row.text : ''}</span>,
  },
  {
    id: 'segments',
    header: 'Segments',
    width: 80,
    min: 64,
    align: 'end',
    rank: 'quiet',
    render: (row) => <span>{row.line === 'now' || row.line === 'later' ? row.segments : '–'}</span>,
  },
];
export const reviewDrops = ['segments', 'sendsAt', 'number', 'text'];

const eventTones: Readonly<Partial<Record<RecipientState, Tone>>> = {
  held: 'violet',
  sending: 'blue',
  delivered: 'green',
  undelivered: 'red',
  failed: 'red',
  unknown: 'amber',
};

export const eventColumns: readonly Column<CampaignEvent>[] = [
  { id: 'contact', header: 'Contact', width: 150, min: 132, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.contact?.name ?? ''}</span> },
  { id: 'number', header: 'Phone', width: 140, min: 124, render: (row) => <PhoneText number={row.number} /> },
  {
    id: 'state',
    header: 'Status',
    width: 120,
    min: 96,
    hideable: false,
    render: (row) => {
      const tone = eventTones[row.state];
      return (
        <Chip small {...(tone === undefined ? {} : { tone })}>
          {recipientStateLabel[row.state]}
        </Chip>
      );
    },
  },
  { id: 'reason', header: 'Reason', width: 200, min: 96, grow: 2, rank: 'text', render: (row) => <span title={row.reason ?? ''}>{row.reason ?? ''}</span> },
  { id: 'error', header: 'Error', width: 72, min: 56, rank: 'quiet', render: (row) => <span>{row.errorCode ?? ''}</span> },
  { id: 'attempts', header: 'Attempts', width: 80, min: 64, align: 'end', rank: 'quiet', render: (row) => <span>{formatCount(row.attempts)}</span> },
  {
    id: 'replied',
    header: 'Replied',
    width: 88,
    min: 56,
    align: 'end',
    rank: 'text',
    render: (row) => (row.repliedAt === null ? <span>–</span> : <RelativeTime at={row.repliedAt} />),
  },
  { id: 'at', header: 'Time', width: 88, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.at} /> },
];
export const eventDrops = ['attempts', 'error', 'at', 'number', 'replied', 'reason'];
