declare module '@echogarden/espeak-ng-emscripten' {
  /** The speech synthesizer's worker, as far as the demo world and the voice of greetings use it: declared once for both. */
  export interface SpeechWorker {
    readonly samplerate: number;
    set_voice(name: string): number;
    set_rate(wordsPerMinute: number): number;
    set_pitch(pitch: number): number;
    /** Hands samples out piece by piece; null at the end. Returning true stops it. */
    synthesize(text: string, onSamples: (samples: Int16Array | null) => boolean): void;
  }
  const create: () => Promise<{ readonly eSpeakNGWorker: new () => SpeechWorker }>;
  export default create;
}
