/** Parts of the area that load after the first rows: code of panes, services, changes. */

import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

const contactQueries = [
  ['contacts', 'list'],
  ['contacts', 'one'],
] as const;

export const late = defineLateFeature({
  panes: {
    groups: () => import('./GroupsPane.tsx').then(({ GroupsPane }) => GroupsPane),
    contactLabels: () => import('./LabelsPane.tsx').then(({ LabelsPane }) => LabelsPane),
  },
  services: (deps) => ({
    groups: deferServices(async () => (await import('./services.ts')).createGroupServices(deps)),
    contactLabels: deferServices(async () => (await import('./services.ts')).createContactLabelServices(deps)),
  }),
  changes: {
    'group-updated': [['groups'], ...contactQueries],
    'label-updated': [['contactLabels'], ...contactQueries],
    'contact-updated': [['groups'], ['contactLabels']],
    'contact-deleted': [['groups'], ['contactLabels']],
  },
});
