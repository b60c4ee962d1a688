/** Texts of billing (spec 2.4, 2.8). */
import { formatDollars } from '../core/money.ts';

/** MSG-031. */
const saved = 'Your new payment method was successfully saved. You will not be charged until your next billing cycle.';

export const billingMessages = {
  saved,
  /** MSG-032, joined by one space (AMB-73). */
  savedPastDue: `${saved} However, your account is still past due. Please contact our Customer Success Team to reactivate your account.`,
  /** MSG-028. */
  cardFailed:
    'It looks like there is an issue with processing your credit card. Please contact your card issuer using the number on the back of the card to find out why the charges have been declined. Once the issue is resolved, you can reprocess your order.',
  /** MSG-026. */
  noSubscription: 'You have accounts without a subscription. Please contact support!',
  /** Ours, before MSG-028 where the card service gave no answer and nothing had been asked of it (AMB-122). */
  noAnswer: 'Our card service did not answer. Nothing was charged.',
  /** Ours, in the same place where nobody can say whether the answer that is missing is a charge. */
  unknown: 'The card service didn’t respond. Check your invoices before you try again.',
} as const;

/** Ours, in place of MSG-031 where the new payment method paid what was overdue: that one says that nothing is charged. */
export const formatSavedAndPaid = (charged: number): string => `Your new payment method was saved. The overdue ${formatDollars(charged)} was charged to it.`;

/** MSG-060, the amount, MSG-061 (AMB-72). */
export const formatPastDueBanner = (amount: number): string =>
  `Your account has an outstanding balance of ${formatDollars(amount)}. Please update your payment info to reactivate your account.`;
