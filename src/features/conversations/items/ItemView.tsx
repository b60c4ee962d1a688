/** One thing in a thread: a call with its steps, a message, a voicemail, a fax, a note. */
import { memo, type ReactNode, type Ref } from 'react';
import type { Item } from '#contract/conversations/entities.ts';
import { useCommands } from '../../../api/commands.ts';
import { formatEdited } from '../../../shared/itemSummary.ts';
import { AudioPlayer, type AudioPlayerHandle, formatClockTime, formatDuration, formatFutureTime, Icon, useTimeZone } from '../../../ui/index.ts';
import { unsureText } from '../outbox.ts';
import { formatCall, getCallIcon } from '../preview.tsx';
import { FaxView } from './FaxView.tsx';
import css from './items.module.css';
import { MediaList } from './MediaList.tsx';
import { OptOutFlag } from './OptOutFlag.tsx';

interface ItemViewProps {
  readonly item: Item;
  /** Name of the person outside: for screen readers and recordings. */
  readonly who: string;
  readonly isCurrent: boolean;
  readonly isExpanded: boolean;
  /** A search led to it. */
  readonly isFound: boolean;
  /** A decision about an opt-out would be about this text. */
  readonly isFlagged: boolean;
  readonly player?: Ref<AudioPlayerHandle> | undefined;
}

type DetailsOf<K extends Item['details']['kind']> = Extract<Item['details'], { kind: K }>;

/** Of the recordings of a thread the keys play one: it carries their caps. */
function usePlaying(player: Ref<AudioPlayerHandle> | undefined) {
  const commands = useCommands();
  return player ? { ref: player, keys: { toggle: commands.keys('recording.toggle') } } : {};
}

/** A thread item as an article; the current one is marked, and is what commands over an item act on. */
export const ItemView = memo(function ItemView(props: ItemViewProps) {
  const { item, isCurrent, isFound } = props;
  const { details } = item;
  return (
    <article
      className={css.item}
      id={`item-${item.id}`}
      data-item-id={item.id}
      data-kind={details.kind}
      data-side={item.isInbound ? 'in' : 'out'}
      data-current={isCurrent}
      data-found={isFound}
      data-unread={!item.isRead}
      aria-label={formatLabel(props)}
    >
      {details.kind === 'call' && <CallView {...props} details={details} />}
      {details.kind === 'message' && <MessageView item={item} details={details} isFlagged={props.isFlagged} />}
      {details.kind === 'voicemail' && <VoicemailView {...props} details={details} />}
      {details.kind === 'fax' && <FaxView item={item} details={details} />}
      {details.kind === 'note' && <NoteView item={item} details={details} />}
    </article>
  );
});

function formatLabel({ item, who }: ItemViewProps): string {
  const words: Record<Item['type'], string> = { call: 'Call', message: 'Message', voicemail: 'Voicemail', fax: 'Fax', note: 'Note' };
  if (item.type === 'note') return `Note by ${item.actor?.name ?? 'a removed user'}`;
  return item.isInbound ? `${words[item.type]} from ${who}` : `${words[item.type]} to ${who}`;
}

