/** Events that can happen to an integration by OAuth. */
import type { AdIntegration, ChatIntegration, CrmIntegration, GoogleAdsIntegration } from '#contract/integrations/entities.ts';
import { type IntegrationSnapshot, type InternalEvent, machine, type UserEvent } from '#machines/integration/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** An integration as the server has it. */
export const integration = (given: Partial<ChatIntegration> = {}): ChatIntegration => ({
  id: 9,
  provider: 'team-chat',
  name: 'Harbor Bikes',
  status: 'active',
  config: { channelId: 'C0MISSED', channelName: 'missed-calls', isPrivate: false, events: ['missed'] },
  rules: [],
  conversions: { waiting: 0, accepted: 1, refused: 1, unknown: 0, withdrawn: 0 },
  problem: null,
  endsAt: null,
  lastSentAt: null,
  createdAt: '2026-03-05T12:00:00Z',
  updatedAt: '2026-03-05T12:00:00Z',
  ...given,
});

/** A lead CRM as the server has it. */
export const crm = (given: Partial<CrmIntegration> = {}): CrmIntegration => ({
  ...integration(),
  provider: 'lead-crm',
  name: 'Account 24680135',
  config: {
    pipelineId: 'default',
    pipelineName: 'Sales pipeline',
    stageId: 'new',
    stageName: 'New lead',
    ownerId: null,
    ownerName: null,
    events: ['call', 'lead'],
  },
  ...given,
});

/** Google Ads as the server has it. */
export const ads = (given: Partial<GoogleAdsIntegration> = {}): GoogleAdsIntegration => ({
  ...integration(),
  provider: 'google-ads',
  name: 'ads@harbor-bikes.example',
  config: {
    managerCustomerId: null,
    customerId: '1112223333',
    customerName: 'Harbor Bikes',
    createSeparateActions: false,
    events: ['call', 'lead', 'appointment'],
  },
  ...given,
});

/** Meta Ads as the server has it. */
export const metaAds = (given: Partial<AdIntegration<'meta-ads'>> = {}): AdIntegration<'meta-ads'> => ({
  ...integration(),
  provider: 'meta-ads',
  name: 'Maya Harbor',
  config: {
    businessManagerId: '6610001',
    businessManagerName: 'Harbor Bikes',
    accountId: '330001',
    accountName: 'Harbor Bikes ads',
    pixelId: '880001',
    pixelName: 'Harbor site',
    conversionId: null,
    conversionName: null,
    events: ['call', 'lead', 'appointment'],
  },
  ...given,
});

/** Nothing has been sent yet. */
const unused = { waiting: 0, accepted: 0, refused: 0, unknown: 0, withdrawn: 0 };
const connected = integration({ status: 'connected', config: { channelId: null, channelName: null, isPrivate: false, events: [] }, conversions: unused });
const inactive = integration({ status: 'inactive' });

const cases = {
  'connection.begun': [{}],
  'channel.chosen': [{ channelId: 'C0SALES' }],
  'account.chosen': [{ choice: { pipelineId: 'default', stageId: 'new', ownerId: null } }],
  'kind.toggled': [{ kind: 'lead' }],
  'integration.synced': [{}],
  'integration.switched': [{}],
  'integration.resent': [{}],
  'integration.deleted': [{}],
  'integration.read': [
    { integration: null, isSetUp: false },
    { integration: null, isSetUp: true },
    { integration: connected, isSetUp: true },
    { integration: integration(), isSetUp: true },
    { integration: inactive, isSetUp: true },
    { integration: crm(), isSetUp: true },
    { integration: ads(), isSetUp: true },
    { integration: metaAds(), isSetUp: true },
    { integration: integration({ status: 'reconnect', problem: 'Slack no longer takes the connection (invalid_auth)' }), isSetUp: true },
  ],
  'connection.returned': [{ code: 'a-code', state: 'a-state' }],
  'connection.denied': [{}],
  'xstate.done.actor.beginConnection': [{ output: { url: 'https://slack.example/oauth/v2/authorize' } }],
  'xstate.error.actor.beginConnection': [{ error: refusals.unavailable }],
  'xstate.done.actor.finishConnection': [{ output: connected }],
  'xstate.error.actor.finishConnection': [{ error: refusals.unavailable }],
  'xstate.done.actor.configure': [{ output: integration() }, { output: integration({ conversions: unused }) }],
  'xstate.error.actor.configure': [{ error: refusals.unavailable }],
  'xstate.done.actor.switchIntegration': [{ output: inactive }, { output: integration() }],
  'xstate.error.actor.switchIntegration': [{ error: refusals.unavailable }],
  'xstate.done.actor.syncIntegration': [{ output: { data: [], meta: { total: 0, accepted: 0, waiting: 0 } } }],
  'xstate.error.actor.syncIntegration': [{ error: refusals.unavailable }],
  'xstate.done.actor.resendPosts': [{ output: integration({ conversions: { ...unused, accepted: 1, waiting: 1 } }) }],
  'xstate.error.actor.resendPosts': [{ error: refusals.unavailable }],
  'xstate.done.actor.deleteIntegration': [{ output: undefined }],
  'xstate.error.actor.deleteIntegration': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent | InternalEvent>;

/** Parts of the context that tell one state from another. */
const sameState = ({ context }: Pick<IntegrationSnapshot, 'context'>) => [
  context.integration?.status ?? null,
  context.integration?.provider ?? null,
  context.integration === null ? 0 : context.integration.conversions.refused,
  context.isSetUp,
  context.channelId,
  context.kind,
  JSON.stringify(context.choice),
  context.error?.status ?? null,
];

export const model = defineModel({
  flowId: 'integration',
  machine,
  input: { provider: 'team-chat' },
  cases,
  sameState,
});
