/** Parts of the area that load after the first rows: code of panes, services, changes. */

import { followQuery } from '../../panes/companyQuery.ts';
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { createTagsQuery } from '../../shared/tags.ts';

export const late = defineLateFeature({
  panes: {
    tags: () => import('./TagsPane.tsx').then(({ TagsPane }) => TagsPane),
    customFields: () => import('./CustomFieldsPane.tsx').then(({ CustomFieldsPane }) => CustomFieldsPane),
  },
  services: (deps) => ({
    tags: deferServices(async () => (await import('./services.ts')).createTagServices(deps.app)),
    customFields: deferServices(async () => (await import('./services.ts')).createCustomFieldServices(deps.app)),
  }),
  changes: { 'tag-updated': [['tags']], 'number-updated': [['tags']], 'field-updated': [['customFields']] },
  provideContext: (app, touch) => {
    const tags = followQuery(app, 'numbers.read', createTagsQuery, touch);
    return () => ({ tags: tags() ?? [] });
  },
});
