/** The port for speaking texts: greetings, previews. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
}
interface SynthesizedSpeech {
  readonly bytes: Uint8Array;
  readonly contentType: 'audio/wav' | 'audio/mpeg';
}
export interface Speech {
  readonly voices: readonly Voice[];
  /** Speaks a text. Rejects for a voice that is not among them, and when the voice could not be reached. */
  speak(content: string, voice: string): Promise<SynthesizedSpeech>;
}
