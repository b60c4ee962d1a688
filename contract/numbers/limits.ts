/** Constants and limits of numbers and blocked callers (spec 1.9, 2.9); apart from the others, since the first screen needs none of them. */
export const numberLimits = {
  /** CONST-007, CONST-008: numbers found are kept this long; a search without a limit asks for one. */
  numberSearchMs: 300_000,
  numberSearchLimit: 1,
  /** A removed or rotated number stays with the carrier this long, so that it can be taken back. */
  numberReleaseMs: 86_400_000,
  /** A purchase is asked about after the channel was silent this long. */
  purchasePollMs: 2_000,
  /** CONST-071, CONST-072: blocked callers a page, as the pane asks for them and as the call has it by default. */
  blocksPerPage: 50,
  blocksPerPageDefault: 1_000,
  /** Callers of one pasted list. */
  blocksPasted: 1_000,
} as const;
