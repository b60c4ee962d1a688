/** Troubles with the sound of a call while people talk, from what the carrier’s SDK measures each second. */
import type { SoundEvent, Trouble } from '#machines/talking.ts';

const silence = 'constant-audio-input-level';

/** A call of the carrier's SDK, as far as its sound is measured. */
interface MeasuredCall {
  on(event: 'sample' | 'warning' | 'warning-cleared', hear: (name: string) => void): unknown;
  getLocalStream(): { getAudioTracks(): readonly Pick<MediaStreamTrack, 'readyState' | 'muted'>[] } | undefined;
}

/** Tells of troubles as they come and pass, from when a call is connected until it is over. */
export function watchSound(call: MeasuredCall, tell: (event: SoundEvent) => void): void {
  const told = new Set<Trouble>();
  const say = (trouble: Trouble, isThere: boolean) => {
    if (told.has(trouble) === isThere) return;
    if (isThere) told.add(trouble);
    else told.delete(trouble);
    tell({ type: isThere ? 'trouble.came' : 'trouble.passed', trouble });
  };
  const poor = new Set<string>();
  // A person who was heard once listens now: their silence is no fault.
  let wasHeard = false;
  call.on('sample', () => {
    const track = call.getLocalStream()?.getAudioTracks()[0];
    say('microphone', track === undefined || track.readyState === 'ended' || track.muted);
  });
  call.on('warning', (name: string) => {
    if (name === silence) return say('silent', !wasHeard);
    poor.add(name);
    say('connection', true);
  });
  call.on('warning-cleared', (name: string) => {
    if (name === silence) {
      wasHeard = true;
      return say('silent', false);
    }
    poor.delete(name);
    say('connection', poor.size > 0);
  });
}
