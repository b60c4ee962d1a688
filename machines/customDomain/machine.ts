/** A custom domain (FLOW-187 to FLOW-189): the name is checked and claimed, its records are looked at until all are there, then the tenant moves to it. */
import type { SnapshotFrom } from 'xstate';
import type { CustomDomain, DomainCheck } from '#contract/tenant/entities.ts';
import { toFlowError } from '../errors.ts';
import { blankDraft, type DomainContext, domainSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'customDomain';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toConfiguration = ({ event }: { event: { output: CustomDomain } }) => ({ configuration: event.output });
const toCheck = ({ event }: { event: { output: DomainCheck } }) => ({ check: event.output });
const toId = ({ context }: { context: DomainContext }) => ({ id: context.configuration?.id ?? 0 });
const saveConfiguration = { type: 'save', params: toConfiguration } as const;
const fail = { type: 'fail', params: toError } as const;
const load = { type: 'load', params: toConfiguration } as const;
/** Leads on from a refused call. A domain that was removed or has changed since is loaded again; the message stays through the load. */
const refusedCall = [
  { guard: { type: 'isGone', params: toError }, target: 'loading', actions: 'reportGone' },
  { guard: { type: 'isOutdated', params: toError }, target: 'loading', actions: fail },
  { target: 'checklist', actions: fail },
] as const;

/** The machine. */
export const machine = domainSetup.createMachine({
  id: flowId,
  context: { draft: blankDraft, configuration: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadDomain',
        src: 'loadDomain',
        onDone: [
          { guard: { type: 'isThere', params: toConfiguration }, target: 'checklist', actions: load },
          { target: 'editing', actions: load },
        ],
        onError: { target: 'failed', actions: fail },
      },
    },
    failed: { on: { 'load.retried': { target: 'loading', actions: 'calm' } } },
    editing: {
      on: {
        'domain.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'domain.submitted': { guard: 'isSubmittable', target: 'checking', actions: 'calm' },
        // Changes by others are not applied while a form is open: the domain is loaded again.
        'domain.kept': { guard: 'isKept', target: 'loading', actions: 'calm' },
      },
    },
    checking: {
      invoke: {
        id: 'checkName',
        src: 'checkName',
        input: ({ context }) => ({ domain: context.draft.domain.trim() }),
        onDone: [
          { guard: { type: 'isAllowed', params: toCheck }, target: 'claiming' },
          { target: 'editing', actions: { type: 'refuse', params: toCheck } },
        ],
        onError: { target: 'editing', actions: fail },
      },
    },
    claiming: {
      invoke: {
        id: 'claimDomain',
        src: 'claimDomain',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: { target: 'looking', actions: [saveConfiguration, 'empty', 'tellClaimed'] },
        onError: { target: 'editing', actions: fail },
      },
    },
    checklist: {
      after: { lookAgain: { guard: 'isAwaited', target: 'looking' } },
      on: {
        'records.looked': { guard: 'isLookable', target: 'looking', actions: 'calm' },
        'tenant.synced': { guard: 'isSyncable', target: 'syncing', actions: 'calm' },
        'domain.reopened': { target: 'editing', actions: 'edit' },
        'domain.removed': { target: 'removing', actions: 'calm' },
        'domain.changed': { target: 'loading', actions: 'calm' },
      },
    },
    looking: {
      invoke: {
        id: 'lookAtRecords',
        src: 'lookAtRecords',
        input: toId,
        onDone: { target: 'checklist', actions: saveConfiguration },
        onError: [...refusedCall],
      },
      on: { 'domain.changed': { target: 'loading' } },
    },
    syncing: {
      invoke: {
        id: 'syncTenant',
        src: 'syncTenant',
        input: toId,
        onDone: { target: 'checklist', actions: [saveConfiguration, { type: 'tellSynced', params: toConfiguration }] },
        onError: [...refusedCall],
      },
    },
    removing: {
      invoke: {
        id: 'removeDomain',
        src: 'removeDomain',
        input: toId,
        onDone: { target: 'editing', actions: [saveConfiguration, 'empty', 'tellRemoved'] },
        onError: [...refusedCall],
      },
    },
  },
});

/** State of a domain at one moment. */
export type DomainSnapshot = SnapshotFrom<typeof machine>;
