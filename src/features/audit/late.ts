/** Parts of the area that load after the first rows: code of panes, services. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: { audit: () => import('./AuditPane.tsx').then(({ AuditPane }) => AuditPane) },
  services: (deps) => ({
    audit: deferServices(async () => (await import('./services.ts')).createAuditServices(deps)),
  }),
  changes: { 'company-updated': [['audit']], 'user-updated': [['audit']], 'invite-updated': [['audit']] },
});
