import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import styles from './AudioPlayer.module.css';
import { Button, IconButton } from './Button.tsx';
import { loadPeaks } from './peaks.ts';
import { formatDuration as written } from './time.ts';
import type { KeySource } from './useKeys.ts';

const bars = 128;
const speeds = [1, 1.25, 1.5, 2, 0.75];

/** Methods of a player that commands use. Seconds throughout; speed is a factor. */
export type AudioPlayerHandle = {
  toggle: () => void;
  play: () => void;
  pause: () => void;
  seekTo: (seconds: number) => void;
  seekBy: (seconds: number) => void;
  setSpeed: (factor: number) => void;
  /** The next of 1, 1.25, 1.5, 2, 0.75. */
  nextSpeed: () => void;
  isPlaying: () => boolean;
  getSpeed: () => number;
};

export type AudioPlayerProps = {
  src: string;
  /** Description of the recording, for screen readers: "Call with Dana Whitfield". */
  label: string;
  /** Seconds, as the server knows them; the file's own length takes over once it is loaded. */
  seconds: number;
  /** Loudness 0–1 to draw; decoded from the file when absent. */
  peaks?: readonly number[];
  keys?: { toggle?: KeySource; speed?: KeySource };
  /** Hears where it is, in seconds, while it plays and when somebody moves it. */
  onTime?: ((seconds: number) => void) | undefined;
  ref?: Ref<AudioPlayerHandle>;
};

function usePeaks(src: string, given: readonly number[] | undefined): readonly number[] {
  const [decoded, setDecoded] = useState<readonly number[]>([]);
  useEffect(() => {
    if (given) return;
    let gone = false;
    loadPeaks(src, bars).then(
      (peaks) => gone || setDecoded(peaks),
      () => gone || setDecoded([]), // a plain line is drawn; playing says what is wrong
    );
    return () => {
      gone = true;
    };
  }, [src, given]);
  return given ?? decoded;
}

/** The outline of all bars as one path, in a box of 4 × bars by 24. */
function createBarsPath(peaks: readonly number[]): string {
  return Array.from({ length: bars }, (_, at) => {
    const height = 2 + 20 * (peaks[Math.floor((at / bars) * peaks.length)] ?? 0);
    return `M${at * 4 + 1} ${12 - height / 2}v${height}`;
  }).join('');
}

/** The state of the audio element, its handlers, and what commands do with it. `seconds`: the length until the file is loaded. */
function usePlayer(src: string, seconds: number) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [position, setPosition] = useState(0);
  const [length, setLength] = useState(seconds);
  const [speed, setSpeed] = useState(1);

  const handle = useMemo<AudioPlayerHandle>(() => {
    const play = () => {
      audio.current?.play().catch((reason: unknown) => setFailed(!(reason instanceof DOMException && reason.name === 'AbortError')));
    };
    const isPlaying = () => audio.current?.paused === false;
    const pause = () => audio.current?.pause();
    const seekTo = (to: number) => {
      const player = audio.current;
      if (!player) return;
      player.currentTime = Math.min(Math.max(0, to), Number.isFinite(player.duration) ? player.duration : seconds);
      setPosition(player.currentTime);
    };
    const change = (factor: number) => {
      if (audio.current) audio.current.playbackRate = factor;
      setSpeed(factor);
    };
    const nextSpeed = () => change(speeds[(speeds.indexOf(audio.current?.playbackRate ?? 1) + 1) % speeds.length] ?? 1);
    const seekBy = (by: number) => seekTo((audio.current?.currentTime ?? 0) + by);
    const getSpeed = () => audio.current?.playbackRate ?? 1;
    return { play, pause, toggle: () => (isPlaying() ? pause() : play()), seekTo, seekBy, setSpeed: change, getSpeed, nextSpeed, isPlaying };
  }, [seconds]);

  const element = {
    ref: audio,
    src,
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onError: () => setFailed(true),
    onTimeUpdate: () => setPosition(audio.current?.currentTime ?? 0),
    onLoadedMetadata: () => {
      if (!audio.current) return;
      audio.current.playbackRate = speed;
      if (Number.isFinite(audio.current.duration)) setLength(audio.current.duration);
      setFailed(false);
    },
  };
  return { element, handle, playing, failed, position, length, speed };
}

/** A recording: waveform, seeking, speed. The waveform is a native slider, so arrow keys work when it has focus. */
export function AudioPlayer({ src, label, seconds, peaks: given, keys = {}, onTime, ref }: AudioPlayerProps) {
  const { element, handle, playing, failed, position, length, speed } = usePlayer(src, seconds);
  useEffect(() => {
    if (playing || position > 0) onTime?.(position);
  }, [onTime, playing, position]);
  const peaks = usePeaks(src, given);
  const path = useMemo(() => createBarsPath(peaks), [peaks]);
  useImperativeHandle(ref, () => handle, [handle]);
  const done = length > 0 ? Math.min(1, position / length) : 0;
  return (
    <div className={styles.player} data-playing={playing}>
      <audio {...element} preload="none" />
      <IconButton name={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} keys={keys.toggle} onClick={handle.toggle} />
      <span className={styles.wave}>
        <svg viewBox={`0 0 ${bars * 4} 24`} preserveAspectRatio="none" aria-hidden>
          <path d={path} className={styles.ahead} />
          <path d={path} className={styles.behind} style={{ clipPath: `inset(0 ${100 - done * 100}% 0 0)` }} />
        </svg>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={`${written(position)} of ${written(length)}`}
          min={0}
          max={Math.max(1, length)}
          step={1}
          value={position}
          onChange={(event) => handle.seekTo(Number(event.target.value))}
        />
      </span>
      <span className={styles.time} role={failed ? 'alert' : undefined}>
        {failed ? 'This recording cannot be played' : playing || position > 0 ? `${written(position)} / ${written(length)}` : written(length)}
      </span>
      <Button look="quiet" keys={keys.speed} aria-label={`Speed ${speed}`} onClick={handle.nextSpeed}>
        {speed}×
      </Button>
    </div>
  );
}
