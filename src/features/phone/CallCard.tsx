/** The call in the app, over whatever is open: who rings, what can be done, how it goes on. */
import { useEffect, useSyncExternalStore } from 'react';
import { formatNumber } from '#contract/text/number.ts';
import type { IncomingSnapshot } from '#machines/inAppCallIncoming/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { createClock } from '../../store/clock.ts';
import { useStore } from '../../store/store.ts';
import { announce, Button, displayPhone, formatDuration, Icon, Spinner } from '../../ui/index.ts';
import css from './CallCard.module.css';
import { openOffer } from './phone.ts';
import { useCall, useOtherCalls } from './usePhone.ts';

const secondClock = createClock(1_000);

export function CallCard() {
  const call = useCall();
  if (call === null || isIn(call, 'idle')) return null;
  return <Card call={call} />;
}

function Card({ call }: { readonly call: IncomingSnapshot }) {
  const offer = useStore(openOffer);
  const others = useOtherCalls();
  const { caller } = call.context.call ?? { caller: null };
  const phone = caller === null ? 'Anonymous' : displayPhone(caller);
  const name = offer?.contactName ?? phone;
  const isRinging = isIn(call, 'ringing');
  useEffect(() => {
    if (isRinging) announce(`Incoming call from ${name}`);
  }, [isRinging, name]);
  return (
    <section
      className={css.card}
      aria-label={`Call with ${name}`}
      data-flow="inAppCallIncoming"
      data-state={getStateName(call)}
      data-ringing={isRinging || undefined}
    >
      <Icon name={isIn(call, 'ended', 'declining') ? 'phone-off' : isRinging ? 'phone-incoming' : 'phone-call'} />
      <span className={css.who}>
        <strong>{name}</strong>
        {name !== phone && <span className={css.quiet}>{phone}</span>}
        {offer && <span className={css.quiet}>to {offer.number.label}</span>}
      </span>
      <span className={css.state}>
        <Progress call={call} />
      </span>
      {others > 0 && <span className={css.quiet}>{formatNumber(others)} more ringing</span>}
      <span className={css.actions}>
        <Actions call={call} />
      </span>
    </section>
  );
}

/** How the call goes, in words; what went wrong stands before all else. */
function Progress({ call }: { readonly call: IncomingSnapshot }) {
  const { error, ending, isSignalling, isMuted } = call.context;
  if (isIn(call, 'ringing')) return error === null ? 'Ringing' : <span role="alert">{error.message}</span>;
  if (isIn(call, 'checking', 'connecting')) return <Spinner label="Connecting…" />;
  if (isIn(call, 'declining')) return <Spinner label="Declining…" />;
  if (isIn(call, 'connected'))
    return (
      <>
        <Talk call={call} />
        {isMuted && <span className={css.mark}>Muted</span>}
        {!isSignalling && <span className={css.mark}>Connection to the carrier lost. You can keep talking</span>}
      </>
    );
  return (
    <span role="status">
      {ending}
      {error !== null && `. ${error.message}`}
      {call.context.connectedAt !== null && (
        <>
          {', '}
          <Talk call={call} />
        </>
      )}
    </span>
  );
}

/** The time talked so far, or in all. */
function Talk({ call }: { readonly call: IncomingSnapshot }) {
  const { connectedAt, endedAt } = call.context;
  const now = useSyncExternalStore(secondClock, () => Math.floor(Date.now() / 1_000) * 1_000);
  return <time className={css.time}>{formatDuration(Math.max(0, Math.round(((endedAt ?? now) - (connectedAt ?? now)) / 1_000)))}</time>;
}

const actions: Readonly<Record<'ringing' | 'connected' | 'ended', readonly (readonly [id: string, label: string, look: 'primary' | 'plain' | 'danger'])[]>> = {
  ringing: [
    ['phone.answer', 'Answer', 'primary'],
    ['phone.decline', 'Decline', 'plain'],
    ['phone.conversation', 'Conversation', 'plain'],
  ],
  connected: [
    ['phone.mute', 'Mute', 'plain'],
    ['phone.digits', 'Digits', 'plain'],
    ['phone.text', 'Text', 'plain'],
    ['phone.note', 'Note', 'plain'],
    ['phone.conversation', 'Conversation', 'plain'],
    ['phone.hangUp', 'Hang up', 'danger'],
  ],
  ended: [
    ['phone.review', 'Review', 'plain'],
    ['phone.note', 'Note', 'plain'],
    ['phone.close', 'Close', 'plain'],
  ],
};

function Actions({ call }: { readonly call: IncomingSnapshot }) {
  const commands = useCommands();
  const state = (['ringing', 'connected', 'ended'] as const).find((name) => isIn(call, name));
  if (state === undefined) return isIn(call, 'connecting') ? <Button onClick={() => commands.run('phone.hangUp')}>Hang up</Button> : null;
  const isReviewed = call.context.connectedAt !== null;
  return actions[state]
    .filter(([id]) => id !== 'phone.review' || isReviewed)
    .map(([id, label, look]) => (
      <Button key={id} look={look} keys={commands.keys(id)} onClick={() => commands.run(id)}>
        {id === 'phone.mute' && call.context.isMuted ? 'Unmute' : label}
      </Button>
    ));
}
