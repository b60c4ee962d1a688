/** Calls over billing and subscription (spec 2.7). The paths say chargify, as the specification does; the vendor behind them is a setting. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createClearSchema, createListSchema, Flag, Id, Instant } from '../core/schema.ts';
import { ChangePreview, CompanyBilling, Invoice, PlanUsage, SavedBilling, YearlyUpgradeOffer } from './entities.ts';
import { subscriptionChanges } from './enums.ts';
import { newBilling } from './newBilling.ts';
import { planCodes } from './plans.ts';

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;
const manage = { ...ofCompany, access: 'subscription.manage', callsProvider: true, perMinute: 30, refusesCards: true, notWhileActing: true } as const;
const PlanCode = z.enum(planCodes);
/** The amount that was reviewed: a change that would charge another one is refused. */
const dueNow = z.optional(z.number().check(z.nonnegative()));
const reviewed = { dueNow, proratedAt: z.optional(Instant) };

export const routes = {
  get: route('GET /company/{id}/billing', {
    access: 'billing.read',
    company: 'path.id',
    params: { id: Id },
    reply: CompanyBilling,
    spec: 'CALL-107',
    summary: 'Billing of a company as the card vendor last said it, from our copy: it is there while the vendor is away',
  }),
  save: route('POST /company/{id}/billing', {
    notWhileActing: true,
    access: 'billing.manage',
    company: 'path.id',
    params: { id: Id },
    callsProvider: true,
    perMinute: 20,
    refusesCards: true,
    body: z.object({
      ...newBilling,
      clear: createClearSchema(['billingName', 'billingAddress', 'billingAddress_2', 'billingCity', 'billingState', 'billingZip', 'billingCountry']),
    }),
    reply: SavedBilling,
    spec: 'CALL-108',
    summary: 'Saves the payment method of a token, the billing address, or both; retries an overdue payment. Card data is refused',
  }),
  retry: route('POST /company/{id}/billing/retry', {
    notWhileActing: true,
    access: 'billing.manage',
    company: 'path.id',
    params: { id: Id },
    callsProvider: true,
    perMinute: 20,
    refusesCards: true,
    body: z.object({ dueNow }),
    reply: CompanyBilling,
    spec: 'CALL-109',
    summary: 'Pays the overdue invoices with the payment method of now. Twice at once is once',
  }),
  securityToken: route('GET /chargify/security-token', {
    notWhileActing: true,
    changes: true,
    access: 'billing.manage',
    company: 'header',
    callsProvider: true,
    perMinute: 30,
    reply: z.object({ token: z.string(), url: z.string() }),
    spec: 'CALL-110',
    summary: 'A token of the card vendor and the page of the vendor on which the card is entered',
  }),
  invoices: route('GET /company/{companyId}/invoices', {
    ...ofCompany,
    access: 'billing.read',
    reply: createListSchema(Invoice, z.object({ total: z.number() })),
    spec: 'CALL-111',
    summary: 'Invoices, newest first',
  }),
  invoicePdf: route('GET /company/{companyId}/invoices/{id}/pdf', {
    access: 'billing.read',
    company: 'path.companyId',
    params: { companyId: Id, id: Id },
    raw: true,
    perMinute: 60,
    spec: 'ours',
    summary: 'An invoice as a PDF',
  }),
  cancel: route('POST /company/{companyId}/subscription/cancel', {
    ...manage,
    body: z.object({}),
    reply: CompanyBilling,
    spec: 'CALL-112',
    summary: 'Cancels the subscription at the end of the paid period (FLOW-110)',
  }),
  cancelClear: route('POST /company/{companyId}/subscription/cancel/clear', {
    ...manage,
    body: z.object({}),
    reply: CompanyBilling,
    spec: 'CALL-114',
    summary: 'Clears a cancellation: the subscription goes on (FLOW-112)',
  }),
  downsell: route('POST /company/{companyId}/subscription/cancel/{planId}', {
    ...manage,
    params: { companyId: Id, planId: PlanCode },
    body: z.object({}),
    reply: CompanyBilling,
    spec: 'CALL-113',
    summary: 'Changes to a smaller plan at the end of the paid period instead of leaving (FLOW-111)',
  }),
  revert: route('POST /company/{companyId}/subscription/revert-pending-product-change', {
    ...manage,
    body: z.object({}),
    reply: CompanyBilling,
    spec: 'CALL-115',
    summary: 'Reverts a change of plan that is on its way (FLOW-113)',
  }),
  usage: route('GET /company/{companyId}/usage', {
    ...ofCompany,
    access: 'billing.read',
    reply: PlanUsage,
    spec: 'CALL-116',
    summary: 'Usage of the current period beside what the plan includes, with a forecast',
  }),
  offers: route('GET /company/{companyId}/yearly-upgrade-offers', {
    ...ofCompany,
    access: 'billing.read',
    reply: z.object({ data: z.array(YearlyUpgradeOffer) }),
    spec: 'CALL-117',
    summary: 'Yearly upgrade offers',
  }),
  updateOffer: route('PUT /company/{companyId}/yearly-upgrade-offers/{offerId}', {
    ...manage,
    params: { companyId: Id, offerId: Id },
    body: z.object({ viewed: z.optional(Flag), used: z.optional(Flag), ...reviewed }),
    reply: YearlyUpgradeOffer,
    spec: 'CALL-118',
    summary: 'Marks an offer as viewed, or uses one that was viewed: the plan becomes yearly at once (RULE-195)',
  }),
  migrate: route('POST /company/{companyId}/migrate', {
    ...manage,
    body: z.object({ identifier: PlanCode, ...reviewed }),
    reply: CompanyBilling,
    spec: 'CALL-119',
    summary: 'Moves a company from the legacy plan to the plan of a code (AMB-123)',
  }),
  upgrade: route('POST /company/{companyId}/subscription/upgrade', {
    ...manage,
    body: z.object({ planId: PlanCode, ...reviewed }),
    reply: CompanyBilling,
    spec: 'ours',
    summary: 'Changes to a larger plan of the same period at once; the difference is charged',
  }),
  start: route('POST /company/{companyId}/subscription', {
    ...manage,
    body: z.object({ planId: PlanCode, dueNow }),
    reply: CompanyBilling,
    spec: 'ours',
    summary: 'Subscribes a company that has no subscription; charged at once',
  }),
  preview: route('GET /company/{companyId}/subscription/preview', {
    ...ofCompany,
    access: 'subscription.manage',
    callsProvider: true,
    perMinute: 60,
    query: { change: z.enum(subscriptionChanges), planId: z.optional(PlanCode) },
    reply: ChangePreview,
    spec: 'ours',
    summary: 'Cost of a change of the subscription and when it is charged, as the card vendor computes it. Changes nothing',
  }),
};
