/** The named parts of creating a company: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import { type PlanCode, soldPlanCodes } from '#contract/billing/plans.ts';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { CreationContext, CreationInput, DetailField, Details, InternalEvent, UserEvent } from './events.ts';

/** The company as it is created. */
export interface NewCompany {
  key: string;
  details: Details;
}

/** Order of a later step, under the same key. `dueNow` is the price that was shown. */
export interface CreationOrder {
  creation: CompanyCreation;
  plan: { planId: PlanCode; dueNow: number } | null;
  number: Pick<Offer, 'number' | 'nationalNumber' | 'vanity'> | null;
}

/** The client's key of the creation under way. */
export const getCreationKey = ({ base, attempt }: Pick<CreationContext, 'base' | 'attempt'>): string => (attempt === 1 ? base : `${base}-${attempt}`);

/** Plans with their prices, cheapest first, as they can be chosen. */
export const listPlans = (creation: CompanyCreation | null): readonly { readonly planId: PlanCode; readonly price: number }[] =>
  [...(creation?.prices ?? [])].sort((a, b) => a.price - b.price);

const findPrice = (creation: CompanyCreation | null, planId: PlanCode | null) => creation?.prices.find((each) => each.planId === planId)?.price;

export const detailsCheck = createCheck<Pick<CreationContext, 'details'>>([
  [({ details }) => details.name.trim() === '', 'Enter the name of the company'],
  [({ details }) => details.defaultAreaCode !== '' && !/^[2-9]\d{2}$/.test(details.defaultAreaCode), 'Use an area code of 3 digits, such as 212'],
]);

/** A plan can be started here. */
export const planCheck = createCheck<Pick<CreationContext, 'creation'>>([
  [({ creation }) => creation?.isBillingConfigured === false, 'Payments aren’t set up. Skip the plan.'],
  [({ creation }) => creation?.prices.length === 0, 'Plan prices aren’t available yet. Check again, or skip the plan.'],
]);

export const areaCheck = createCheck<Pick<CreationContext, 'areaCode'>>([
  [({ areaCode }) => !/^[2-9]\d{2}$/.test(areaCode), 'Enter an area code of 3 digits, such as 212'],
]);

type Outcome = { creation: CompanyCreation | null };
const isOrdered = ({ creation }: Outcome) => creation?.number?.state === 'buying' || creation?.number?.state === 'bought';
const isStarted = ({ creation }: Outcome) => creation?.plan?.state === 'started';

/** A number can still be ordered. */
export const reorderCheck = createCheck<Pick<CreationContext, 'creation'>>([[isOrdered, 'The number is ordered. Buy further numbers in Numbers.']]);
/** A plan can still be started. */
export const replanCheck = createCheck<Pick<CreationContext, 'creation'>>([[isStarted, 'The plan is started. Change it in Billing.']]);

