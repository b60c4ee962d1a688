/** Companies (spec 2.3). */
import * as z from 'zod/mini';
import { planCodes } from '../billing/plans.ts';
import { roles } from '../core/permissions.ts';
import { id, instant } from '../core/schema.ts';
import { AttributeValue } from '../customFields/entities.ts';
import { accountStatuses } from '../organizations/enums.ts';
import { inAppCallingStatuses } from './enums.ts';

/** A company as lists and the switcher need it. `unreadCount` counts unread conversations the caller may read. */
export const CompanySlim = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  accent: z.string(),
  /** Its own color; null where it has that of its organization, or the product’s. */
  ownAccent: z.nullable(z.string()),
  /** Address of its logo, or of its organization’s. */
  logoUrl: z.nullable(z.string()),
  /** Companies that are not active can’t be entered; nothing is sent and no one is called for them. */
  status: z.enum(accountStatuses),
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
  /** The caller’s own status: calls ring for them in the app while it is active and the app is open. */
  inAppCallingStatus: z.enum(inAppCallingStatuses),
  /** Its own brand, or its organization’s where it has none. */
  branding: z.object({ accent: z.string(), logoUrl: z.nullable(z.string()) }),
  defaultAreaCode: z.nullable(z.string()),
  createdAt: instant,
});
export type Company = z.output<typeof Company>;

/** Number of a company that is being made. `missing`: asked for and not ordered, for a reason. */
const numberSteps = ['missing', 'buying', 'bought', 'refused'] as const;
/** Plan of a company that is being made. `needs_card`: it starts once a payment method is there. */
const planSteps = ['missing', 'needs_card', 'started'] as const;

const reason = z.nullable(z.string());

/** Progress of the creation of a company. Steps that were not asked for are null. */
export const CompanyCreation = z.object({
  companyId: id,
  key: z.string(),
  name: z.string(),
  /** `purchaseKey` names the order (CALL-046). */
  number: z.nullable(z.object({ number: z.string(), state: z.enum(numberSteps), purchaseKey: z.string(), reason })),
  plan: z.nullable(z.object({ planId: z.enum(planCodes), state: z.enum(planSteps), reason })),
  /** The billing address, or the card of a token. */
  billing: z.nullable(z.object({ isSaved: z.boolean(), reason })),
  /** False where this installation has no card vendor: no plan can be started. */
  isBillingConfigured: z.boolean(),
  hasCard: z.boolean(),
  /** Price of a period of each plan that is sold; empty until the card vendor has said them. */
  prices: z.array(z.object({ planId: z.enum(planCodes), price: z.number() })),
});
export type CompanyCreation = z.output<typeof CompanyCreation>;

/** A new company, and how the rest of its creation stands. */
export const CreatedCompany = z.object({ ...Company.shape, creation: CompanyCreation });
