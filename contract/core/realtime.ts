/** Realtime channels and what travels on them. Payloads carry ids and positions, never bodies (SAFETY.md, Realtime). */
import * as z from 'zod/mini';

/** The private channel of a company. */
export const getCompanyChannel = (companyId: number) => `private-company-${companyId}`;

/** The private channel of a company for members limited to some numbers: says that changes wait, without ids; GET /companies/{companyId}/changes gives them theirs. */
export const getLimitedChannel = (companyId: number) => `private-company-limited-${companyId}`;

/** The private channel of a person: their sessions, layouts, notices. */
export const getUserChannel = (userId: number) => `private-user-${userId}`;

/** Channel names are matched by exact grammar. */
export const channelGrammar = /^private-(company|company-limited|user|account)-([1-9]\d{0,15})$/;

const id = z.number();

/**
 * One change in a company. `seq` grows by one with each change of the company, in commit order: a gap means something was missed and is
 * fetched by `GET /companies/{companyId}/changes?after=`. The kinds stand in the faces of the areas (`contract/changes.ts`).
 */
export const Change = z.object({
  seq: z.number(),
  companyId: id,
  kind: z.string().check(z.regex(/^[a-z]+(-[a-z]+)+$/)),
  /** The changed row: a conversation, an item, a contact, a number. */
  id: z.optional(id),
  conversationId: z.optional(id),
  /** The person who caused it; absent when the world did. Lets a writer see that somebody else answered. */
  actorId: z.optional(id),
  /** The sender's own id of a message, so that the sender knows the item as theirs. */
  clientId: z.optional(z.string()),
  /** `purchase-updated` alone: the client's key of the purchase. */
  key: z.optional(z.string()),
  /** `batch-progress` alone. */
  batch: z.optional(z.object({ id: z.string(), progress: z.number(), finishedAt: z.nullable(z.string()) })),
});
export type Change = z.output<typeof Change>;

/**
 * Events of a person's channel. `login-event`: a login event (spec) that another window causes; on `logout` the session of `sessionId` is over, on
 * `password_changed` it is the one that changed it. `membership-changed`: a company was lost or won, or can be entered no more or again.
 * `organization-changed`: an organization the person administers. `notification-counts`: the person muted or unmuted numbers of the company.
 */
export const UserEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('login-event'), event: z.enum(['logout', 'success', 'failed', 'password_changed']), sessionId: z.optional(z.string()) }),
  z.object({ kind: z.literal('membership-changed'), companyId: z.optional(id) }),
  z.object({ kind: z.literal('organization-changed'), organizationId: id }),
  z.object({ kind: z.literal('notification-counts'), companyId: id }),
]);
export type UserEvent = z.output<typeof UserEvent>;

/** Event names on the socket. Changes of one commit travel together, as a list. */
export const events = { changes: 'changes', user: 'user' } as const;

export const ChangesEvent = z.object({ changes: z.array(Change) });
