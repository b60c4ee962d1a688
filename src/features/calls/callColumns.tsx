/** Columns of the list of calls. */

import { outcomeTitles } from '#commands/calls/titles.ts';
import type { Call } from '#contract/calls/entities.ts';
import { callQualificationLabel } from '#contract/calls/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { getCallIcon } from '../../shared/itemIcon.ts';
import type { Column } from '../../table/index.ts';
import { Chip, ChipList, formatDuration, Icon, PhoneText, RelativeTime } from '../../ui/index.ts';
import css from './Calls.module.css';

const listMarks = (row: Call): string[] => [
  ...(row.ascOptions.isLead ? ['Lead'] : []),
  ...(row.ascOptions.isAppointment ? ['Appointment'] : []),
  ...(row.qualification === null || row.qualification === 3 ? [] : [capitalize(callQualificationLabel[row.qualification])]),
];

export const callColumns: readonly Column<Call>[] = [
  {
    id: 'kind',
    header: 'Type',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: (row) => {
      const mark = getCallIcon(row.isInbound === 1, row.result);
      return <Icon name={mark.icon} tone={mark.tone} label={mark.label} />;
    },
  },
  {
    id: 'who',
    header: 'Contact',
    width: 200,
    min: 140,
    grow: 1,
    hideable: false,
    rank: 'lead',
    render: (row) => (row.contact?.name ? <span>{row.contact.name}</span> : <PhoneText number={row.recipient} mono={false} />),
  },
  { id: 'recipient', header: 'Phone', width: 136, min: 124, rank: 'text', render: (row) => <PhoneText number={row.recipient} /> },
  { id: 'number', header: 'Number', width: 112, min: 56, render: (row) => <Chip small>{row.number.label || row.number.number}</Chip> },
  { id: 'by', header: 'Answered by', width: 104, min: 56, rank: 'text', render: (row) => <span>{row.answeredBy ?? ''}</span> },
  {
    id: 'heard',
    header: 'Recording',
    width: 84,
    min: 48,
    render: (row) => (
      <span className={css.heard}>
        {row.hasMedia && <Icon name="volume" tone="muted" label="Recorded" />}
        {row.hasTranscription && <Icon name="message-text" tone="muted" label="Transcript" />}
      </span>
    ),
  },
  {
    id: 'judged',
    header: 'Qualification',
    width: 144,
    min: 56,
    render: (row) => <ChipList items={listMarks(row).map((name) => ({ id: name, name }))} />,
  },
  { id: 'outcome', header: 'Outcome', width: 128, min: 56, rank: 'text', render: (row) => (row.outcome === null ? '' : outcomeTitles[row.outcome]) },
  {
    id: 'tags',
    header: 'Tags',
    width: 104,
    min: 48,
    render: (row) => <ChipList items={row.tags} />,
  },
  {
    id: 'value',
    header: 'Value',
    width: 76,
    min: 56,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{row.value === null ? '' : row.value.toLocaleString('en-US')}</span>,
  },
  {
    id: 'length',
    header: 'Duration',
    width: 64,
    min: 56,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{row.duration > 0 ? formatDuration(row.duration) : ''}</span>,
  },
  { id: 'time', header: 'Time', width: 84, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.startedAt} /> },
];
