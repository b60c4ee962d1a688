/** The signed-in user, tokens, and companies that support staff may enter. */
import * as z from 'zod/mini';
import { CompanySlim } from '../companies/entities.ts';
import { roles } from '../core/permissions.ts';

/** The person signed in (spec 2.3 Session.currentUser), and what the app must know about the session. */
export const CurrentUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  /** Parts of the name; both empty where it is the email. */
  firstName: z.string(),
  lastName: z.string(),
  timezone: z.string(),
  supportPins: z.array(z.string()),
  readWhatsNewAt: z.nullable(z.string()),
  /** Ours: what happened before is no news to them. */
  createdAt: z.string(),
  isStaff: z.boolean(),
  hasMfa: z.boolean(),
  /** Until when the second factor counts as proved just now; null where it was not proved in this session. */
  mfaFreshUntil: z.nullable(z.string()),
  /** Set while a member of staff acts as this person (spec: isAdmin). */
  isAdmin: z.boolean(),
  impersonatedBy: z.nullable(z.object({ id: z.number(), name: z.string() })),
  sessionId: z.string(),
  iapId: z.string(),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** Tokens of the mobile flow (spec 2.3 Session.tokens); `expiresIn` in seconds. */
export const Tokens = z.object({ accessToken: z.string(), expiresIn: z.number(), refreshToken: z.string(), tokenType: z.literal('Bearer') });

/** A company as support staff find it: nobody's membership there, but the people they may act as, who may do most first (at most 50). */
export const StaffCompany = z.object({
  ...z.omit(CompanySlim, {
    actAs: true,
    unreadCount: true,
    linksEnabled: true,
    isOnboardingRequired: true,
    awaitsApproval: true,
    ownAccent: true,
    logoUrl: true,
  }).shape,
  people: z.array(z.object({ id: z.number(), name: z.string(), email: z.string(), role: z.enum(roles) })),
});
export type StaffCompany = z.output<typeof StaffCompany>;
