/** Limits of the tenant's settings, its domain and its looks at DNS. */
export const tenantLimits = {
  name: 60,
  logoBytes: 1_000_000,
  /** Hours after which a claim that was never verified ends. */
  claimHours: 72,
  /** Days a proof outlasts its records. */
  proofDays: 7,
  /** Minutes for which all looks find a host in use elsewhere before it goes out of use. */
  elsewhereMinutes: 10,
  /** Milliseconds between two looks of an open checklist. */
  lookMs: 5_000,
} as const;
