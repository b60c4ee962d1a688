/** The call in the app, over whatever is open: who rings or is called, what can be done, how it goes on. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CallOffer } from '#contract/phone/entities.ts';
import { formatNumber } from '#contract/text/number.ts';
import type { IncomingSnapshot } from '#machines/inAppCallIncoming/index.ts';
import type { OutgoingSnapshot } from '#machines/inAppCallOutgoing/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import type { Trouble } from '#machines/talking.ts';
import { useCommands } from '../../api/commands.ts';
import { createClock } from '../../store/clock.ts';
import { useStore } from '../../store/store.ts';
import { announce, Button, displayPhone, formatDuration, Icon, Spinner } from '../../ui/index.ts';
import css from './CallCard.module.css';
import { openOffer } from './phone.ts';
import { useCall, useOtherCalls, useOutgoing } from './usePhone.ts';

const secondClock = createClock(1_000);

/** Stages of the card by what can be done: on what rings, while connected, while one waits for somebody, and afterwards. */
type Stage = 'ringing' | 'waiting' | 'connected' | 'busy' | 'ended';

/** The call on the card, whoever called. */
interface CardCall {
  readonly flow: 'inAppCallIncoming' | 'inAppCallOutgoing';
  readonly state: string;
  readonly stage: Stage;
  readonly icon: 'phone-off' | 'phone-incoming' | 'phone-outgoing' | 'phone-call';
  readonly name: string;
  readonly phone: string;
  /** `to Front desk`; null while it is not known. */
  readonly line: string | null;
  /** The call is known to the server: notes can be written on it. */
  readonly hasBegun: boolean;
  /** Words for what goes on while one waits. */
  readonly doing: string;
  /** Words about the transfer by which it rings; null where it was not transferred. */
  readonly origin: string | null;
  readonly context: Pick<
    IncomingSnapshot['context'],
    'connectedAt' | 'endedAt' | 'transferredTo' | 'isMuted' | 'heldAt' | 'isSignalling' | 'troubles' | 'error'
  > & {
    readonly ending: string | null;
  };
}

export function CallCard() {
  const call = useCall();
  const placed = useOutgoing();
  if (placed !== null && !isIn(placed, 'idle')) return <Card call={toPlaced(placed)} />;
  return call === null || isIn(call, 'idle') ? null : <IncomingCard call={call} />;
}

function IncomingCard({ call }: { readonly call: IncomingSnapshot }) {
  const offer = useStore(openOffer);
  const { caller } = call.context.call ?? { caller: null };
  const phone = caller === null ? 'Anonymous' : displayPhone(caller);
  const name = offer?.contactName ?? phone;
  const isRinging = isIn(call, 'ringing');
  useEffect(() => {
    if (isRinging) announce(`Incoming call from ${name}`);
  }, [isRinging, name]);
  return (
    <Card
      call={{
        flow: 'inAppCallIncoming',
        state: getStateName(call),
        stage: isRinging
          ? 'ringing'
          : isIn(call, 'connecting', 'transferring')
            ? 'waiting'
            : isIn(call, 'connected')
              ? 'connected'
              : isIn(call, 'ended')
                ? 'ended'
                : 'busy',
        icon: isIn(call, 'ended', 'declining') ? 'phone-off' : isRinging ? 'phone-incoming' : 'phone-call',
        name,
        phone,
        line: offer && `to ${offer.number.label}`,
        hasBegun: true,
        doing: isIn(call, 'declining') ? 'Declining…' : isIn(call, 'transferring') ? formatTransferring(call.context) : 'Connecting…',
        // Once it is answered again, that it came back is no news.
        origin: offer && (isRinging || offer.transfer?.isReturned === false) ? formatOrigin(offer) : null,
        context: call.context,
      }}
    />
  );
}

const formatTransferring = ({ transferredTo }: Pick<IncomingSnapshot['context'], 'transferredTo'>) => `Transferring to ${transferredTo?.name ?? ''}…`;

/** `Transferred by Ana Keller`; of a call that comes back, that it wasn’t answered there. */
function formatOrigin({ transfer }: Pick<CallOffer, 'transfer'>): string | null {
  if (transfer === null) return null;
  return transfer.isReturned ? `Back to you: ${transfer.to} didn’t answer` : `Transferred by ${transfer.by}`;
}

function toPlaced(call: OutgoingSnapshot): CardCall {
  const { call: wanted } = call.context;
  const phone = displayPhone(wanted?.destination ?? '');
  const isEnding = isIn(call, 'ending');
  return {
    flow: 'inAppCallOutgoing',
    state: getStateName(call),
    stage: isIn(call, 'connected') ? 'connected' : isIn(call, 'ended') ? 'ended' : isEnding ? 'busy' : 'waiting',
    icon: isIn(call, 'ended', 'ending') ? 'phone-off' : isIn(call, 'connected') ? 'phone-call' : 'phone-outgoing',
    name: wanted?.name ?? phone,
    phone,
    line: wanted?.line ? `from ${wanted.line}` : null,
    hasBegun: call.context.started !== null,
    origin: null,
    doing: isEnding ? 'Hanging up…' : isIn(call, 'transferring') ? formatTransferring(call.context) : isIn(call, 'ringing') ? 'Ringing' : 'Calling…',
    context: call.context,
  };
}