function CallView({ item, details, who, isExpanded, player }: ItemViewProps & { details: DetailsOf<'call'> }) {
  const playing = usePlaying(player);
  const zone = useTimeZone();
  const mark = getCallIcon(item.isInbound, details.result);
  return (
    <div className={css.card}>
      <header className={css.cardHead}>
        <Icon name={mark.icon} tone={mark.tone} label={mark.label} />
        <strong>{item.isInbound ? 'Inbound call' : 'Outbound call'}</strong>
        <span className={css.muted}>{formatCall(details, item.isInbound)}</span>
        {details.isLead && <span className={css.flag}>Lead</span>}
        {details.isAppointment && <span className={css.flag}>Appointment</span>}
        <span className={css.when}>
          {formatClockTime(item.createdAt, zone)} · {formatDuration(details.duration)}
        </span>
      </header>
      {details.recording && <AudioPlayer {...playing} src={details.recording.url} label={`Call with ${who}`} seconds={details.duration} />}
      {details.steps.length > 0 && (isExpanded || details.recording !== null) && (
        <ol className={css.steps} aria-label="Call timeline">
          {details.steps.map((step, at) => (
            <li key={at} data-step={step.step}>
              {step.detail ?? step.step}
              {step.at > 0 && step.step !== 'Started' ? ` ${formatDuration(step.at)}` : ''}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Web addresses as people write them; a full stop or bracket behind one is the sentence's. */
const address = /(\b(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i;

/** A text with its web addresses as links, which open beside the app and learn nothing of it. */
const withLinks = (text: string): ReactNode =>
  text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={/^www/i.test(part) ? `https://${part}` : part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );

const states: Partial<Record<DetailsOf<'message'>['deliveryState'], string>> = {
  sending: 'sending',
  held: 'sending soon',
  queued: 'sending',
  accepted: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'not delivered',
  failed: 'failed',
  unknown: 'not confirmed',
  canceled: 'canceled',
};

function MessageView({ item, details, isFlagged }: { item: Item; details: DetailsOf<'message'>; isFlagged: boolean }) {
  const zone = useTimeZone();
  const failed = ['failed', 'undelivered', 'unknown'].includes(details.deliveryState);
  const isScheduled = details.deliveryState === 'scheduled';
  const at = details.sendAt && (isScheduled || details.deliveryState === 'held') ? details.sendAt : item.createdAt;
  return (
    <>
      {(details.message !== '' || details.media.length === 0) && (
        <p className={css.bubble} data-waits={isScheduled || undefined}>
          {withLinks(details.message)}
        </p>
      )}
      {details.media.length > 0 && <MediaList media={details.media} />}
      <p className={css.meta} data-failed={failed}>
        {failed && <Icon name="warning" tone="red" size={12} />}
        {isScheduled && <Icon name="clock" size={12} />}
        <time dateTime={at}>{isScheduled ? `scheduled for ${formatFutureTime(at, Date.now(), zone)}` : formatClockTime(at, zone)}</time>
        {!item.isInbound && !isScheduled && ` · ${states[details.deliveryState] ?? details.deliveryState}`}
        {!item.isInbound && item.actor && <span> · {item.actor.name}</span>}
        {details.errorText && <span className={css.error}> · {details.errorText}</span>}
        {details.optOutReview === 'confirmed' && <span> · opt-out confirmed</span>}
      </p>
      {details.optOutReview === 'open' && <OptOutFlag isFlagged={isFlagged} />}
    </>
  );
}

function VoicemailView({ item, details, who, player }: ItemViewProps & { details: DetailsOf<'voicemail'> }) {
  const playing = usePlaying(player);
  const zone = useTimeZone();
  return (
    <div className={css.card}>
      <header className={css.cardHead}>
        <Icon name="voicemail" tone="violet" />
        <strong>Voicemail</strong>
        <span className={css.when}>
          {formatClockTime(item.createdAt, zone)} · {formatDuration(details.duration)}
        </span>
      </header>
      {details.recording && <AudioPlayer {...playing} src={details.recording.url} label={`Voicemail from ${who}`} seconds={details.duration} />}
      {details.transcript && <p className={css.transcript}>“{details.transcript}”</p>}
    </div>
  );
}

function NoteView({ item, details }: { item: Item; details: DetailsOf<'note'> }) {
  const zone = useTimeZone();
  return (
    <p className={css.note}>
      <strong>{item.actor?.name ?? 'Removed user'}</strong> <span className={css.muted}>note</span> — {details.body}
      <span className={css.noteWhen}>
        {formatClockTime(item.createdAt, zone)}
        {details.editedAt ? ` · ${formatEdited(details.editor, item.actor)}` : ''}
      </span>
    </p>
  );
}

/** A message the server has not answered for: shown at once, with what can be done when it is unsure. */
export function PendingView({ text, state }: { text: string; state: string }) {
  return (
    <article className={css.item} data-kind="message" data-side="out" data-pending={state} aria-label="Message being sent">
      <p className={css.bubble}>{text}</p>
      <p className={css.meta} data-failed={state === 'unsure'}>
        {state === 'unsure' ? unsureText : 'sending'}
      </p>
    </article>
  );
}
