/**
 * Registration for texting (FLOW-124 to FLOW-130): the form by steps, each saved as a draft, the check, submitting; and canceling a lane. The registration itself
 * is the server's durable work: how it stands comes with the list.
 */
import { raise, type SnapshotFrom } from 'xstate';
import type { SmsCheck, SmsVerification } from '#contract/smsVerification/entities.ts';
import { type RegistrationStep, registrationSteps } from '#contract/smsVerification/findings.ts';
import { toFlowError } from '../errors.ts';
import { blankDraft } from './draft.ts';
import type { RegistrationContext, RegistrationInput } from './events.ts';
import { getPreviousStep, getRegistrationKey, registrationSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'smsVerification';

const createContext = ({ input }: { input: RegistrationInput }): RegistrationContext => ({
  base: input.key,
  attempt: 1,
  draft: { ...blankDraft, ...input.draft },
  lanes: [],
  step: 'business',
  verification: null,
  findings: [],
  fees: null,
  error: null,
});

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toVerification = ({ event }: { event: { output: SmsVerification } }) => ({ verification: event.output });
const toCheck = ({ event }: { event: { output: SmsCheck } }) => ({ check: event.output });
const toId = ({ context }: { context: RegistrationContext }) => ({ id: context.verification?.id ?? 0 });

const close = { target: '#smsVerification.closed.idle' } as const;
const open = {
  target: '#smsVerification.editing.business',
  actions: { type: 'begin', params: ({ event }: { event: { verification?: SmsVerification } }) => ({ verification: event.verification }) },
} as const;

/** To the step a person names. */
const choose = registrationSteps.map(
  (step) =>
    ({
      guard: { type: 'goesTo', params: ({ event }: { event: { step: RegistrationStep } }) => ({ to: event.step, step }) },
      target: `#smsVerification.editing.${step}`,
      actions: ['dropCheck', 'calm'],
    }) as const,
);

/** Back by one; nowhere from the first. */
const goBack = (step: RegistrationStep | null) =>
  step === null ? [] : ([{ target: `#smsVerification.editing.${step}`, actions: ['dropCheck', 'calm'] }] as const);

/** Back on the step that was open. */
const stay = registrationSteps.map(
  (step) => ({ guard: { type: 'isStep', params: { step } }, target: `#smsVerification.editing.${step}`, actions: { type: 'fail', params: toError } }) as const,
);

/** On to the step after the one that was open, or to the check. */
const goOn = registrationSteps.map(
  (step, at) =>
    ({
      guard: { type: 'isStep', params: { step } },
      target: registrationSteps[at + 1] === undefined ? '#smsVerification.checking' : `#smsVerification.editing.${registrationSteps[at + 1] ?? step}`,
      actions: { type: 'keepVerification', params: toVerification },
    }) as const,
);

const editStep = (step: RegistrationStep) =>
  ({
    entry: { type: 'enter', params: { step } },
    on: {
      'step.finished': { guard: 'isStepReady', target: '#smsVerification.saving', actions: 'calm' },
      'step.reopened': goBack(getPreviousStep(step)),
    },
  }) as const;

/** The machine. */
export const machine = registrationSetup.createMachine({
  id: 'smsVerification',
  context: createContext,
  initial: 'closed',
  on: { 'list.due': { actions: 'refreshList' }, 'lanes.known': { actions: { type: 'keepLanes', params: ({ event }) => event } } },
  states: {
    closed: {
      initial: 'idle',
      states: {
        idle: { on: { 'registration.opened': open, 'lane.canceled': { target: 'canceling', actions: 'calm' } } },
        canceling: {
          invoke: {
            id: 'cancelLane',
            src: 'cancelLane',
            input: ({ event }) => {
              if (event.type !== 'lane.canceled') throw new Error('Only a cancel leads here');
              return { id: event.id, lane: event.lane };
            },
            onDone: { target: 'idle', actions: raise({ type: 'list.due' }, { delay: 'cancelRefresh', id: 'cancelRefresh' }) },
            onError: {
              target: 'idle',
              actions: [{ type: 'fail', params: toError }, { type: 'tellFailed', params: toError }, 'refreshList'],
            },
          },
          entry: {
            type: 'tellCanceled',
            params: ({ event }) => (event.type === 'lane.canceled' ? { id: event.id, lane: event.lane } : { id: 0, lane: 'local' }),
          },
        },
      },
    },
    editing: {
      initial: 'business',
      states: {
        business: editStep('business'),
        contact: editStep('contact'),
        program: editStep('program'),
        consent: editStep('consent'),
        numbers: editStep('numbers'),
      },
      on: {
        'step.chosen': choose,
        'detail.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'registration.closed': close,
      },
    },
    saving: {
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        input: ({ context }) => ({ key: getRegistrationKey(context), draft: context.draft, verification: context.verification }),
        onDone: goOn,
        onError: stay,
      },
    },
    checking: {
      invoke: {
        id: 'checkDraft',
        src: 'checkDraft',
        input: toId,
        onDone: { target: 'review', actions: { type: 'keepCheck', params: toCheck } },
        onError: { target: 'review', actions: { type: 'fail', params: toError } },
      },
    },
    review: {
      on: {
        'registration.submitted': { guard: 'isSubmittable', target: 'sending', actions: 'calm' },
        'registration.checked': { target: 'checking', actions: ['dropCheck', 'calm'] },
        'step.reopened': goBack('numbers'),
        'step.chosen': choose,
        'registration.closed': close,
      },
    },
    sending: {
      invoke: {
        id: 'submitDraft',
        src: 'submitDraft',
        input: ({ context }) => ({ ...toId({ context }), dueToday: context.fees?.dueToday ?? 0 }),
        onDone: {
          target: 'submitted',
          actions: [
            { type: 'keepVerification', params: toVerification },
            { type: 'tellSubmitted', params: toVerification },
          ],
        },
        onError: [
          { guard: { type: 'isUnanswered', params: toError }, target: 'unsure', actions: { type: 'fail', params: toError } },
          {
            target: 'review',
            actions: [
              { type: 'fail', params: toError },
              { type: 'tellFailed', params: toError },
            ],
          },
        ],
      },
    },
    unsure: { on: { 'registration.retried': { target: 'sending', actions: 'calm' } } },
    submitted: { on: { 'registration.opened': open, 'registration.closed': close } },
  },
});

/** State of the flow at one moment. */
export type RegistrationSnapshot = SnapshotFrom<typeof machine>;
