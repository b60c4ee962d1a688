/** Words callers say after the tone, as WAV files; each text is spoken once, until it is long forgotten. */
import type { Speaker } from '../world/speech.ts';
import { trim } from './ledger.ts';

/** Words as sound: a WAV file, and how long it is. */
interface Speech {
  readonly wav: Uint8Array;
  readonly seconds: number;
}

const maxTexts = 500;

/** Speaks texts; the synthesizer is loaded with the first. */
export function createSpeech(): (words: string) => Promise<Speech> {
  let speaker: Promise<Speaker> | null = null;
  const known = new Map<string, Speech>();
  let voices = 0;
  return async (words) => {
    const before = known.get(words);
    if (before) return before;
    speaker ??= import('../world/speech.ts').then(({ createSpeaker }) => createSpeaker());
    const { wav, spokenSeconds } = await speaker;
    const voice = voices++;
    const draft = { key: 'voicemail', turns: [words], seconds: 0 };
    const seconds = Math.ceil(spokenSeconds(draft, voice));
    const spoken = { wav: wav({ ...draft, seconds }, voice), seconds };
    known.set(words, spoken);
    trim(known, maxTexts);
    return spoken;
  };
}
