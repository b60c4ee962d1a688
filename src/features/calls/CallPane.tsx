/** One call: how it went, what was said and noted, what it was worth. Without an id of its own it follows the list of calls. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TranscriptSegment } from '#contract/calls/entities.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, PinMark, useRegisterPane, useRelatedRows } from '../../panes/index.ts';
import { createCallQuery } from '../../shared/people.ts';
import {
  type AudioPlayerHandle,
  EmptyState,
  ErrorState,
  formatRecipientName,
  IconButton,
  LoadingLine,
  PhoneText,
  SkeletonRows,
  usePhoneLibrary,
} from '../../ui/index.ts';
import { CallCard } from './CallCard.tsx';
import { createCallNotesQuery } from './data.ts';
import { ReviewBar } from './ReviewBar.tsx';
import { useReview } from './review.ts';
import { useTranscriptView } from './Transcript.tsx';

export function CallPane({ paneId, params, isFocused }: PaneProps) {
  const { callId } = useRelatedRows();
  const companyId = useCompanyId();
  const id = params.id === undefined ? callId : Number(params.id);
  if (companyId === null || id === null || !Number.isSafeInteger(id))
    return (
      <>
        <PaneHeader title="Call" />
        {companyId !== null && <EmptyState icon="phone">Select a call to open it here.</EmptyState>}
      </>
    );
  return <OneCall key={`${companyId}/${id}`} paneId={paneId} companyId={companyId} id={id} isFocused={isFocused} isPinned={params.id !== undefined} />;
}

interface CallProps {
  readonly paneId: string;
  readonly companyId: number;
  readonly id: number;
  readonly isFocused: boolean;
  /** It stays with this call, whatever the other panes show. */
  readonly isPinned: boolean;
}

function OneCall({ paneId, companyId, id, isFocused, isPinned }: CallProps) {
  const app = useApp();
  const commands = useCommands();
  usePhoneLibrary();
  const mayRead = useMay('conversations.read');
  const query = useQuery(createCallQuery(app, companyId, id));
  const notes = useQuery({ ...createCallNotesQuery(app, companyId, id), enabled: mayRead });
  const player = useRef<AudioPlayerHandle>(null);
  const card = useRef<HTMLDivElement>(null);
  const call = query.data;
  const reading = useTranscriptView(call?.transcription ?? null);
  const review = useReview(companyId);
  const isHere = call !== undefined;
  // The call before took the keyboard with it when it went.
  useEffect(() => {
    if (isHere && isFocused && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [isHere, isFocused]);
  const play = (segment: TranscriptSegment) => {
    player.current?.seekTo(segment.startTime);
    player.current?.play();
  };

  useRegisterPane(paneId, () => ({
    scopes: review.state === 'deciding' || review.state === 'saving' ? ['review', 'call'] : ['call'],
    flows: { reviewRun: review.flow },
    open: { call },
    context: {
      callView: call && { notes: notes.data ?? null, segments: call.transcription?.segments ?? [], segment: reading.segment },
      recording: call?.media ? { itemId: call.id, isPlaying: player.current?.isPlaying() ?? false, speed: player.current?.getSpeed() ?? 1 } : undefined,
    },
    subject: call ? formatRecipientName(call) : null,
    handles: {
      send: { reviewRun: (event) => review.entry.actor.send(event) },
      call: { moveInTranscript: reading.move, playSegment: () => reading.segment && play(reading.segment), find: reading.openFind },
      recording: {
        toggle: () => player.current?.toggle(),
        seek: (seconds) => player.current?.seekBy(seconds),
        setRate: (rate) => player.current?.setSpeed(rate),
        download: () => {
          if (call?.media) window.open(call.media.url, '_blank', 'noopener');
        },
      },
      back: () => {
        if (reading.closeFind()) {
          card.current?.focus();
          return true;
        }
        // Leaving a review shows first what came of it.
        if (!review.flow.canAccept('run.finished') || review.snapshot.context.verdicts.length === 0) return false;
        review.entry.actor.send({ type: 'run.finished' });
        return true;
      },
    },
  }));

  return (
    <>
      <PaneHeader title={call ? formatRecipientName(call) : 'Call'} detail={call?.contact && <PhoneText number={call.recipient} mono={false} />}>
        <PinMark kind="call" isBound={isPinned} />
        {call && <IconButton name="note" label="Add note" keys={commands.keys('calls.addNote')} onClick={() => commands.run('calls.addNote')} />}
      </PaneHeader>
      <PaneBody>
        <ReviewBar review={review} companyId={companyId} />
        <LoadingLine active={query.isFetching} />
        {call && <CallCard ref={card} companyId={companyId} call={call} notes={notes.data ?? []} player={player} reading={reading} onPlay={play} />}
        {!call && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {toPlainError(query.error).status === 404 ? 'Call not found, or you don’t have access.' : toPlainError(query.error).message}
          </ErrorState>
        )}
        {!call && !query.isError && <SkeletonRows rows={8} />}
      </PaneBody>
    </>
  );
}
