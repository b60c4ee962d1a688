/**
 * Creating a company (FLOW-109): its details, its plan, its card on the hosted page, its number. The company exists after the first step; the others can be
 * skipped, and are taken up again from what the server says of them. An answer that is missing is asked for, and nothing is asked for twice.
 */
import type { SnapshotFrom } from 'xstate';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import { toFlowError } from '../errors.ts';
import type { CreationContext, CreationInput, UserEvent } from './events.ts';
import { creationSetup, getCreationKey, toNumberOrder, toPlanOrder } from './setup.ts';

/** The flow's name. */
export const flowId = 'companyCreate';

const createContext = ({ input }: { input: CreationInput }): CreationContext => ({
  base: input.key,
  attempt: 1,
  details: input.details,
  companyId: null,
  creation: null,
  planId: null,
  areaCode: '',
  offers: [],
  number: null,
  skipped: [],
  isOutdated: false,
  error: null,
});

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toCreation = ({ event }: { event: { output: CompanyCreation } }) => ({ creation: event.output });
const toFound = ({ event }: { event: { output: CompanyCreation | null } }) => ({ creation: event.output });
const fail = { type: 'fail', params: toError } as const;
const keep = { type: 'keepCreation', params: toCreation } as const;
const keepFound = { type: 'keepCreation', params: toFound } as const;

const open = {
  target: '#companyCreate.details',
  actions: { type: 'begin', params: ({ event }: { event: Extract<UserEvent, { type: 'creation.opened' }> }) => ({ details: event.details }) },
} as const;
const close = { target: '#companyCreate.closed' } as const;
const resume = {
  target: '#companyCreate.looking',
  actions: { type: 'keepCompany', params: ({ event }: { event: { companyId: number } }) => ({ companyId: event.companyId }) },
} as const;
const look = { target: '#companyCreate.looking', actions: 'calm' } as const;
const outdated = { target: '#companyCreate.looking' } as const;
/** An answer that is on its way was read before: it is asked for again. */
const outdatedMeanwhile = { ...outdated, reenter: true } as const;

/** The step that a creation has come to. */
const goOn = [
  { guard: { type: 'hasNumber', params: toFound }, target: '#companyCreate.done', actions: keepFound },
  { guard: { type: 'hasPlan', params: toFound }, target: '#companyCreate.number', actions: keepFound },
  { guard: { type: 'needsCard', params: toFound }, target: '#companyCreate.card', actions: keepFound },
  { target: '#companyCreate.plan', actions: keepFound },
] as const;

const unanswered = { guard: { type: 'isUnanswered', params: toError }, target: '#companyCreate.unsure', actions: fail } as const;

/** The machine. */
export const machine = creationSetup.createMachine({
  id: 'companyCreate',
  context: createContext,
  initial: 'closed',
  states: {
    closed: { on: { 'creation.opened': open, 'company.known': resume } },
    details: {
      on: {
        'creation.opened': open,
        'detail.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'details.submitted': { guard: 'hasDetails', target: 'creating', actions: 'calm' },
        'creation.closed': close,
      },
    },
    creating: {
      invoke: {
        id: 'createCompany',
        src: 'createCompany',
        input: ({ context }) => ({ key: getCreationKey(context), details: context.details }),
        onDone: { target: 'looking', actions: keep },
        onError: [unanswered, { target: 'details', actions: fail }],
      },
    },
    /** No answer came: whether something was made is asked of the server. */
    unsure: { on: { 'creation.checked': look } },
    looking: {
      invoke: {
        id: 'findCreation',
        src: 'findCreation',
        input: ({ context }) => ({ key: getCreationKey(context), companyId: context.companyId }),
        onDone: [
          { guard: ({ context, event }) => event.output === null && context.companyId === null, target: 'details', actions: 'failNotMade' },
          // A company that somebody else created, or that came another way.
          { guard: { type: 'isNone', params: toFound }, target: 'closed' },
          ...goOn,
        ],
        onError: { target: 'unsure', actions: fail },
      },
      on: { 'creation.outdated': outdatedMeanwhile },
    },
    plan: {
      on: {
        'plan.chosen': {
          guard: { type: 'isSold', params: ({ event }) => event },
          target: 'starting',
          actions: { type: 'choosePlan', params: ({ event }) => event },
        },
        'plan.skipped': { target: 'number', actions: { type: 'skip', params: { step: 'plan' } } },
        'creation.checked': look,
        'creation.outdated': outdated,
        'creation.closed': close,
      },
    },
    starting: {
      invoke: {
        id: 'startPlan',
        src: 'continueCreation',
        input: ({ context }) => toPlanOrder(context),
        onDone: [
          { guard: { type: 'hasPlan', params: toCreation }, target: 'number', actions: keep },
          { guard: { type: 'needsCard', params: toCreation }, target: 'card', actions: keep },
          { target: 'plan', actions: keep },
        ],
        onError: [unanswered, { target: 'plan', actions: fail }],
      },
    },
    card: {
      on: {
        'card.requested': { target: 'leaving', actions: 'calm' },
        'card.skipped': { target: 'number', actions: { type: 'skip', params: { step: 'plan' } } },
        'step.reopened': { target: 'plan', actions: 'calm' },
        'creation.checked': look,
        'creation.outdated': outdated,
        'creation.closed': close,
      },
    },
    leaving: {
      invoke: {
        id: 'openCardPage',
        src: 'openCardPage',
        input: ({ context }) => ({ companyId: context.companyId ?? 0 }),
        onDone: { target: 'card', actions: { type: 'goToPage', params: ({ event }) => event.output } },
        onError: { target: 'card', actions: fail },
      },
    },
    number: {
      on: {
        'area.typed': { actions: { type: 'typeArea', params: ({ event }) => event } },
        'numbers.searched': { guard: 'hasAreaCode', target: 'searching', actions: 'calm' },
        'number.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: 'ordering',
          actions: { type: 'chooseNumber', params: ({ event }) => event },
        },
        'number.skipped': { target: 'done', actions: { type: 'skip', params: { step: 'number' } } },
        'step.reopened': { guard: 'isPlanOpen', target: 'plan', actions: { type: 'unskip', params: { step: 'plan' } } },
        'creation.closed': close,
      },
    },
    searching: {
      invoke: {
        id: 'findNumbers',
        src: 'findNumbers',
        input: ({ context }) => ({ companyId: context.companyId ?? 0, areaCode: context.areaCode }),
        onDone: { target: 'number', actions: { type: 'keepOffers', params: ({ event }) => ({ offers: event.output }) } },
        onError: { target: 'number', actions: fail },
      },
    },
    ordering: {
      invoke: {
        id: 'orderNumber',
        src: 'continueCreation',
        input: ({ context }) => toNumberOrder(context),
        onDone: [
          { guard: 'isOutdated', target: 'looking', actions: keep },
          { guard: { type: 'hasNumber', params: toCreation }, target: 'done', actions: keep },
          { target: 'number', actions: keep },
        ],
        onError: [unanswered, { target: 'number', actions: fail }],
      },
      // The order can be settled before its answer is here, which then shows it as it was.
      on: { 'creation.outdated': { actions: 'noteOutdated' } },
    },
    done: {
      on: {
        'creation.opened': open,
        'creation.outdated': outdated,
        'step.reopened': { guard: 'isNumberOpen', target: 'number', actions: { type: 'unskip', params: { step: 'number' } } },
        'creation.closed': close,
      },
    },
  },
});

/** State of the flow at one moment. */
export type CreationSnapshot = SnapshotFrom<typeof machine>;
