/** The recording at hand: of the focused item, else of the open thread. */
export interface RecordingServices {
  toggle(): void;
  /** Moves by seconds; negative goes back. */
  seek(seconds: number): void;
  /** 0.5 to 3. */
  setRate(rate: number): void;
  download(): void;
}
