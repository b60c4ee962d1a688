/** Times of billing. */
export const billingLimits = {
  /** CONST-004: the card notice stays this long. */
  cardNoticeMs: 30_000,
  /** CONST-099: invoices are fetched again this long after a plan upgrade. */
  invoicesRefreshMs: 5_000,
  /** CONST-100: a security token is fresh this long (AMB-60). */
  securityTokenMs: 1_000,
  /** A cost that was reviewed longer ago has to be reviewed again: the unused time would be counted from then. */
  reviewMs: 3_600_000,
} as const;