/** The setup of the machine. */
export const creationSetup = setup({
  types: { context: {} as CreationContext, events: {} as UserEvent | InternalEvent, input: {} as CreationInput },
  actors: {
    /** POST /companies; the same key twice is one company. Rejects with status 0 when no answer came. */
    createCompany: fromPromise<CompanyCreation, NewCompany>(rejectMissingActor),
    /** GET /companies/creation, by the company or by the key; null: there is none. */
    findCreation: fromPromise<CompanyCreation | null, { key: string; companyId: number | null }>(rejectMissingActor),
    /** POST /companies with the same key: starts the plan, orders the number. */
    continueCreation: fromPromise<CompanyCreation, CreationOrder>(rejectMissingActor),
    /** GET /chargify/security-token: the page of the card service. */
    openCardPage: fromPromise<{ url: string }, { companyId: number }>(rejectMissingActor),
    /** POST /numbers/locate. */
    findNumbers: fromPromise<readonly Offer[], { companyId: number; areaCode: string }>(rejectMissingActor),
  },
  guards: {
    hasDetails: detailsCheck.passes,
    isSold: ({ context }, params: { planId: PlanCode }) =>
      planCheck.find(context) === null && soldPlanCodes.includes(params.planId) && findPrice(context.creation, params.planId) !== undefined,
    hasAreaCode: areaCheck.passes,
    isOffered: ({ context }, params: { number: string }) => context.offers.some(({ number }) => number === params.number),
    isUnanswered: (_, params: { error: FlowError }) => [0, 408, 502, 503, 504].includes(params.error.status),
    isOutdated: ({ context }) => context.isOutdated,
    isNone: (_, params: Outcome) => params.creation === null,
    hasNumber: ({ context }, params: Outcome) => isOrdered(params) || context.skipped.includes('number'),
    hasPlan: ({ context }, params: Outcome) => isStarted(params) || context.skipped.includes('plan'),
    needsCard: (_, params: Outcome) => params.creation?.plan?.state === 'needs_card',
    isPlanOpen: replanCheck.passes,
    isNumberOpen: reorderCheck.passes,
  },
  actions: {
    /** Starts: the next company after one that was made has another key. */
    begin: assign(({ context }, params: { details: Partial<Details> | undefined }) => ({
      attempt: context.creation === null ? context.attempt : context.attempt + 1,
      details: { ...context.details, ...(context.creation === null ? {} : { name: '', defaultAreaCode: '' }), ...params.details },
      companyId: null,
      creation: null,
      planId: null,
      areaCode: '',
      offers: [],
      number: null,
      skipped: [],
      isOutdated: false,
      error: null,
    })),
    type: assign(({ context }, params: { field: DetailField; value: string }) => ({
      details: { ...context.details, [params.field]: params.value },
      error: null,
    })),
    keepCompany: assign((_, params: { companyId: number }) => ({ companyId: params.companyId, creation: null, skipped: [], error: null })),
    keepCreation: assign(({ context }, params: Outcome) =>
      params.creation === null
        ? {}
        : {
            creation: params.creation,
            companyId: params.creation.companyId,
            planId: params.creation.plan?.planId ?? context.planId,
            // A number that could not be bought is not offered again.
            offers:
              params.creation.number?.state === 'refused' ? context.offers.filter(({ number }) => number !== params.creation?.number?.number) : context.offers,
            areaCode: context.areaCode === '' ? context.details.defaultAreaCode : context.areaCode,
            error: null,
          },
    ),
    choosePlan: assign((_, params: { planId: PlanCode }) => ({ planId: params.planId, error: null })),
    typeArea: assign((_, params: { areaCode: string }) => ({ areaCode: params.areaCode, offers: [], error: null })),
    keepOffers: assign((_, params: { offers: readonly Offer[] }) => ({ offers: params.offers, error: null })),
    chooseNumber: assign((_, params: { number: string }) => ({ number: params.number, isOutdated: false, error: null })),
    noteOutdated: assign({ isOutdated: true }),
    skip: assign(({ context }, params: { step: 'plan' | 'number' }) => ({ skipped: [...new Set([...context.skipped, params.step])], error: null })),
    unskip: assign(({ context }, params: { step: 'plan' | 'number' }) => ({ skipped: context.skipped.filter((step) => step !== params.step), error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    failNotMade: assign({ error: { status: 404, code: 'not_found', message: 'The company wasn’t created. Create it again.' } satisfies FlowError }),
    calm: assign({ error: null }),
    /** Provided by the caller: the window leaves for the page of the card service. */
    goToPage: (_, _params: { url: string }) => {},
  },
});

/** Order of the plan that is chosen. */
export const toPlanOrder = ({ creation, planId }: Pick<CreationContext, 'creation' | 'planId'>): CreationOrder => {
  const dueNow = findPrice(creation, planId);
  if (creation === null || planId === null || dueNow === undefined) throw new Error('Choose a plan first');
  return { creation, plan: { planId, dueNow }, number: null };
};

/** Order of the number that is chosen. */
export const toNumberOrder = ({ creation, offers, number: chosen }: Pick<CreationContext, 'creation' | 'offers' | 'number'>): CreationOrder => {
  const offer = offers.find(({ number }) => number === chosen);
  if (creation === null || offer === undefined) throw new Error('Choose a number first');
  const { number, nationalNumber, vanity } = offer;
  return { creation, plan: null, number: { number, nationalNumber, vanity } };
};
