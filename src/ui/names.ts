/** Names of numbers and of the other party, as components show them. Apart from `phone.ts`, which the first load has. */
import type { NamedNumber, NamedRecipient } from '#contract/text/names.ts';
import { displayPhone } from './phone.ts';

/** `formatNumberName` of the contract, with foreign numbers grouped. */
export const formatNumberName = ({ label, number }: NamedNumber): string => label || displayPhone(number);

/** `formatRecipientName` of the contract, with foreign numbers grouped. */
export const formatRecipientName = ({ contact, recipient }: NamedRecipient): string => contact?.name || displayPhone(recipient);
