/** Events that can happen to a custom domain. */
import type { CustomDomain, DomainCheck, DomainRecord } from '#contract/tenant/entities.ts';
import type { DomainStatus, RecordStatus } from '#contract/tenant/enums.ts';
import { type DomainSnapshot, type InternalEvent, machine, type UserEvent } from '#machines/customDomain/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const toRecord = (status: RecordStatus): DomainRecord => ({
  purpose: 'ownership',
  type: 'TXT',
  name: '_keyline.harbor.com',
  value: 'keyline-domain=1',
  status,
  found: [],
  message: 'No TXT record here yet',
});

/** A domain as the server has it. */
export const domainOf = (status: DomainStatus, record: RecordStatus): CustomDomain => ({
  id: 3,
  domain: 'harbor.com',
  appSubdomain: 'app',
  apiSubdomain: 'api',
  hasAuthToken: true,
  status,
  appUrl: 'https://app.harbor.com',
  apiUrl: 'https://api.harbor.com/api',
  records: [toRecord(record)],
  askedAt: ['127.0.0.1:53'],
  lookedAt: null,
  verifiedAt: null,
  syncedAt: null,
  expiresAt: null,
});
/** A company without a domain. */
const noDomain: CustomDomain = {
  ...domainOf('none', 'pending'),
  id: null,
  domain: null,
  appSubdomain: null,
  apiSubdomain: null,
  hasAuthToken: false,
  appUrl: null,
  apiUrl: null,
  records: [],
};
const claimed = domainOf('claimed', 'pending');
const complete = domainOf('verified', 'verified');
const synced = domainOf('synced', 'verified');
const expired = domainOf('expired', 'pending');
const checks: readonly DomainCheck[] = [
  { domainName: 'harbor.com', registrableDomain: 'harbor.com', isValid: true, reason: null },
  { domainName: 'localhost', registrableDomain: null, isValid: false, reason: 'localhost is this machine. Enter a public domain.' },
];

const gone = { status: 404, code: 'not_found', message: 'Not found, or you don’t have access' };
const outdated = { status: 409, code: 'conflict', message: 'Not ready yet' };

const cases = {
  'domain.typed': [
    { field: 'domain', value: 'harbor.com' },
    { field: 'domain', value: ' ' },
  ],
  'domain.submitted': [{}],
  'domain.kept': [{}],
  'domain.reopened': [{}],
  'records.looked': [{}],
  'tenant.synced': [{}],
  'domain.removed': [{}],
  'load.retried': [{}],
  'domain.changed': [{}],
  'xstate.done.actor.loadDomain': [noDomain, claimed, expired, complete, synced].map((output) => ({ output })),
  'xstate.error.actor.loadDomain': [{ error: refusals.unavailable }],
  'xstate.done.actor.checkName': checks.map((output) => ({ output })),
  'xstate.error.actor.checkName': [{ error: refusals.unavailable }],
  'xstate.done.actor.claimDomain': [{ output: claimed }],
  'xstate.error.actor.claimDomain': [{ error: refusals.unavailable }],
  'xstate.done.actor.lookAtRecords': [claimed, complete].map((output) => ({ output })),
  'xstate.error.actor.lookAtRecords': [refusals.noAnswer, gone, outdated].map((error) => ({ error })),
  'xstate.done.actor.syncTenant': [{ output: synced }],
  'xstate.error.actor.syncTenant': [gone, outdated].map((error) => ({ error })),
  'xstate.done.actor.removeDomain': [{ output: noDomain }],
  'xstate.error.actor.removeDomain': [refusals.unavailable, gone].map((error) => ({ error })),
  'xstate.after.lookAgain.customDomain.checklist': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'customDomain',
  machine,
  input: undefined,
  cases,
  sameState: ({ context }: Pick<DomainSnapshot, 'context'>) => [
    context.draft.domain.trim() !== '',
    context.configuration?.status ?? null,
    context.configuration?.records[0]?.status ?? null,
    context.error?.status ?? null,
  ],
});
