/** The text one person gets, and what it takes. */
import { joinCampaignText, type MergeField, renderText, splitName } from '#contract/campaigns/message.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { countSegments } from '#contract/text/segments.ts';
import { isTollFree } from '../../destinations.ts';
import { getPrice } from './rates.ts';

/** Words of a campaign. */
export interface Words {
  readonly message: string;
  readonly unsubscribe_message: string;
  readonly fields: readonly MergeField[];
}

/** Somebody whose values stand in for merge fields. */
interface Person {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}

/** The whole text for somebody; `missing`: merge fields they have no value for. */
export function renderFor(words: Words, { name, number, email }: Person): { readonly text: string; readonly missing: readonly string[] } {
  const values = { ...splitName(name), phone: displayPhone(number), email };
  return renderText(joinCampaignText(words.message, words.unsubscribe_message), values, words.fields);
}

/** Segments of a text from a number, and its price. */
export function measure(text: string, sender: string, hasMedia: boolean): { readonly segments: number; readonly price: number } {
  const segments = Math.max(1, countSegments(text, isTollFree(sender)).count);
  return { segments, price: getPrice(segments, hasMedia) };
}
