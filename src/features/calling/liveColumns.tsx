/** Columns of the calls that go on: who calls where, who rings, for how long. */
import { useSyncExternalStore } from 'react';
import type { LiveCall } from '#contract/calling/entities.ts';
import { createClock } from '../../store/clock.ts';
import type { Column } from '../../table/index.ts';
import { ChipList, displayPhone, formatNumberName, Icon, PhoneText } from '../../ui/index.ts';
import css from './Live.module.css';

const tones = { menu: 'amber', ringing: 'amber', connected: 'green', voicemail: 'violet', refused: 'red', leaving: 'muted' } as const;
const words = {
  menu: 'in menu',
  ringing: 'ringing',
  connected: 'connected',
  voicemail: 'leaving voicemail',
  refused: 'blocked',
  leaving: 'ending',
} as const;

const formatName = ({ number, name }: LiveCall['phones'][number]) => name ?? displayPhone(number);

/** Describes the present state: `ringing Ana K., Jo P.`, `connected to Ana K.`. */
export function formatState({ state, phones }: LiveCall): string {
  const names = phones
    .filter((phone) => (state === 'connected' ? phone.state === 'connected' : phone.state === 'ringing' || phone.state === 'answered'))
    .map(formatName);
  if (state === 'ringing') return names.length === 0 ? 'ringing' : `ringing ${names.join(', ')}`;
  return state === 'connected' && names.length > 0 ? `connected to ${names.join(', ')}` : words[state];
}

function Steps({ row }: { row: LiveCall }) {
  const before = row.steps
    .filter(({ step }) => step === 'Started' || step === 'Extension Selected')
    .map(({ step, detail }) => (step === 'Started' || detail === null ? step : `Extension ${detail}`));
  return (
    <span className={css.steps}>
      <span className={css.before}>{before.join(' → ')} →&nbsp;</span>
      <span>{formatState(row)}</span>
    </span>
  );
}

/** One clock for all rows. */
const onSecond = createClock(1_000);

/** Seconds since an instant as a clock: `2:41`, `1:02:09`. */
function formatElapsed(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), String(seconds % 60).padStart(2, '0')];
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

function Running({ row }: { row: LiveCall }) {
  const now = useSyncExternalStore(onSecond, () => Math.floor(Date.now() / 1_000) * 1_000);
  return <span className={css.clock}>{formatElapsed(row.connectedAt ?? row.startedAt, now)}</span>;
}

export const liveColumns: readonly Column<LiveCall>[] = [
  {
    id: 'state',
    header: 'Status',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: ({ state, isInbound }) => (
      <Icon name={isInbound ? 'phone-call' : 'phone-outgoing'} tone={tones[state]} label={isInbound ? words[state] : `outbound, ${words[state]}`} />
    ),
  },
  {
    id: 'caller',
    header: 'Caller',
    width: 132,
    min: 110,
    hideable: false,
    rank: 'lead',
    render: ({ contact, recipient }) =>
      contact?.name ? <span>{contact.name}</span> : recipient === 'anonymous' ? <span>Anonymous</span> : <PhoneText number={recipient} />,
  },
  { id: 'number', header: 'Number', width: 104, min: 72, rank: 'text', render: ({ number }) => <span>{formatNumberName(number)}</span> },
  {
    id: 'tags',
    header: 'Tags',
    width: 104,
    min: 48,
    render: ({ tags }) => <ChipList items={tags} />,
  },
  { id: 'now', header: 'Status', width: 280, min: 160, grow: 1, hideable: false, render: (row) => <Steps row={row} /> },
  { id: 'running', header: 'Duration', width: 76, min: 72, align: 'end', hideable: false, render: (row) => <Running row={row} /> },
];
