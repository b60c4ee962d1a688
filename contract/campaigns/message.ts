/**
 * Text of a campaign (spec 1.3, 1.5): its merge fields, its length by the specification's rules, and what one person gets. Pure; the editor and the server
 * read a text alike. Merge fields are data: nothing in a text is ever run as a template.
 */
import { limits } from '../core/limits.ts';
import { messages } from '../core/messages.ts';

/** A merge field as a campaign has it (ENT-120 to ENT-123). `fallback` is ours: what stands where a person has no value; '' where nothing does. */
export interface MergeField {
  readonly label: string;
  readonly token: string;
  readonly length: number;
  readonly enabled: boolean;
  readonly fallback: string;
}

/** Merge fields by what they are of a contact: token and label (RULE-104; MSG-081 to MSG-084). */
export const mergeFields = {
  firstName: { token: '%%firstname%%', label: 'First Name' },
  lastName: { token: '%%lastname%%', label: 'Last Name' },
  phone: { token: '%%phone%%', label: 'Phone' },
  email: { token: '%%email%%', label: 'Email' },
} as const;

/** Name of a merge field. */
type MergeName = keyof typeof mergeFields;

/** Values of one person for the merge fields. */
type MergeValues = { readonly [N in MergeName]: string };

/** MSG-063: the unsubscribe text of a new campaign. */
export const defaultUnsubscribeText = 'Reply STOP to stop';

/** CONST-054: the four merge fields of a new campaign, each enabled. */
export const defaultMergeFields: readonly MergeField[] = Object.values(mergeFields).map(({ token, label }) => ({
  label,
  token,
  length: limits.mergeFieldCharacters,
  enabled: true,
  fallback: '',
}));

/** Characters of a fallback. */
export const maxFallback = 40;

const tokenPattern = /%%([a-z0-9_]{1,30})%%/gi;
const isToken = (token: string, { token: known }: { readonly token: string }) => token.toLowerCase() === known;

/** Tokens of a text in order, lower-cased, each once. */
export const listTokens = (text: string): readonly string[] => [...new Set([...text.matchAll(tokenPattern)].map(([token]) => token.toLowerCase()))];

/** Tokens of a text that are no merge field of the campaign, or one that is turned off: nothing could stand in their place. */
export const findUnknownTokens = (text: string, fields: readonly MergeField[]): readonly string[] =>
  listTokens(text).filter((token) => !fields.some((field) => field.enabled && isToken(token, field)));

/** Characters of a text by the specification: each merge field counts as 10 (RULE-102, AMB-13). */
export function countCharacters(text: string): number {
  const known = Object.values(mergeFields);
  return text.replace(tokenPattern, (token) => (known.some((field) => isToken(token, field)) ? '0'.repeat(limits.mergeFieldCharacters) : token)).length;
}

/** Characters of a campaign: message and unsubscribe text, nothing between them counted (AMB-12). */
export const countCampaignCharacters = (message: string, unsubscribeMessage: string): number => countCharacters(message) + countCharacters(unsubscribeMessage);

/** MSG-001 or MSG-002 for a text that is too long (RULE-100, RULE-101); null for one that is not. */
export function findLengthError(message: string, unsubscribeMessage: string, hasMedia: boolean): string | null {
  const limit = hasMedia ? limits.mmsCharacters : limits.smsCharacters;
  if (countCampaignCharacters(message, unsubscribeMessage) <= limit) return null;
  return hasMedia ? messages.mmsTooLong : messages.smsTooLong;
}

/** The whole text of a campaign, as it travels: the unsubscribe text stands on a line of its own. */
export const joinCampaignText = (message: string, unsubscribeMessage: string): string => [message, unsubscribeMessage].filter((part) => part !== '').join('\n');

/** First and last name of a contact: its first word, and the rest. */
export function splitName(name: string): Pick<MergeValues, 'firstName' | 'lastName'> {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** A text with a person's values in place of its merge fields, the field's fallback where there is none. `missing`: the tokens for which there was neither. */
export function renderText(text: string, values: MergeValues, fields: readonly MergeField[]): { readonly text: string; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const rendered = text.replace(tokenPattern, (token) => {
    const name = (Object.keys(mergeFields) as MergeName[]).find((each) => isToken(token, mergeFields[each]));
    const field = fields.find((each) => each.enabled && isToken(token, each));
    if (name === undefined || field === undefined) return token;
    const value = values[name].trim() || field.fallback.trim();
    if (value === '') missing.add(field.token);
    return value;
  });
  return { text: rendered, missing: [...missing] };
}
