/** Companies (spec 2.3). */
import * as z from 'zod/mini';
import { roles } from '../core/permissions.ts';
import { id, instant } from '../core/schema.ts';
import { AttributeValue } from '../customFields/entities.ts';
import { inAppCallingStatuses } from './enums.ts';

/** A company as lists and the switcher need it. `unreadCount` counts unread conversations the caller may read. */
export const CompanySlim = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  accent: z.string(),
  organizationId: z.nullable(id),
  organizationName: z.nullable(z.string()),
  actAs: z.enum(roles),
  unreadCount: z.number(),
  /** True when texts may have links. */
  linksEnabled: z.boolean(),
  /** True when its owners and administrators still have to set it up. */
  isOnboardingRequired: z.boolean(),
  /** True when it waits for the operator, who has to approve it before it spends anything. */
  awaitsApproval: z.boolean(),
});
export type CompanySlim = z.output<typeof CompanySlim>;

/** A company (spec 2.3). `accent` is `#rrggbb`, its colour in the app. */
export const Company = z.object({
  ...CompanySlim.shape,
  eavAttributeValues: z.array(AttributeValue),
  /** The caller’s own status; kept for calls in the app, which are not built: nothing rings by it yet. */
  inAppCallingStatus: z.enum(inAppCallingStatuses),
  branding: z.object({ accent: z.string(), logoUrl: z.nullable(z.string()) }),
  defaultAreaCode: z.nullable(z.string()),
  createdAt: instant,
});
export type Company = z.output<typeof Company>;
