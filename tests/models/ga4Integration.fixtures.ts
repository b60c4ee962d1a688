/** Events that can happen to a stream of Google Analytics. */
import type { Ga4Integration } from '#contract/integrations/entities.ts';
import { type Ga4Snapshot, machine, toDraft, type UserEvent } from '#machines/ga4Integration/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** A stream as the server has it. */
export const integration: Ga4Integration = {
  id: 7,
  measurementId: 'G-AB12CD34EF',
  hasApiSecret: true,
  events: ['lead'],
  parameters: [{ name: 'call_source', field: 'source' }],
  rules: [],
  isActive: true,
  conversions: { waiting: 1, accepted: 2, refused: 0, unknown: 0, withdrawn: 0 },
  problem: null,
  lastSentAt: null,
  createdAt: '2026-03-05T12:00:00Z',
  updatedAt: '2026-03-05T12:00:00Z',
};

const cases = {
  'stream.opened': [{}, { integration }, { integration, kept: { ...toDraft(integration), measurementId: 'G-ZZ99ZZ99ZZ' } }],
  'detail.typed': [
    { field: 'measurementId', value: 'G-ZZ99ZZ99ZZ' },
    { field: 'apiSecret', value: 'a-secret-of-tests' },
    { field: 'parameters', value: 'no parameter' },
  ],
  'kind.toggled': [{ kind: 'lead' }],
  'active.toggled': [{}],
  'stream.submitted': [{}],
  'stream.closed': [{}],
  'stream.discarded': [{}],
  'stream.tested': [{ integration }],
  'stream.switched': [{ integration }],
  'stream.resent': [{ integration }],
  'stream.deleted': [{ integration }],
  'xstate.done.actor.saveStream': [{ output: integration }],
  'xstate.error.actor.saveStream': [{ error: refusals.unavailable }],
  'xstate.done.actor.testStream': [{ output: { isValid: true, messages: [], eventName: 'keyline_test', sentAt: '2026-03-05T12:00:00Z' } }],
  'xstate.error.actor.testStream': [{ error: refusals.unavailable }],
  'xstate.done.actor.switchStream': [{ output: integration }],
  'xstate.error.actor.switchStream': [{ error: refusals.unavailable }],
  'xstate.done.actor.resendEvents': [{ output: integration }],
  'xstate.error.actor.resendEvents': [{ error: refusals.unavailable }],
  'xstate.done.actor.deleteStream': [{ output: undefined }],
  'xstate.error.actor.deleteStream': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent>;

export const model = defineModel({
  flowId: 'ga4Integration',
  machine,
  input: undefined,
  cases,
  sameState: ({ context: { draft, error, target } }: Pick<Ga4Snapshot, 'context'>) => [
    draft.id,
    draft.measurementId,
    draft.apiSecret !== '',
    draft.parameters === 'no parameter',
    draft.events.length,
    error?.status ?? null,
    target?.id ?? null,
  ],
});
