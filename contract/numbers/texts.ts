/** Exact texts around numbers (messages.tsv), apart from `messages.ts` so that the first screen does not wait for them. */
export const numberMessages = {
  /** MSG-020 */
  numberUpdated: 'The number has been updated',
  /** MSG-011 to MSG-014 */
  customFieldTitle: 'Success',
  customFieldCreated: 'Custom field created successfully.',
  customFieldUpdated: 'Custom field updated successfully.',
  customFieldDeleted: 'Custom field deleted successfully.',
  /** MSG-021, MSG-022; the target as numbers are shown (AMB-75) */
  blocked: (target: string) => `${target} has been blocked.`,
  unblocked: (target: string) => `${target} has been unblocked.`,
} as const;
