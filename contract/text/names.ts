/** Names of numbers and of the other party. Apart from `phone.ts`, which the app’s first load has; `src/ui/names.ts` groups foreign numbers, too. */
import { displayPhone } from './phone.ts';

/** A number of ours, as far as it is named. */
export interface NamedNumber {
  readonly label: string | null;
  readonly number: string;
}

/** The other party of a conversation, call or text, as far as they are named. */
export interface NamedRecipient {
  readonly contact: { readonly name: string } | null;
  readonly recipient: string;
}

/** Name of a number of ours: its label, else the number as it is shown. */
export const formatNumberName = ({ label, number }: NamedNumber): string => label || displayPhone(number);

/** Name of the other party: that of their contact, else their phone as it is shown. */
export const formatRecipientName = ({ contact, recipient }: NamedRecipient): string => contact?.name || displayPhone(recipient);
