/** Replies of the consumer catalog: sessions, offers, numbers, profiles (spec 2.3, 2.4). */
import * as z from 'zod/mini';
import { subscriptionStates } from '../billing/enums.ts';
import { id, instant } from '../core/schema.ts';

/** A code was sent, or the session that the code has opened. */
export const CatalogSignIn = z.object({
  codeSent: z.boolean(),
  accountId: z.optional(id),
  token: z.optional(z.string()),
  iapId: z.optional(z.string()),
  plan: z.optional(z.string()),
  subscriptionStatus: z.optional(z.enum(subscriptionStates)),
});

/** A number that is held for the account until `heldUntil`. */
export const CatalogOffer = z.object({
  id,
  number: z.string(),
  locality: z.nullable(z.string()),
  region: z.nullable(z.string()),
  heldUntil: instant,
});

/** A number of the account. `ordered`: being bought; `failed`: could not be bought, `reason` says why. */
export const CatalogNumber = z.object({
  id,
  number: z.string(),
  isActive: z.boolean(),
  willBeRemovedAt: z.nullable(instant),
  state: z.enum(['ordered', 'ready', 'failed']),
  reason: z.nullable(z.string()),
});

export const CatalogProfile = z.object({
  id,
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  name: z.nullable(z.string()),
  createdAt: instant,
});

/** An invitation by text. `waiting`: not sent yet, at `sendAt` where it waits for the hours of who gets it; `unknown`: the carrier did not confirm it. */
export const CatalogInvitation = z.object({
  id,
  phoneNumber: z.string(),
  state: z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown']),
  reason: z.nullable(z.string()),
  sendAt: z.nullable(instant),
  sentAt: z.nullable(instant),
  createdAt: instant,
});

/** States of a review; others than its author see published ones alone. */
export const reviewStates = ['pending', 'published', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

const Review = z.object({
  id,
  /** First name its author went by. */
  author: z.string(),
  rating: z.number(),
  text: z.string(),
  state: z.enum(reviewStates),
  createdAt: instant,
});

/** A review as accounts read it. */
export const CatalogReview = z.object({ ...Review.shape, isOwn: z.boolean() });

/** The same for staff: `revision` says which text they have read, and `decidedBy` names who published or rejected it. */
export const StaffReview = z.object({
  ...Review.shape,
  revision: z.number(),
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(z.string()),
});
export type StaffReview = z.output<typeof StaffReview>;

/** Numbers of reviews by state. */
export const ReviewCounts = z.object({ pending: z.number(), published: z.number(), rejected: z.number() });

/** A file that support gets. */
export const CatalogFile = z.object({ id, name: z.string(), contentType: z.string(), bytes: z.number() });

/** Use of an account in the current month of UTC. */
export const CatalogUsage = z.object({
  periodStart: instant,
  periodEnd: instant,
  /** Numbers the account has now. */
  activeNumbers: z.number(),
  inactiveNumbers: z.number(),
  /** Numbers being bought. */
  orderedNumbers: z.number(),
  /** Of this month: numbers that were bought, and days of UTC on which each number was held, added up. */
  boughtNumbers: z.number(),
  numberDays: z.number(),
  /** Of this month: invitations that the carrier took. */
  sentInvitations: z.number(),
});
