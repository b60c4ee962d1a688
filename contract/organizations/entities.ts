/** Organizations (spec 2.3). */
import * as z from 'zod/mini';
import { roles } from '../core/permissions.ts';
import { AttributeValue } from '../customFields/entities.ts';
import { accountStatuses } from './enums.ts';

/** A person who administers an organization. `id` is that of the row, by which they are removed. */
export const OrganizationUser = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  email: z.string(),
  eavAttributeValues: z.array(AttributeValue),
});
export type OrganizationUser = z.output<typeof OrganizationUser>;

/** An organization (business unit). */
export const Organization = z.object({
  id: z.number(),
  name: z.string(),
  companyCount: z.number(),
  eavAttributeValues: z.array(AttributeValue),
  /** Number of accounts in each status. */
  accountStatuses: z.array(z.object({ status: z.enum(accountStatuses), count: z.number() })),
  users: z.array(OrganizationUser),
  /** True for its administrators, who alone change it. */
  isAdministered: z.boolean(),
  /** Settings that new companies of the organization begin with; a time zone of null: their creator's own. */
  settings: z.object({ timezone: z.nullable(z.string()), linksEnabled: z.boolean() }),
  /** The brand of its companies that have none of their own. */
  branding: z.object({ accent: z.nullable(z.string()), logoUrl: z.nullable(z.string()) }),
});
export type Organization = z.output<typeof Organization>;

/** A person who works in companies of an organization, or administers it (AMB-81: one of three lists of users). */
export const ReachedUser = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  companies: z.array(z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })),
  /** Row among the administrators of the organization that was asked for; null for who does not administer it. */
  organizationUserId: z.nullable(z.number()),
});
export type ReachedUser = z.output<typeof ReachedUser>;
