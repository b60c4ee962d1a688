/** Card of a call: its recording, its steps on a time line, its transcript, its marks, its notes, its caller's other calls. */

import { useQuery } from '@tanstack/react-query';
import type { Ref, RefObject } from 'react';
import { departmentTitles, outcomeTitles } from '#commands/calls/titles.ts';
import type { CallDetail, TranscriptSegment } from '#contract/calls/entities.ts';
import { callQualificationLabel } from '#contract/calls/enums.ts';
import type { Note } from '#contract/notes/entities.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { CallerLookupCard } from '../../shared/CallerLookup.tsx';
import { CallSourceCard } from '../../shared/CallSource.tsx';
import { getCallIcon } from '../../shared/itemIcon.ts';
import { formatEdited } from '../../shared/itemSummary.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import {
  AudioPlayer,
  type AudioPlayerHandle,
  Chip,
  ChipButton,
  formatAbsoluteTime,
  formatCalendarDate,
  formatDuration,
  formatNumberName,
  formatRecipientName,
  Icon,
  RelativeTime,
  useTimeZone,
} from '../../ui/index.ts';
import { useTakesFocus } from '../../ui/useTakesFocus.ts';
import css from './Calls.module.css';
import { createCallHistoryQuery } from './data.ts';
import { Transcript, type TranscriptView } from './Transcript.tsx';

interface CallCardProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly companyId: number;
  readonly call: CallDetail;
  readonly notes: readonly Note[];
  readonly player: Ref<AudioPlayerHandle>;
  readonly reading: TranscriptView;
  readonly onPlay: (segment: TranscriptSegment) => void;
}

export function CallCard({ ref, companyId, call, notes, player, reading, onPlay }: CallCardProps) {
  const commands = useCommands();
  const zone = useTimeZone();
  useTakesFocus(ref);
  const who = formatRecipientName(call);
  const mark = getCallIcon(call.isInbound === 1, call.result);
  const { isLead, isAppointment } = call.ascOptions;
  return (
    <div ref={ref} className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label={`Call ${call.isInbound === 1 ? 'from' : 'to'} ${who}`}>
      <div className={sheet.block}>
        <p className={css.told}>
          <Icon name={mark.icon} tone={mark.tone} label={mark.label} />
          <span>
            {mark.label} on {formatNumberName(call.number)} · {formatAbsoluteTime(call.startedAt, zone)} · {formatDuration(call.duration)}
          </span>
        </p>
        {call.media && (
          <AudioPlayer
            ref={player}
            src={call.media.url}
            label={`Recording of the call with ${who}`}
            seconds={call.duration}
            keys={{ toggle: commands.keys('recording.toggle') }}
            onTime={reading.follow}
          />
        )}
        <div className={sheet.chips}>
          <ChipButton icon="star" pressed={isLead} keys={commands.keys('calls.markLead')} onClick={() => commands.run('calls.markLead')}>
            Lead
          </ChipButton>
          <ChipButton
            icon="calendar"
            pressed={isAppointment}
            keys={commands.keys('calls.markAppointment')}
            onClick={() => commands.run('calls.markAppointment')}
          >
            Appointment
          </ChipButton>
          {call.tags.map((tag) => (
            <Chip key={tag.id} icon="tag">
              {tag.name}
            </Chip>
          ))}
        </div>
      </div>
      <Qualification call={call} />
      <CallSourceCard companyId={companyId} callId={call.id} />
      {call.steps.length > 0 && <Steps call={call} />}
      {call.transcription && <Transcript transcription={call.transcription} reading={reading} onPlay={onPlay} />}
      <Notes notes={notes} />
      <CallerLookupCard companyId={companyId} number={call.recipient} />
      <History companyId={companyId} call={call} />
    </div>
  );
}

function Qualification({ call }: { call: CallDetail }) {
  return (
    <dl className={`${sheet.block} ${sheet.rows}`}>
      <CardRow label="Answered by">{call.answeredBy}</CardRow>
      <CardRow label="Qualification">{call.qualification === null ? null : capitalize(callQualificationLabel[call.qualification])}</CardRow>
      <CardRow label="Value">{call.value === null ? null : call.value.toLocaleString('en-US')}</CardRow>
      <CardRow label="Department">{call.department === null ? null : departmentTitles[call.department]}</CardRow>
      <CardRow label="Outcome">{call.outcome === null ? null : outcomeTitles[call.outcome]}</CardRow>
      {call.customAttributeValues.map(({ attributeId, name, value }) => (
        <CardRow key={attributeId} label={name}>
          {value}
        </CardRow>
      ))}
    </dl>
  );
}

function Steps({ call }: { call: CallDetail }) {
  return (
    <div className={sheet.block} role="group" aria-label="Call timeline">
      <h3 className={sheet.heading}>Timeline</h3>
      <ol className={css.steps}>
        {call.steps.map((step, at) => (
          <li key={at} data-step={step.step}>
            <time>{formatDuration(step.at)}</time>
            <i aria-hidden />
            <span>
              {step.step}
              {step.detail ? ` · ${step.detail}` : ''}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <div className={sheet.block} role="group" aria-label="Notes">
      <h3 className={sheet.heading}>Notes</h3>
      {notes.map((note) => (
        <div key={note.id} className={css.note} data-note={note.id}>
          <p>{note.body}</p>
          <span className={css.noteBy}>
            {note.author?.name ?? 'Removed user'} · <RelativeTime at={note.createdAt} />
            {note.editedAt ? ` · ${formatEdited(note.editor, note.author)}` : ''}
          </span>
        </div>
      ))}
    </div>
  );
}

function History({ companyId, call }: { companyId: number; call: CallDetail }) {
  const app = useApp();
  const commands = useCommands();
  const zone = useTimeZone();
  const { totalCalls, firstCallDate } = call.history;
  const { data = [] } = useQuery({ ...createCallHistoryQuery(app, companyId, call.recipient), enabled: totalCalls > 1 });
  const others = data.filter((other) => other.id !== call.id);
  return (
    <div className={sheet.block} role="group" aria-label="Caller history">
      <h3 className={sheet.heading}>
        {totalCalls === 1 ? '1 call' : `${totalCalls.toLocaleString('en-US')} calls`}
        {firstCallDate && totalCalls > 1 ? ` since ${formatCalendarDate(firstCallDate, zone)}` : ''}
      </h3>
      <ul className={css.segments}>
        {others.map((other) => {
          const mark = getCallIcon(other.isInbound === 1, other.result);
          return (
            <li key={other.id}>
              <button type="button" className={css.past} onClick={() => commands.run('calls.openOne', { call: String(other.id) })}>
                <Icon name={mark.icon} tone={mark.tone} label={mark.label} />
                <span>
                  {[mark.label, ...(other.answeredBy ? [other.answeredBy] : []), ...(other.duration > 0 ? [formatDuration(other.duration)] : [])].join(' · ')}
                </span>
                <RelativeTime at={other.startedAt} />
              </button>
            </li>
          );
        })}
      </ul>
      {totalCalls > data.length && (
        <ChipButton onClick={() => commands.run('calls.ofThisCaller')} icon="history">
          Show all calls from this caller
        </ChipButton>
      )}
    </div>
  );
}
