/** The one sound that is heard at a time: a greeting of the list, or the words of the form. */
import { registerStore } from '../../store/sessionStores.ts';
import { createStore, useStore } from '../../store/store.ts';

let audio: HTMLAudioElement | null = null;
const playingStore = createStore<number | 'draft' | null>(null);

/** Stops what is heard. */
export function stopAudio(): void {
  audio?.pause();
  audio = null;
  playingStore.set(null);
}

registerStore('greeting heard', stopAudio);

/** Plays a sound; resolves when it has begun. Rejects in words when it cannot be played. */
export async function playAudio(what: number | 'draft', src: string): Promise<void> {
  stopAudio();
  const made = new Audio(src);
  audio = made;
  made.addEventListener('ended', () => audio === made && stopAudio());
  try {
    await made.play();
  } catch (thrown) {
    if (audio === made) stopAudio();
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return;
    throw new Error('This browser can’t play this audio');
  }
  playingStore.set(what);
}

/** Which greeting is heard now. */
export const playingId = playingStore.get;
export const usePlaying = (): number | 'draft' | null => useStore(playingStore);
