/** The one sound that is heard at a time: a greeting of the list, or the words of the form. */
import { registerStore } from '../../store/sessionStores.ts';
import { createStore, useStore } from '../../store/store.ts';

let audio: HTMLAudioElement | null = null;
const playing = createStore<number | 'draft' | null>(null);

/** Stops what is heard. */
export function stopSound(): void {
  audio?.pause();
  audio = null;
  playing.set(null);
}

registerStore('greeting heard', stopSound);

/** Plays a sound; resolves when it has begun. Rejects in words when it cannot be played. */
export async function playSound(what: number | 'draft', src: string): Promise<void> {
  stopSound();
  const made = new Audio(src);
  audio = made;
  made.addEventListener('ended', () => audio === made && stopSound());
  try {
    await made.play();
  } catch (thrown) {
    if (audio === made) stopSound();
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return;
    throw new Error('This browser can’t play this audio');
  }
  playing.set(what);
}

/** Which greeting is heard now. */
export const soundNow = playing.get;
export const usePlaying = (): number | 'draft' | null => useStore(playing);
