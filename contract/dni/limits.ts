/** Limits and times of dynamic numbers (AMB-120). */
export const dniLimits = {
  pools: 100,
  numbers: 200,
  name: 100,
  origins: 20,
  targets: 20,
  /** Minutes of silence after which a visitor session is over. */
  sessionMinutes: { initial: 30, min: 5, max: 240 },
  /** Minutes a number stays with a visitor after the last beat: more than two beats, so that one that is lost costs nobody their number. */
  holdMinutes: { initial: 20, min: 3, max: 240 },
  /** Seconds between two beats of a page that is seen. */
  beatSeconds: 60,
  /** Pages of a session that are written down. */
  pagesOfSession: 500,
  /** Bytes of a request of the script. */
  requestBytes: 2_048,
  /** Days of sessions by which sizes of a pool are compared. */
  sizeDays: 30,
  /** Sessions the feed shows. */
  feed: 100,
  /** Reports that are listed. */
  reports: 100,
} as const;
