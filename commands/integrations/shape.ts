/** Integrations: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { IntegrationsTypes } from './types.ts';

export const integrations: AreaShape<IntegrationsTypes> = {
  rows: {
    integration: { nouns: ['integration', 'integrations'], getName: (row) => (row.provider === 'ga4' ? row.measurementId : row.name) },
  },
  scopes: {
    integrations: {
      priority: 30,
      unavailable: ['Go to Integrations first', 'go.integrations'],
      hints: [
        ['integrations.beginGa4', 'new'],
        ['list.open', 'edit'],
        ['integrations.testGa4', 'test'],
        ['integrations.delete', 'delete'],
      ],
    },
    ga4Form: {
      priority: 40,
      unavailable: ['Open an integration first', 'integrations.beginGa4'],
      isStep: true,
      hints: [
        ['integrations.saveGa4', 'save'],
        ['workspace.back', 'back'],
      ],
    },
    callConversions: { priority: 30, unavailable: ['Explain the conversions of a call first', 'go.calls'] },
  },
  context: {},
};
