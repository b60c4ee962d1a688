/** API keys: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { ApiKeysTypes } from './types.ts';

export const apiKeys: AreaShape<ApiKeysTypes> = {
  rows: { apiKey: { nouns: ['API key', 'API keys'], getName: ({ name }) => name } },
  scopes: {
    apiKeys: {
      priority: 30,
      unavailable: ['Go to API keys first', 'go.apiKeys'],
      hints: [
        ['apiKeys.create', 'new'],
        ['apiKeys.delete', 'delete'],
        ['list.focusFilter', 'search'],
      ],
    },
  },
  context: { isApiKeyShown: false },
};
