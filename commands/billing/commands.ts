/** Billing (spec 2.3, 2.4): the payment method, the subscription, invoices. Each change says what it costs before it is made. */
import type { Invoice } from '#contract/billing/entities.ts';
import { getPlanRank, listDownsells, listUpgrades, type PlanCode, planLabel, soldPlanCodes } from '#contract/billing/plans.ts';
import { formatDollars } from '#contract/core/money.ts';
import type { UserEvent as PaymentMethodEvent } from '#machines/paymentMethod/index.ts';
import type { UserEvent as SubscriptionEvent } from '#machines/subscription/index.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import { getRows } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { reviewCancel, reviewKeep, reviewPlan, reviewRetry, reviewRevert, reviewYearly } from './reviews.ts';

const base = { group: 'Billing', scopes: ['billing'] } as const;
const change = { ...base, permission: 'subscription.manage', ownOnly: true } as const;
const manage = { ...base, permission: 'billing.manage', ownOnly: true } as const;

const checkSubscription = (type: SubscriptionEvent['type']) => (context: Context) => checkEvent(context, 'subscription', type);
const checkPayment = (type: PaymentMethodEvent['type']) => (context: Context) => checkEvent(context, 'paymentMethod', type);

const getInvoice = (context: Context): Invoice => {
  const invoice = getRows(context, 'invoice')?.rows[0];
  if (!invoice) throw new Error('Select an invoice first');
  return invoice;
};

/** Asks for a plan, with its price; `only` says why another can't be chosen. */
const createPlanArg = (list: (current: PlanCode | null) => readonly PlanCode[]) => {
  const search = async (services: Services) => {
    const { prices, subscription } = await services.billing.get();
    return list(subscription.planId).map((planId) => {
      const price = prices.find((each) => each.planId === planId)?.price;
      const detail = price === undefined ? 'Not offered' : formatDollars(price);
      return { value: planId, id: planId, title: planLabel[planId], icon: 'receipt', detail };
    });
  };
  return arg.search<PlanCode>({
    label: 'Plan',
    search: async (_context, services, query) => (await search(services)).filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
    find: async (id, _context, services) => (await search(services)).find((option) => option.id === id)?.value ?? null,
  });
};

const listSold = (): readonly PlanCode[] => [...soldPlanCodes].sort((a, b) => getPlanRank(a) - getPlanRank(b));

const paymentCommands: readonly Command[] = [
  command({
    ...manage,
    id: 'billing.updateCard',
    title: 'Update payment method',
    keywords: ['card', 'credit card', 'pay', 'add card', 'billing info'],
    icon: 'credit-card',
    quiet: true,
    changes: true,
    available: checkPayment('card.requested'),
    run: async ({ services }) => services.billing.enterCard(),
  }),
  command({
    ...manage,
    id: 'billing.retryPayment',
    title: 'Retry payment',
    keywords: ['pay', 'overdue', 'past due', 'invoice', 'outstanding'],
    icon: 'refresh',
    available: checkPayment('payment.retried'),
    review: ({ services }) => reviewRetry(services),
    run: async ({ services }) => services.billing.retryPayment(),
  }),
  command({
    ...manage,
    id: 'billing.address',
    title: 'Edit billing address',
    keywords: ['invoice address', 'name', 'street', 'zip'],
    icon: 'pencil',
    args: {
      name: arg.optional(arg.words('Name', 100)),
      street: arg.optional(arg.words('Address', 200)),
      more: arg.optional(arg.words('Address line 2', 200)),
      city: arg.optional(arg.words('City', 100)),
      state: arg.optional(arg.words('State', 50)),
      zip: arg.optional(arg.words('ZIP code', 20)),
      country: arg.optional(arg.words('Country (two letters)', 2)),
    },
    run: async ({ args: { name, street, more, city, state, zip, country }, services }) =>
      services.billing.saveAddress({
        ...(name === undefined ? {} : { billingName: name }),
        ...(street === undefined ? {} : { billingAddress: street }),
        // A new street without a second line has none.
        ...(more !== undefined ? { billingAddress_2: more } : street === undefined ? {} : { clear: ['billingAddress_2'] }),
        ...(city === undefined ? {} : { billingCity: city }),
        ...(state === undefined ? {} : { billingState: state }),
        ...(zip === undefined ? {} : { billingZip: zip }),
        ...(country === undefined ? {} : { billingCountry: country }),
      }),
  }),
  command({
    ...base,
    permission: 'billing.read',
    rows: { kind: 'invoice', max: 1 },
    id: 'billing.download',
    title: 'Download invoice',
    keywords: ['PDF', 'receipt', 'bill'],
    icon: 'download',
    quiet: true,
    run: async ({ context, services }) => services.billing.download(getInvoice(context)),
  }),
];

