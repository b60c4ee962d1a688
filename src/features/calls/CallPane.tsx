/** One call: how it went, what was said and noted, what it was worth. Without an id of its own it follows the list of calls. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CallDetail, TranscriptSegment } from '#contract/calls.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { plainError, wordsOf } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useContactBeside, usePaneTold, useWorkspace } from '../../panes/index.ts';
import { type AudioPlayerHandle, displayPhone, EmptyState, ErrorState, IconButton, LoadingLine, PhoneText, SkeletonRows, usePhones } from '../../ui/index.ts';
import { CallCard } from './CallCard.tsx';
import { callDetail, callNotes } from './data.ts';
import { ReviewBar } from './ReviewBar.tsx';
import { useReview } from './review.ts';
import { useReading } from './Transcript.tsx';

export function CallPane({ paneId, params, isFocused }: PaneProps) {
  const workspace = useWorkspace();
  const followed = useSyncExternalStore(workspace.subscribe, () => workspace.get().followed.callId);
  const companyId = useCompanyId();
  const id = params.id === undefined ? followed : Number(params.id);
  if (companyId === null || id === null || !Number.isSafeInteger(id))
    return (
      <>
        <PaneHeader title="Call" />
        {companyId !== null && <EmptyState icon="phone">Choose a call in the list: it opens here.</EmptyState>}
      </>
    );
  return <OneCall key={`${companyId}/${id}`} paneId={paneId} companyId={companyId} id={id} isFocused={isFocused} isFollowing={params.id === undefined} />;
}

const nameOf = (call: CallDetail) => call.contact?.name || displayPhone(call.recipient);

interface CallProps {
  readonly paneId: string;
  readonly companyId: number;
  readonly id: number;
  readonly isFocused: boolean;
  readonly isFollowing: boolean;
}

function OneCall({ paneId, companyId, id, isFocused, isFollowing }: CallProps) {
  const app = useApp();
  const commands = useCommands();
  usePhones();
  const mayRead = useMay('conversations.read');
  const query = useQuery(callDetail(app, companyId, id));
  const notes = useQuery({ ...callNotes(app, companyId, id), enabled: mayRead });
  const player = useRef<AudioPlayerHandle>(null);
  const card = useRef<HTMLDivElement>(null);
  const call = query.data;
  const reading = useReading(call?.transcription ?? null);
  const review = useReview(companyId);
  const isHere = call !== undefined;
  // The call before took the keyboard with it when it went.
  useEffect(() => {
    if (isHere && isFocused && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [isHere, isFocused]);
  useContactBeside(call, isFollowing);
  const play = (segment: TranscriptSegment) => {
    player.current?.seekTo(segment.startTime);
    player.current?.play();
  };

  usePaneTold(paneId, () => ({
    scopes: review.state === 'deciding' || review.state === 'saving' ? ['review', 'call'] : ['call'],
    flows: { reviewRun: review.flow },
    call: call ? { call, notes: notes.data ?? [], segment: reading.segment } : null,
    recording: call?.media ? { itemId: call.id, isPlaying: player.current?.isPlaying() ?? false } : null,
    subject: call ? nameOf(call) : null,
    handles: {
      send: { reviewRun: review.send },
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
        if (!reading.closeFind()) return false;
        card.current?.focus();
        return true;
      },
    },
  }));

  return (
    <>
      <PaneHeader title={call ? nameOf(call) : 'Call'} detail={call?.contact && <PhoneText number={call.recipient} mono={false} />}>
        {call && <IconButton name="note" label="Write a note" keys={commands.keys('calls.addNote')} onClick={() => commands.run('calls.addNote')} />}
      </PaneHeader>
      <PaneBody>
        <ReviewBar review={review} companyId={companyId} />
        <LoadingLine active={query.isFetching} />
        {call && <CallCard ref={card} companyId={companyId} call={call} notes={notes.data ?? []} player={player} reading={reading} onPlay={play} />}
        {!call && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {plainError(query.error).status === 404 ? 'This call is not here any more, or not yours to see.' : wordsOf(plainError(query.error))}
          </ErrorState>
        )}
        {!call && !query.isError && <SkeletonRows rows={8} />}
      </PaneBody>
    </>
  );
}
