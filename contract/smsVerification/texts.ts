/** Texts of SMS verification (spec 2.8). */
export const smsVerificationMessages = {
  /** MSG-045. */
  submitted: 'Your SMS Verification has been submitted successfully.',
  /** MSG-046. */
  canceled: 'Your request to cancel this campaign has been received. It can take a few minutes to be processed.',
  /** MSG-047, ours (AMB-70). */
  numbersAdded: 'Numbers were successfully added to the campaign.',
  /** MSG-048, ours (AMB-70). */
  numbersRemoved: 'Numbers were successfully removed from the campaign.',
} as const;
