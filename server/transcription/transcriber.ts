/** The port for writing down what was said: recordings of calls, a channel for each side, and voicemails. */

/** Words of one speaker without a longer pause. */
interface Utterance {
  /** Of the sound, from 0. */
  readonly channel: number;
  /** Seconds since the sound began. */
  readonly start: number;
  readonly end: number;
  readonly transcript: string;
}

/** Result of a transcription. `channels`: the vendor's data on the sound as a whole, kept beside the words. */
export interface TranscriptionResult {
  readonly utterances: readonly Utterance[];
  readonly channels: Readonly<Record<string, string | number>>;
}

/** The vendor took the sound and will never write it down: asking again changes nothing. */
export class InvalidTranscriptError extends Error {}

/** Vendor that transcribes sounds; each sound is paid. */
export interface Transcriber {
  /** Writes down a sound. Rejects with `Unintelligible` for one that is none, with anything else when it is worth asking again. */
  transcribe(sound: { readonly bytes: Uint8Array; readonly contentType: string }): Promise<TranscriptionResult>;
}
