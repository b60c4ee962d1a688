/** Creating a company: each step of the flow is a command. */
import { planLabel } from '#contract/billing/plans.ts';
import { formatDollars } from '#contract/core/money.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

const base = { group: 'Company', scopes: ['companyCreate'] } as const;

const checkResumable = (context: Context): Availability =>
  context.companies.find(({ id }) => id === context.company?.id)?.isOnboardingRequired || { reason: 'Company setup is already finished' };

const listPlanOptions = async (services: Services) =>
  (await services.companyCreation.listPlans()).map(({ planId, price }) => ({
    value: planId,
    id: planId,
    title: planLabel[planId],
    icon: 'receipt',
    detail: formatDollars(price),
  }));
const listOfferOptions = async (services: Services) =>
  (await services.companyCreation.listOffers()).map(({ number, locality, monthlyCost }) => ({
    value: number,
    id: number,
    title: displayPhone(number),
    icon: 'hash',
    detail: `${locality ?? 'United States'} · ${formatDollars(monthlyCost)} per month`,
  }));
const matches =
  (query: string) =>
  ({ title }: { readonly title: string }) =>
    title.toLowerCase().includes(query.toLowerCase());

/** Commands of creating a company. */
export const companyCreationCommands: readonly Command[] = [
  command({
    id: 'companyCreate.open',
    title: 'Create company step by step',
    group: 'Company',
    keywords: ['new', 'account', 'add', 'plan', 'number'],
    icon: 'plus',
    scopes: ['workspace'],
    offline: false,
    ownOnly: true,
    quiet: true,
    run: async ({ services }) => services.companyCreation.open(),
  }),
  command({
    id: 'companyCreate.resume',
    title: 'Continue company setup',
    group: 'Company',
    keywords: ['new', 'plan', 'card', 'number', 'onboarding', 'finish'],
    icon: 'arrow-right',
    scopes: ['workspace'],
    permission: 'company.update',
    offline: false,
    ownOnly: true,
    quiet: true,
    available: checkResumable,
    run: async ({ services }) => services.companyCreation.resume(),
  }),
  flowCommand(
    { ...base, id: 'companyCreate.submit', title: 'New company: Create', icon: 'check', keywords: ['save', 'continue', 'next'], ownOnly: true, changes: true },
    'companyCreate',
    { type: 'details.submitted' },
  ),
  flowCommand(
    { ...base, id: 'companyCreate.check', title: 'New company: Check again', icon: 'refresh', keywords: ['status', 'retry', 'reload'] },
    'companyCreate',
    {
      type: 'creation.checked',
    },
  ),
  command({
    ...base,
    id: 'companyCreate.plan',
    title: 'New company: Choose plan',
    keywords: ['subscription', 'subscribe', 'price'],
    icon: 'receipt',
    offline: false,
    ownOnly: true,
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'companyCreate', 'plan.chosen'),
    args: {
      plan: arg.search({
        label: 'Plan',
        search: async (_context, services, query) => (await listPlanOptions(services)).filter(matches(query)),
        find: async (id, _context, services) => (await listPlanOptions(services)).find((option) => option.id === id)?.value ?? null,
      }),
    },
    run: async ({ args, services }) => services.companyCreation.choosePlan(args.plan),
  }),
  flowCommand({ ...base, id: 'companyCreate.skipPlan', title: 'New company: Skip plan', icon: 'arrow-right', keywords: ['later'] }, 'companyCreate', {
    type: 'plan.skipped',
  }),
  flowCommand(
    {
      ...base,
      id: 'companyCreate.card',
      title: 'New company: Enter card',
      icon: 'credit-card',
      keywords: ['payment method', 'pay'],
      ownOnly: true,
      changes: true,
    },
    'companyCreate',
    { type: 'card.requested' },
  ),
  flowCommand({ ...base, id: 'companyCreate.skipCard', title: 'New company: Skip card', icon: 'arrow-right', keywords: ['later', 'plan'] }, 'companyCreate', {
    type: 'card.skipped',
  }),
  command({
    ...base,
    id: 'companyCreate.search',
    title: 'New company: Search numbers',
    keywords: ['find', 'area code'],
    icon: 'search',
    offline: false,
    quiet: true,
    isShown: true,
    available: (context) => checkEvent(context, 'companyCreate', 'area.typed'),
    args: { area: arg.optional(arg.words('Area code', 3)) },
    run: async ({ args, services }) => services.companyCreation.searchNumbers(args.area),
  }),
  command({
    ...base,
    id: 'companyCreate.number',
    title: 'New company: Choose number',
    keywords: ['buy', 'order'],
    icon: 'hash',
    offline: false,
    ownOnly: true,
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'companyCreate', 'number.chosen'),
    args: {
      number: arg.search({
        label: 'Number',
        search: async (_context, services, query) => (await listOfferOptions(services)).filter(matches(query)),
        find: async (id, _context, services) => (await listOfferOptions(services)).find((option) => option.id === id)?.value ?? null,
      }),
    },
    run: async ({ args, services }) => services.companyCreation.chooseNumber(args.number),
  }),
  flowCommand({ ...base, id: 'companyCreate.skipNumber', title: 'New company: Skip number', icon: 'arrow-right', keywords: ['later'] }, 'companyCreate', {
    type: 'number.skipped',
  }),
  flowCommand({ ...base, id: 'companyCreate.back', title: 'New company: Previous step', icon: 'arrow-left', keywords: ['back'] }, 'companyCreate', {
    type: 'step.reopened',
  }),
  flowCommand({ ...base, id: 'companyCreate.close', title: 'New company: Close', icon: 'x', keywords: ['later', 'leave'] }, 'companyCreate', {
    type: 'creation.closed',
  }),
];