const subscriptionCommands: readonly Command[] = [
  command({
    ...change,
    id: 'billing.start',
    title: 'Start subscription',
    keywords: ['subscribe', 'plan', 'buy'],
    icon: 'circle-check',
    available: checkSubscription('subscription.started'),
    args: { plan: createPlanArg(listSold) },
    review: ({ args, services }) => reviewPlan(services, 'start', args.plan),
    run: async ({ args, services }) => services.billing.change({ type: 'subscription.started', planId: args.plan }),
  }),
  command({
    ...change,
    id: 'billing.cancel',
    title: 'Cancel subscription',
    keywords: ['end', 'leave', 'stop paying'],
    icon: 'ban',
    available: checkSubscription('subscription.canceled'),
    review: ({ services }) => reviewCancel(services),
    run: async ({ services }) => services.billing.change({ type: 'subscription.canceled' }),
  }),
  command({
    ...change,
    id: 'billing.keep',
    title: 'Keep subscription',
    keywords: ['clear cancellation', 'resume', 'retry', 'undo cancel'],
    icon: 'circle-check',
    available: checkSubscription('subscription.retried'),
    review: ({ services }) => reviewKeep(services),
    run: async ({ services }) => services.billing.change({ type: 'subscription.retried' }),
  }),
  command({
    ...change,
    id: 'billing.upgrade',
    title: 'Change to larger plan',
    keywords: ['upgrade', 'more numbers', 'more users', 'plan', 'limit'],
    icon: 'arrow-up',
    available: checkSubscription('subscription.upgraded'),
    args: { plan: createPlanArg((current) => (current === null ? [] : listUpgrades(current))) },
    review: ({ args, services }) => reviewPlan(services, 'upgrade', args.plan),
    run: async ({ args, services }) => services.billing.change({ type: 'subscription.upgraded', planId: args.plan }),
  }),
  command({
    ...change,
    id: 'billing.downsell',
    title: 'Change to smaller plan',
    keywords: ['downgrade', 'downsell', 'cheaper', 'plan'],
    icon: 'arrow-down',
    available: checkSubscription('subscription.downsold'),
    args: { plan: createPlanArg((current) => (current === null ? [] : listDownsells(current))) },
    review: ({ args, services }) => reviewPlan(services, 'downsell', args.plan),
    run: async ({ args, services }) => services.billing.change({ type: 'subscription.downsold', planId: args.plan }),
  }),
  command({
    ...change,
    id: 'billing.revert',
    title: 'Revert plan change',
    keywords: ['pending', 'undo', 'stay', 'downgrade'],
    icon: 'undo',
    available: checkSubscription('change.reverted'),
    review: ({ services }) => reviewRevert(services),
    run: async ({ services }) => services.billing.change({ type: 'change.reverted' }),
  }),
  command({
    ...change,
    id: 'billing.yearly',
    title: 'Change to yearly plan',
    keywords: ['annual', 'offer', 'upgrade', 'save'],
    icon: 'calendar',
    available: checkSubscription('offer.used'),
    review: ({ services }) => reviewYearly(services),
    run: async ({ services }) => services.billing.change({ type: 'offer.used', offerId: (await services.billing.viewOffer()).id }),
  }),
  command({
    ...change,
    id: 'billing.migrate',
    title: 'Migrate from legacy plan',
    keywords: ['unlimited legacy', 'upgrade', 'plan'],
    icon: 'arrow-right',
    available: checkSubscription('company.migrated'),
    args: { plan: createPlanArg(listSold) },
    review: ({ args, services }) => reviewPlan(services, 'migrate', args.plan),
    run: async ({ args, services }) => services.billing.change({ type: 'company.migrated', planId: args.plan }),
  }),
];

/** Commands over billing. */
export const billingCommands: readonly Command[] = [...paymentCommands, ...subscriptionCommands];
