/** What callers say after the tone, as WAV files; each text is spoken once. */
import type { Speaker } from '../world/speech.ts';

export interface Spoken {
  readonly wav: Uint8Array;
  readonly seconds: number;
}

/** Speaks texts; the synthesizer is loaded with the first. */
export function createSpeech(): (words: string) => Promise<Spoken> {
  let speaker: Promise<Speaker> | null = null;
  const known = new Map<string, Spoken>();
  return async (words) => {
    const before = known.get(words);
    if (before) return before;
    speaker ??= import('../world/speech.ts').then(({ createSpeaker }) => createSpeaker());
    const { wav, spokenSeconds } = await speaker;
    const voice = known.size;
    const draft = { key: 'voicemail', turns: [words], seconds: 0 };
    const seconds = Math.ceil(spokenSeconds(draft, voice));
    const spoken = { wav: wav({ ...draft, seconds }, voice), seconds };
    known.set(words, spoken);
    return spoken;
  };
}
