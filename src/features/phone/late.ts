/** Parts of the area that load after the first rows: the card of a call, the status line, services. The carrier’s code comes once the person is active. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { CallCard } from './CallCard.tsx';
import { PhoneStatus } from './PhoneStatus.tsx';
import { incomingFlow, listCallScopes, outgoingFlow, startPhone, statusFlow } from './phone.ts';

export const late = defineLateFeature({
  panes: {},
  services: (deps) => ({
    phone: deferServices(async () => (await import('./services.ts')).createPhoneServices(deps)),
  }),
  start: ({ app }) => startPhone(app),
  flows: { inAppCallIncoming: incomingFlow, inAppCallOutgoing: outgoingFlow, inAppCallingStatus: statusFlow },
  listScopes: listCallScopes,
  Banner: CallCard,
  Status: PhoneStatus,
});