function Card({ call }: { readonly call: CardCall }) {
  const others = useOtherCalls();
  const { name, phone, line, origin, stage } = call;
  useHoldAnnounced(stage === 'connected' && call.context.heldAt !== null);
  return (
    <section
      className={css.card}
      aria-label={`Call with ${name}`}
      data-flow={call.flow}
      data-state={call.state}
      data-ringing={stage === 'ringing' || undefined}
      data-held={(stage === 'connected' && call.context.heldAt !== null) || undefined}
    >
      <Icon name={call.icon} />
      <span className={css.who}>
        <strong>{name}</strong>
        {name !== phone && <span className={css.quiet}>{phone}</span>}
        {line !== null && <span className={css.quiet}>{line}</span>}
        {origin !== null && <span className={css.origin}>{origin}</span>}
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

/** Says aloud that the other party is put on hold, or taken back. */
function useHoldAnnounced(isHeld: boolean): void {
  const before = useRef(isHeld);
  useEffect(() => {
    if (before.current !== isHeld) announce(isHeld ? 'On hold' : 'Hold ended');
    before.current = isHeld;
  }, [isHeld]);
}

/** Words for troubles with the sound, with what to do. */
const troubleWords: Readonly<Record<Trouble, string>> = {
  microphone: 'Your microphone is gone. Connect one, and the call goes on with it',
  connection: 'Poor connection. Words may be lost',
  silent: 'Nothing comes from your microphone. Check that it isn’t turned off',
};

/** Progress of the call, in words; an error comes before all else. */
function Progress({ call: { flow, stage, doing, context } }: { readonly call: CardCall }) {
  const { error, ending, transferredTo, isSignalling, isMuted, heldAt, troubles, connectedAt } = context;
  // A microphone that is muted here is silent, and music has its own pauses.
  const trouble = troubles.find((each) => each !== 'silent' || (!isMuted && heldAt === null));
  if (stage === 'ringing')
    return error === null ? (
      'Ringing'
    ) : (
      <span className={css.trouble} role="alert">
        {error.message}
      </span>
    );
  // A call that goes out takes its time: how far it has come is read.
  if (stage === 'waiting' && flow === 'inAppCallOutgoing') return <span role="status">{doing}</span>;
  if (stage === 'waiting' || stage === 'busy') return <Spinner label={doing} />;
  if (stage === 'connected')
    return (
      <>
        <Talk context={context} />
        {heldAt !== null && (
          <span className={css.hold}>
            On hold <Elapsed from={heldAt} until={null} />
          </span>
        )}
        {isMuted && <span className={css.mark}>Muted</span>}
        {error !== null && (
          <span className={css.trouble} role="alert">
            {error.message}
          </span>
        )}
        <span className={css.trouble} role="status">
          {isSignalling ? trouble && troubleWords[trouble] : 'Connection to the carrier lost. You can keep talking'}
        </span>
      </>
    );
  return (
    <span role="status">
      {ending}
      {ending === 'Transferred' && transferredTo !== null && ` to ${transferredTo.name}`}
      {error !== null && `. ${error.message}`}
      {connectedAt !== null && (
        <>
          {', '}
          <Talk context={context} />
        </>
      )}
    </span>
  );
}

/** The time talked so far, or in all. */
function Talk({ context: { connectedAt, endedAt } }: { readonly context: CardCall['context'] }) {
  return <Elapsed from={connectedAt} until={endedAt} />;
}

/** Time that passed between two moments (ms since the epoch); `until` null: up to now. */
function Elapsed({ from, until }: { readonly from: number | null; readonly until: number | null }) {
  const now = useSyncExternalStore(secondClock, () => Math.floor(Date.now() / 1_000) * 1_000);
  return <time className={css.time}>{formatDuration(Math.max(0, Math.round(((until ?? now) - (from ?? now)) / 1_000)))}</time>;
}

const actions: Readonly<Record<Stage, readonly (readonly [id: string, label: string, look: 'primary' | 'plain' | 'danger'])[]>> = {
  ringing: [
    ['phone.answer', 'Answer', 'primary'],
    ['phone.decline', 'Decline', 'plain'],
    ['phone.conversation', 'Conversation', 'plain'],
  ],
  waiting: [['phone.hangUp', 'Hang up', 'danger']],
  connected: [
    ['phone.hold', 'Hold', 'plain'],
    ['phone.mute', 'Mute', 'plain'],
    ['phone.transfer', 'Transfer', 'plain'],
    ['phone.digits', 'Digits', 'plain'],
    ['phone.text', 'Text', 'plain'],
    ['phone.note', 'Note', 'plain'],
    ['phone.tag', 'Tag', 'plain'],
    ['phone.conversation', 'Conversation', 'plain'],
    ['phone.hangUp', 'Hang up', 'danger'],
  ],
  busy: [],
  ended: [
    ['phone.review', 'Review', 'plain'],
    ['phone.note', 'Note', 'plain'],
    ['phone.tag', 'Tag', 'plain'],
    ['phone.close', 'Close', 'plain'],
  ],
};

function Actions({ call: { stage, hasBegun, context } }: { readonly call: CardCall }) {
  const commands = useCommands();
  const isShown = (id: string) => (hasBegun || (id !== 'phone.note' && id !== 'phone.tag')) && (context.connectedAt !== null || id !== 'phone.review');
  return actions[stage]
    .filter(([id]) => isShown(id))
    .map(([id, label, look]) => (
      <Button key={id} look={look} keys={commands.keys(id)} onClick={() => commands.run(id)}>
        {id === 'phone.mute' && context.isMuted ? 'Unmute' : id === 'phone.hold' && context.heldAt !== null ? 'Resume' : label}
      </Button>
    ));
}
