/** Transcript, segment by segment: it follows the audio, is walked by keys, and finds words. */
import { type RefObject, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Transcription, TranscriptSegment } from '#contract/calls/entities.ts';
import sheet from '../../ui/Card.module.css';
import { formatDuration, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import css from './Calls.module.css';
import { findMatches, findSegmentIndex } from './segments.ts';

export interface TranscriptView {
  /** Place of the segment one is at; -1: none yet. */
  readonly current: number;
  readonly segment: TranscriptSegment | null;
  readonly playedTo: number;
  readonly query: string | null;
  readonly find: RefObject<HTMLInputElement | null>;
  move(to: 'next' | 'previous'): void;
  choose(at: number): void;
  /** Hears where the recording is. */
  follow(seconds: number): void;
  openFind(): void;
  type(words: string): void;
  /** To the next segment that has the words; null when none has. */
  next(): TranscriptSegment | null;
  /** Leaves the search; false when none is open. */
  closeFind(): boolean;
}

/** Tracks the current position in a transcript. While the recording plays, it is the position of the playback. */
export function useTranscriptView(transcription: Transcription | null): TranscriptView {
  const segments = useMemo(() => transcription?.segments ?? [], [transcription]);
  const [current, setCurrent] = useState(-1);
  const [playedTo, setPlayedTo] = useState(-1);
  const [query, setQuery] = useState<string | null>(null);
  const find = useRef<HTMLInputElement>(null);
  const choose = (at: number) => {
    if (at < 0 || at >= segments.length) return;
    setCurrent(at);
    document.getElementById(`segment-${at}`)?.scrollIntoView({ block: 'nearest' });
  };
  const matches = query === null ? [] : findMatches(segments, query);
  return {
    current,
    segment: segments[current] ?? null,
    playedTo,
    query,
    find,
    choose,
    move: (to) => choose(current < 0 ? 0 : current + (to === 'next' ? 1 : -1)),
    follow: (seconds) => {
      const at = findSegmentIndex(segments, seconds);
      if (at === playedTo) return;
      setPlayedTo(at);
      if (at >= 0) choose(at);
    },
    openFind: () => {
      // At once: the next key is already meant for it.
      flushSync(() => setQuery((before) => before ?? ''));
      find.current?.focus();
      find.current?.select();
    },
    type: setQuery,
    next: () => {
      const at = matches.find((match) => match > current) ?? matches[0];
      if (at === undefined) return null;
      choose(at);
      return segments[at] ?? null;
    },
    closeFind: () => {
      if (query === null) return false;
      setQuery(null);
      return true;
    },
  };
}

interface TranscriptProps {
  readonly transcription: Transcription;
  readonly reading: TranscriptView;
  readonly onPlay: (segment: TranscriptSegment) => void;
}

export function Transcript({ transcription, reading, onPlay }: TranscriptProps) {
  const { segments, agentTalkPercentage: agent, clientTalkPercentage: client } = transcription;
  const shares = `Agent ${Math.round(agent)}%, customer ${Math.round(client)}%`;
  return (
    <div className={sheet.block} role="group" aria-label="Transcript">
      <h3 className={sheet.heading}>Transcript · {shares}</h3>
      <div className={css.share} role="img" aria-label={`Talk time: ${shares}`}>
        <span style={{ width: `${agent}%` }} />
        <span style={{ width: `${client}%` }} />
      </div>
      {reading.query !== null && <FindBar reading={reading} count={findMatches(segments, reading.query).length} onPlay={onPlay} />}
      <ol className={css.segments}>
        {segments.map((segment, at) => (
          <li key={at} id={`segment-${at}`}>
            <button
              type="button"
              tabIndex={-1}
              className={css.segment}
              data-current={at === reading.current}
              data-heard={at === reading.playedTo}
              aria-current={at === reading.current}
              onClick={() => {
                reading.choose(at);
                onPlay(segment);
              }}
            >
              <span className={css.at}>{formatDuration(segment.startTime)}</span>
              <span className={css.speaker}>{segment.speaker === 'agent' ? 'Agent' : 'Customer'}</span>
              <span className={css.words}>
                <HighlightedText text={segment.transcript} words={reading.query ?? ''} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function FindBar({ reading, count, onPlay }: { reading: TranscriptView; count: number; onPlay: (segment: TranscriptSegment) => void }) {
  useStartsWithFocus(reading.find);
  return (
    <form
      className={css.find}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const segment = reading.next();
        if (segment) onPlay(segment);
      }}
    >
      <TextInput
        ref={reading.find}
        icon="search"
        aria-label="Find in the transcript"
        placeholder="Find in transcript"
        maxLength={100}
        value={reading.query ?? ''}
        onChange={(event) => reading.type(event.target.value)}
      />
      <span role="status" className="sr-only">
        {reading.query ? `${count} found` : ''}
      </span>
    </form>
  );
}

/** A text with the words found in it marked. */
function HighlightedText({ text, words }: { text: string; words: string }) {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return text;
  const parts: React.ReactNode[] = [];
  const low = text.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}
