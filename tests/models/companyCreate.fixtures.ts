/** Events that can happen while a company is created. */
import type { CompanyCreation } from '#contract/companies/entities.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import { type CreationSnapshot, type InternalEvent, machine, type UserEvent } from '#machines/companyCreate/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** A creation as the server has it: the company, and nothing else yet. */
export const creation = (given: Partial<CompanyCreation> = {}): CompanyCreation => ({
  companyId: 7,
  key: 'creation-01',
  name: 'Birch Dental',
  number: null,
  plan: null,
  billing: null,
  isBillingConfigured: true,
  hasCard: false,
  prices: [
    { planId: 'starter_monthly', price: 49 },
    { planId: 'premium_monthly', price: 199 },
  ],
  ...given,
});

export const offer: Offer = {
  number: '+12125550142',
  nationalNumber: '2125550142',
  vanity: null,
  locality: 'New York',
  region: 'NY',
  category: 1,
  type: 1,
  lineType: 1,
  providerId: 1,
  smsCapable: true,
  monthlyCost: 1.15,
};

const needsCard = { planId: 'starter_monthly', state: 'needs_card', reason: 'Add a payment method first' } as const;
const declined = { planId: 'starter_monthly', state: 'missing', reason: 'The card was declined' } as const;
const started = { planId: 'starter_monthly', state: 'started', reason: null } as const;
export const numberOf = (state: 'buying' | 'bought' | 'refused' | 'missing', reason: string | null = null) => ({
  number: offer.number,
  state,
  purchaseKey: 'order-01',
  reason,
});

const cases = {
  'creation.opened': [{}],
  'detail.typed': [{ field: 'name', value: 'Birch Dental' }],
  'details.submitted': [{}],
  'creation.checked': [{}],
  'plan.chosen': [{ planId: 'starter_monthly' }],
  'plan.skipped': [{}],
  'card.requested': [{}],
  'card.skipped': [{}],
  'area.typed': [{ areaCode: '212' }],
  'numbers.searched': [{}],
  'number.chosen': [{ number: offer.number }],
  'number.skipped': [{}],
  'step.reopened': [{}],
  'creation.closed': [{}],
  'company.known': [{ companyId: 7 }],
  'creation.outdated': [{}],
  'xstate.done.actor.createCompany': [{ output: creation() }],
  'xstate.error.actor.createCompany': [{ error: refusals.noAnswer }, { error: refusals.notReadable }],
  'xstate.done.actor.findCreation': [
    { output: null },
    { output: creation() },
    { output: creation({ plan: needsCard }) },
    { output: creation({ hasCard: true, plan: started }) },
    { output: creation({ number: numberOf('bought') }) },
  ],
  'xstate.error.actor.findCreation': [{ error: refusals.noAnswer }],
  'xstate.done.actor.startPlan': [
    { output: creation({ plan: needsCard }) },
    { output: creation({ hasCard: true, plan: declined }) },
    { output: creation({ hasCard: true, plan: started }) },
  ],
  'xstate.error.actor.startPlan': [{ error: refusals.noAnswer }, { error: refusals.forbidden }],
  'xstate.done.actor.openCardPage': [{ output: { url: 'https://cards.example/page' } }],
  'xstate.error.actor.openCardPage': [{ error: refusals.unavailable }],
  'xstate.done.actor.findNumbers': [{ output: [offer] }],
  'xstate.error.actor.findNumbers': [{ error: refusals.unavailable }],
  'xstate.done.actor.orderNumber': [
    { output: creation({ number: numberOf('buying') }) },
    { output: creation({ number: numberOf('missing', 'The carrier didn’t respond. Nothing was lost. Try again.') }) },
  ],
  'xstate.error.actor.orderNumber': [{ error: refusals.noAnswer }, { error: refusals.forbidden }],
} satisfies Cases<UserEvent | InternalEvent>;

/** Companies after the first have another key: one is walked to its end. */
export const model = defineModel({
  flowId: 'companyCreate',
  machine,
  input: { key: 'creation-01', details: { name: '', timezone: 'America/Denver', defaultAreaCode: '' } },
  cases,
  sameState: ({ context }: Pick<CreationSnapshot, 'context'>) => [
    context.attempt === 1,
    context.details.name !== '',
    context.companyId,
    context.creation === null,
    context.creation?.plan?.state ?? null,
    context.creation?.number?.state ?? null,
    context.areaCode,
    context.offers.length,
    [...context.skipped].sort().join(),
    context.isOutdated,
    context.error?.status ?? null,
  ],
});
