/** The notice of a card that was not saved or not charged (RULE-186). */
import { billingMessages } from '#contract/billing/texts.ts';
import type { FlowError } from '#machines/errors.ts';

/** Line of ours before the specification's words, which speak of the card alone; null where the answer is about the card. */
function findLine({ status, code, message }: FlowError): string | null {
  if (code === 'card_service') return billingMessages.noAnswer;
  if (code === 'card_unconfirmed') return message;
  return status === 0 || status === 408 || status >= 500 ? billingMessages.unknown : null;
}

/** Formats the notice: MSG-028, after a line of ours where it was not the card (AMB-122). */
export function formatCardNotice(error: FlowError): string {
  const line = findLine(error);
  return line === null ? billingMessages.cardFailed : `${line}\n${billingMessages.cardFailed}`;
}
