/** The named parts of a registration: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import type { Finding, SmsCheck, SmsVerification } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import { type RegistrationStep, registrationSteps } from '#contract/smsVerification/findings.ts';
import { smsVerificationLimits } from '#contract/smsVerification/limits.ts';
import { isBlocking } from '#contract/smsVerification/lint.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import { blankDraft, type Draft, type DraftField, findingsOfStep, lintDraft, toDraft } from './draft.ts';
import type { InternalEvent, RegistrationContext, RegistrationInput, UserEvent } from './events.ts';

/** Input of saving a draft: without a registration it is created under the key. */
export interface DraftOrder {
  key: string;
  draft: Draft;
  verification: SmsVerification | null;
}

/** The client's key of the registration under way. */
export const getRegistrationKey = ({ base, attempt }: Pick<RegistrationContext, 'base' | 'attempt'>): string => (attempt === 1 ? base : `${base}-${attempt}`);

/** Findings of the step that is open. */
export const listStepFindings = ({ draft, lanes, step, verification }: Lintable): readonly Finding[] =>
  findingsOfStep(lintDraft(draft, lanes, verification?.brand), step);

type Lintable = Pick<RegistrationContext, 'draft' | 'lanes' | 'step' | 'verification'>;
/** The open step has nothing that carriers reject. */
export const stepCheck = createCheck<Lintable>([[(context) => listStepFindings(context).some(isBlocking), 'Fix the errors on this step first']]);
/** The check has passed. */
export const submitCheck = createCheck<Pick<RegistrationContext, 'findings' | 'fees'>>([
  [({ fees }) => fees === null, 'Check the registration first'],
  [({ findings }) => findings.some(isBlocking), 'Fix the errors first'],
]);

/** The step before; null at the first. */
export const getPreviousStep = (step: RegistrationStep): RegistrationStep | null => registrationSteps[registrationSteps.indexOf(step) - 1] ?? null;

/** The setup of the machine. */
export const registrationSetup = setup({
  types: { context: {} as RegistrationContext, events: {} as UserEvent | InternalEvent, input: {} as RegistrationInput },
  actors: {
    /** POST …/campaign, or …/campaign/{id}/{brandId} for one that is there; the same key twice is one draft. */
    saveDraft: fromPromise<SmsVerification, DraftOrder>(rejectMissingActor),
    /** POST …/check. */
    checkDraft: fromPromise<SmsCheck, { id: number }>(rejectMissingActor),
    /** POST …/campaign/submit; twice is once. Rejects with status 0 when no answer came. */
    submitDraft: fromPromise<SmsVerification, { id: number; dueToday: number }>(rejectMissingActor),
    /** POST …/campaign/cancel. */
    cancelLane: fromPromise<SmsVerification, { id: number; lane: SmsLane }>(rejectMissingActor),
  },
  guards: {
    isStepReady: stepCheck.passes,
    isSubmittable: submitCheck.passes,
    isStep: ({ context }, params: { step: RegistrationStep }) => context.step === params.step,
    goesTo: (_, params: { to: RegistrationStep | null; step: RegistrationStep }) => params.to === params.step,
    isUnanswered: (_, params: { error: FlowError }) => [0, 408, 502, 503, 504].includes(params.error.status),
  },
  actions: {
    /** Starts: with a registration that is there, or another one than before. */
    begin: assign(({ context }, params: { verification: SmsVerification | undefined }) => ({
      attempt: context.verification === null ? context.attempt : context.attempt + 1,
      verification: params.verification ?? null,
      draft: params.verification ? toDraft(params.verification) : context.verification === null ? context.draft : blankDraft,
      lanes: params.verification ? [...new Set(params.verification.campaign.numbers.map(({ lane }) => lane))] : context.lanes,
      findings: [],
      fees: null,
      error: null,
    })),
    enter: assign((_, params: { step: RegistrationStep }) => ({ step: params.step })),
    type: assign(({ context }, params: { field: DraftField; value: string }) => ({ draft: { ...context.draft, [params.field]: params.value }, error: null })),
    keepLanes: assign((_, params: { lanes: readonly SmsLane[] }) => ({ lanes: params.lanes })),
    keepVerification: assign((_, params: { verification: SmsVerification }) => ({ verification: params.verification, error: null })),
    keepCheck: assign((_, params: { check: SmsCheck }) => ({ findings: params.check.findings, fees: params.check.fees, error: null })),
    dropCheck: assign({ findings: [], fees: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: the specification's words, and the list is fresh. */
    tellSubmitted: (_, _params: { verification: SmsVerification }) => {},
    /** Provided by the caller: the server's message as a danger notice (RULE-209). */
    tellFailed: (_, _params: { error: FlowError }) => {},
    /** Provided by the caller: the lane is expired in the list at once (RULE-202), and the specification's words. */
    tellCanceled: (_, _params: { id: number; lane: SmsLane }) => {},
    /** Provided by the caller: the list is fetched again. */
    refreshList: () => {},
  },
  delays: { cancelRefresh: smsVerificationLimits.cancelRefreshMs },
});
