/** Invitations to a company (spec 2.3 Invite). */
import * as z from 'zod/mini';
import { roles } from '../core/permissions.ts';
import { id, instant } from '../core/schema.ts';
import { addressStates } from './enums.ts';

/** An invitation that is open or has expired; an accepted or removed one is in no list. */
export const Invite = z.object({
  id,
  email: z.string(),
  role: z.enum(roles),
  /** The organization through which the person was invited. */
  businessUnitId: z.nullable(id),
  /** Numbers the person will work; empty: all. */
  numbers: z.array(id),
  invitedBy: z.nullable(z.object({ id, name: z.string() })),
  isExpired: z.boolean(),
  /** Moment the mail server last took a mail; null before. */
  mailedAt: z.nullable(instant),
  /** Moment the person first opened the link; null before. */
  openedAt: z.nullable(instant),
  expiresAt: instant,
  createdAt: instant,
});
export type Invite = z.output<typeof Invite>;

/** A line with an address, and what is known of it before anything is sent. */
export const CheckedAddress = z.object({
  /** As it was typed. */
  line: z.string(),
  /** The address in it; null where there is none. */
  email: z.nullable(z.string()),
  state: z.enum(addressStates),
  /** The person’s name, where the caller shares a company with them. */
  name: z.nullable(z.string()),
});
export type CheckedAddress = z.output<typeof CheckedAddress>;

/** An invitation as the person with the link sees it. */
export const InviteView = z.object({
  company: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invitedBy: z.nullable(z.string()),
  expiresAt: instant,
  /** True where the invited address has an account: its password is asked for, not a new one. */
  hasAccount: z.boolean(),
});
export type InviteView = z.output<typeof InviteView>;
