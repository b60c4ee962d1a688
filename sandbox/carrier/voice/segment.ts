/** A part of a recorded conversation. */

/** Channel 0 is the caller, 1 who answered. Seconds since the beginning. */
export interface Segment {
  readonly channel: 0 | 1;
  readonly transcript: string;
  readonly startTime: number;
  readonly endTime: number;
}
