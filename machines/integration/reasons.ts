/** Why the flow of an integration does not accept something now. */
import { type AdProvider, adProviders } from '#contract/integrations/enums.ts';
import { createReasonLookup, isInside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { IntegrationSnapshot } from './machine.ts';
import { connectCheck, resendCheck, type UserEvent } from './setup.ts';

type IntegrationReason = Reason<IntegrationSnapshot, UserEvent>;

const busyReasons: readonly IntegrationReason[] = [
  [isInside('redirecting', 'returning'), 'Connecting…'],
  [isInside('configuring', 'switching'), 'Saving…'],
  [isInside('syncing'), 'Syncing…'],
  [isInside('resending'), 'Sending again…'],
  [isInside('deleting'), 'Deleting the integration…'],
];
const missing: IntegrationReason = [isInside('none', 'redirected', 'placing'), 'Connect it first'];
const lost: IntegrationReason = [isInside('lost'), 'Reconnect first'];
const isUnchosen = isInside('connected');
const isChat = ({ context }: IntegrationSnapshot) => context.integration?.provider === 'team-chat';
/** First step after the consent of each vendor of ads. */
const adChoice: Readonly<Record<AdProvider, string>> = {
  'google-ads': 'Choose an account first',
  'meta-ads': 'Choose a pixel first',
  'microsoft-ads': 'Choose an account first',
};
const unchosen: readonly IntegrationReason[] = [
  [(snapshot) => isUnchosen(snapshot) && isChat(snapshot), 'Choose a channel first'],
  ...adProviders.map(
    (provider): IntegrationReason => [(snapshot) => isUnchosen(snapshot) && snapshot.context.integration?.provider === provider, adChoice[provider]],
  ),
  [isUnchosen, 'Choose a pipeline and stage first'],
];
const notChat: IntegrationReason = [(snapshot) => !isChat(snapshot), 'Only a team chat has channels'];
const chat: IntegrationReason = [isChat, 'A team chat has no such choice'];
const off: IntegrationReason = [isInside('inactive'), 'Turn the integration on first'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<IntegrationSnapshot, UserEvent> = {
  'connection.begun': [...busyReasons, ...connectCheck.reasons],
  'channel.chosen': [...busyReasons, missing, lost, notChat],
  'account.chosen': [...busyReasons, missing, lost, chat],
  'kind.toggled': [...busyReasons, missing, lost, ...unchosen],
  'integration.switched': [...busyReasons, missing, lost, ...unchosen],
  'integration.synced': [...busyReasons, missing, lost, ...unchosen, chat, off],
  'integration.resent': [...busyReasons, missing, lost, ...unchosen, off, ...resendCheck.reasons],
  'integration.deleted': [...busyReasons, missing],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
