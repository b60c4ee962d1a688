/** Integrations, as commands reach them. */
import type { IntegrationServices } from '#commands/integrations/types.ts';
import { getReason, type UserEvent } from '#machines/ga4Integration/index.ts';
import { getCompanyId } from '../../api/app.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { ga4Store } from './ga4Store.ts';

/** Commands over integrations, as the app provides them. */
export function createIntegrationServices({ app, workspace }: ServiceDeps): IntegrationServices {
  const send = (event: UserEvent) => {
    const { actor } = ga4Store.get(app, getCompanyId(app));
    const reason = getReason(actor.getSnapshot(), event);
    if (reason !== null) throw new Error(reason);
    actor.send(event);
  };
  return {
    begin: (integration) => {
      workspace.open('integrations');
      send({ type: 'stream.opened', ...(integration ? { integration } : {}) });
    },
    toggleKind: (kind) => send({ type: 'kind.toggled', kind }),
    test: (integration) => send({ type: 'stream.tested', integration }),
    switch: (integration) => send({ type: 'stream.switched', integration }),
    resend: (integration) => send({ type: 'stream.resent', integration }),
    remove: (integration) => send({ type: 'stream.deleted', integration }),
    explain: (callId) => showNear(workspace, 'callConversions', { id: String(callId) }),
  };
}
