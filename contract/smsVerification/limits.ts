/** Times and bounds of SMS verification. */
export const smsVerificationLimits = {
  /** CONST-097: answers of the list and of one verification stay fresh this long. */
  cacheMs: 180_000,
  /** CONST-098: the list is fetched again this long after a cancel. */
  cancelRefreshMs: 15_000,
  /** The carrier is asked this often when it sends no event. */
  pollMs: 600_000,
  /** Numbers of one campaign. */
  maxNumbers: 400,
  maxPictures: 5,
  minUseCases: 1,
  maxUseCases: 5,
  description: { min: 40, max: 4_096 },
  sample: { min: 20, max: 1_024, fewest: 2, most: 5 },
  messageFlow: { min: 40, max: 2_048 },
} as const;
