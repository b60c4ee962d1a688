/** Limits of API keys. */
export const apiKeyLimits = {
  /** Keys of a company. */
  keys: 20,
  name: 60,
  /** Most days a key may be good for, where it ends at all. */
  days: 3_650,
} as const;
