/** Enumerations of conversations and their items (enums.tsv). */

/** Types of items in a thread; the kinds of ENUM-159…162 in the singular, and internal notes. */
export const itemTypes = ['call', 'message', 'voicemail', 'fax', 'note'] as const;
export type ItemType = (typeof itemTypes)[number];

/** ENUM-159…162: how the spec names the kinds of conversations in filters. */
export const conversationKinds = ['calls', 'messages', 'voicemail', 'fax'] as const;
export type ConversationKind = (typeof conversationKinds)[number];

/** ENUM-163, ENUM-164. */
export const readTypes = ['read', 'unread'] as const;

/** Actions of a bulk call on conversations. */
export const conversationActions = ['read', 'unread', 'archive', 'restore'] as const;
export type ConversationAction = (typeof conversationActions)[number];
