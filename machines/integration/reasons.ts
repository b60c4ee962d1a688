/** Why the flow of an integration does not accept something now. */
import { createReasonLookup, isInside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { IntegrationSnapshot } from './machine.ts';
import { connectCheck, resendCheck, type UserEvent } from './setup.ts';

type IntegrationReason = Reason<IntegrationSnapshot, UserEvent>;

const busyReasons: readonly IntegrationReason[] = [
  [isInside('redirecting', 'returning'), 'Connecting…'],
  [isInside('configuring', 'switching'), 'Saving…'],
  [isInside('resending'), 'Sending posts again…'],
  [isInside('deleting'), 'Deleting the integration…'],
];
const missing: IntegrationReason = [isInside('none', 'redirected', 'placing'), 'Connect team chat first'];
const lost: IntegrationReason = [isInside('lost'), 'Reconnect first'];
const unchosen: IntegrationReason = [isInside('connected'), 'Choose a channel first'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<IntegrationSnapshot, UserEvent> = {
  'connection.begun': [...busyReasons, ...connectCheck.reasons],
  'channel.chosen': [...busyReasons, missing, lost],
  'kind.toggled': [...busyReasons, missing, lost, unchosen],
  'integration.switched': [...busyReasons, missing, lost, unchosen],
  'integration.resent': [...busyReasons, missing, lost, unchosen, [isInside('inactive'), 'Turn the integration on first'], ...resendCheck.reasons],
  'integration.deleted': [...busyReasons, missing],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
