/**
 * The microphone and the other party’s voice during a call: muted, or replaced by music while the other party is on hold. Between the two nothing is sent,
 * so that neither hears what they should not.
 */
import type { AudioProcessor } from '@twilio/voice-sdk';
import { createHoldMusic } from './holdMusic.ts';

/** A call of the carrier’s SDK, as far as it is muted. */
interface MutableCall {
  mute(isMuted: boolean): void;
  getRemoteStream(): Pick<MediaStream, 'getAudioTracks'> | undefined;
}

/** The microphones of the SDK’s device. */
interface Microphones {
  addProcessor(processor: AudioProcessor): Promise<void>;
  removeProcessor(processor: AudioProcessor): Promise<void>;
  unsetInputDevice(): Promise<void>;
}

/** The sound of one call. */
export interface Talk {
  mute(isMuted: boolean): void;
  /** Puts the other party on hold or takes them back; `musicUrl`: music of the number’s route. Rejects when the microphone can’t be switched: then nothing is sent. */
  hold(isHeld: boolean, musicUrl: string | null): Promise<void>;
  /** Gives back what a hold has taken, once the call is over. */
  finish(): void;
}

/** Sends music in place of the microphone. */
async function startMusic(microphones: Microphones, url: string | null): Promise<AudioProcessor> {
  const music = createHoldMusic(url);
  try {
    await microphones.addProcessor(music);
    return music;
  } catch (thrown) {
    await microphones.removeProcessor(music).catch(() => undefined);
    throw thrown;
  }
}

/** Returns the sound of a call. */
export function createTalk(call: MutableCall, microphones: Microphones | null): Talk {
  let isMuted = false;
  let isHeld = false;
  let isOver = false;
  let music: AudioProcessor | null = null;
  let wasHeld = false;
  let url: string | null = null;
  let switching = Promise.resolve();
  const settle = () => {
    const isSwitching = isHeld !== (music !== null);
    call.mute(isSwitching || (!isHeld && isMuted));
    for (const track of call.getRemoteStream()?.getAudioTracks() ?? []) track.enabled = !isHeld;
  };
  const switchSound = async () => {
    if (microphones === null || isOver || isHeld === (music !== null)) return;
    try {
      if (music === null) {
        wasHeld = true;
        music = await startMusic(microphones, url);
      } else {
        const stopped = music;
        music = null;
        await microphones.removeProcessor(stopped);
      }
    } finally {
      if (!isOver) settle();
    }
  };
  return {
    mute: (wanted) => {
      isMuted = wanted;
      settle();
    },
    hold: (wanted, musicUrl) => {
      isHeld = wanted;
      url = musicUrl;
      settle();
      // One after another: a key pressed twice ends where the person wants it.
      const done = switching.then(switchSound);
      switching = done.catch(() => undefined);
      return done;
    },
    finish: () => {
      isOver = true;
      if (!wasHeld || microphones === null) return;
      switching = switching
        // The SDK keeps a microphone open that it was told to use.
        .then(() => microphones.unsetInputDevice())
        .then(() => (music === null ? undefined : microphones.removeProcessor(music)))
        .catch(() => undefined);
    },
  };
}
