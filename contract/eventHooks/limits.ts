/** Limits of webhooks. */
export const hookLimits = {
  /** Webhooks of a company. */
  hooks: 10,
  url: 500,
  /** Days the log of deliveries goes back. */
  logDays: 30,
  deliveriesPerPage: 100,
  /** Characters of the receiver’s answer that are kept. */
  answer: 500,
  /** Days without a delivery after which a webhook is turned off. */
  failingDays: 3,
  /** Seconds to the next attempt after each that failed: about a day and a half in all. */
  retrySeconds: [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 64_800],
} as const;
