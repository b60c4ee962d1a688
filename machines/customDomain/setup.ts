/** The named parts of a custom domain: draft, events, actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import type { CustomDomain, DomainCheck } from '#contract/tenant/entities.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';

/** The form. An empty subdomain is the usual one; an empty token is made by the server. */
export interface DomainDraft {
  domain: string;
  appSubdomain: string;
  apiSubdomain: string;
  authToken: string;
}
export type DomainField = keyof DomainDraft;

export const blankDraft: DomainDraft = { domain: '', appSubdomain: '', apiSubdomain: '', authToken: '' };

/** Events a user may send. */
export type UserEvent =
  | { type: 'domain.typed'; field: DomainField; value: string }
  | { type: 'domain.submitted' }
  | { type: 'domain.reopened' }
  | { type: 'domain.kept' }
  | { type: 'records.looked' }
  | { type: 'tenant.synced' }
  | { type: 'domain.removed' }
  | { type: 'load.retried' };

/** Told by the app: another window, or the server, has changed the domain. */
export type InternalEvent = { type: 'domain.changed' };

export interface DomainContext {
  draft: DomainDraft;
  /** The company's domain as the server has it. */
  configuration: CustomDomain | null;
  error: FlowError | null;
}

/** True while a company has a domain. */
export const hasDomain = (configuration: CustomDomain | null): configuration is CustomDomain & { id: number; domain: string } =>
  configuration !== null && configuration.id !== null && configuration.domain !== null;
/** True once every record was found. */
export const isComplete = (configuration: CustomDomain | null): boolean =>
  configuration !== null && configuration.records.length > 0 && configuration.records.every(({ status }) => status === 'verified');
/** True while looking again makes sense. */
const isAwaited = (configuration: CustomDomain | null): boolean =>
  configuration !== null && (configuration.status === 'claimed' || configuration.status === 'verified') && !isComplete(configuration);

export const submitCheck = createCheck<Pick<DomainContext, 'draft'>>([[({ draft }) => draft.domain.trim() === '', 'Enter a domain first']]);
export const lookCheck = createCheck<Pick<DomainContext, 'configuration'>>([
  [({ configuration }) => configuration?.status === 'expired', 'The claim has expired. Claim the domain again.'],
]);
export const syncCheck = createCheck<Pick<DomainContext, 'configuration'>>([
  [({ configuration }) => configuration?.status === 'expired', 'The claim has expired. Claim the domain again.'],
  [({ configuration }) => configuration?.status === 'synced', 'Already in use'],
  [({ configuration }) => !isComplete(configuration), 'Publish every record first'],
]);
export const keepCheck = createCheck<Pick<DomainContext, 'configuration'>>([[({ configuration }) => !hasDomain(configuration), 'No domain yet']]);

const normalize = (typed: string, fallback = ''): string => typed.trim().toLowerCase().replace(/\.$/, '') || fallback;

/** Checks whether a claim takes a domain out of use: one that is in use is replaced by another domain, by other subdomains, or by a claim with a new token. */
export function endsUse(draft: DomainDraft, configuration: CustomDomain | null): boolean {
  if (configuration?.status !== 'synced') return false;
  const isSame =
    normalize(draft.domain) === configuration.domain &&
    normalize(draft.appSubdomain, 'app') === configuration.appSubdomain &&
    normalize(draft.apiSubdomain, 'api') === configuration.apiSubdomain;
  return !isSame || draft.authToken.trim() !== '';
}

/** The draft of a domain that is there. Its token is never read back. */
const toDraft = (configuration: CustomDomain | null): DomainDraft => ({
  ...blankDraft,
  domain: configuration?.domain ?? '',
  appSubdomain: configuration?.appSubdomain ?? '',
  apiSubdomain: configuration?.apiSubdomain ?? '',
});

const toRefusal = ({ reason }: DomainCheck): FlowError => ({ status: 422, code: 'invalid', message: reason ?? 'This domain can’t be used' });

const goneError: FlowError = { status: 404, code: 'not_found', message: 'The domain was removed or replaced' };

/** The setup of the machine. */
export const domainSetup = setup({
  types: { context: {} as DomainContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** GET …/custom-domain-configuration. */
    loadDomain: fromPromise<CustomDomain>(rejectMissingActor),
    /** GET …/tld-validation. */
    checkName: fromPromise<DomainCheck, { domain: string }>(rejectMissingActor),
    /** POST …/custom-domain-configuration. */
    claimDomain: fromPromise<CustomDomain, { draft: DomainDraft }>(rejectMissingActor),
    /** POST …/{id}/look. */
    lookAtRecords: fromPromise<CustomDomain, { id: number }>(rejectMissingActor),
    /** POST …/{id}/sync-with-tenant; twice is once. */
    syncTenant: fromPromise<CustomDomain, { id: number }>(rejectMissingActor),
    /** DELETE …/{id}; resolves to what the company has then. */
    removeDomain: fromPromise<CustomDomain, { id: number }>(rejectMissingActor),
  },
  guards: {
    isSubmittable: submitCheck.passes,
    isLookable: lookCheck.passes,
    isSyncable: syncCheck.passes,
    isKept: keepCheck.passes,
    isAwaited: ({ context }) => isAwaited(context.configuration),
    isThere: (_, params: { configuration: CustomDomain }) => hasDomain(params.configuration),
    isGone: (_, params: { error: FlowError }) => params.error.status === 404,
    isOutdated: (_, params: { error: FlowError }) => params.error.status === 409,
    isAllowed: (_, params: { check: DomainCheck }) => params.check.isValid,
  },
  actions: {
    type: assign(({ context }, params: { field: DomainField; value: string }) => ({ draft: { ...context.draft, [params.field]: params.value }, error: null })),
    save: assign((_, params: { configuration: CustomDomain }) => ({ configuration: params.configuration, error: null })),
    /** Keeps the message of a refusal that caused the load. */
    load: assign((_, params: { configuration: CustomDomain }) => ({ configuration: params.configuration })),
    edit: assign(({ context }) => ({ draft: toDraft(context.configuration), error: null })),
    empty: assign({ draft: blankDraft }),
    refuse: assign((_, params: { check: DomainCheck }) => ({ error: toRefusal(params.check) })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    reportGone: assign({ error: goneError }),
    calm: assign({ error: null }),
    /** Provided by the caller: the specification's words (MSG-035). */
    tellClaimed: () => {},
    /** Provided by the caller: says that the tenant is at its domain. */
    tellSynced: (_, _params: { configuration: CustomDomain }) => {},
    /** Provided by the caller: says that the domain was given up. */
    tellRemoved: () => {},
  },
  delays: { lookAgain: tenantLimits.lookMs },
});
