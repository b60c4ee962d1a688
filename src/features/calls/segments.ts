/** Finding a place in a transcript. Pure. */
import type { TranscriptSegment } from '#contract/calls/entities.ts';

/** The segment that is heard at a time: the last one that has begun; -1 before the first. */
export function findSegmentIndex(segments: readonly TranscriptSegment[], seconds: number): number {
  return segments.findLastIndex(({ startTime }) => startTime <= seconds + 0.05);
}

/** Places of the segments that have these words in a row; none for a blank. */
export function findMatches(segments: readonly TranscriptSegment[], words: string): number[] {
  const wanted = words.trim().toLowerCase();
  return wanted === '' ? [] : segments.flatMap(({ transcript }, at) => (transcript.toLowerCase().includes(wanted) ? [at] : []));
}
