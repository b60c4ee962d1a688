/** API keys: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const apiKeys = area({ routes, changes: ['api-key-updated'], about: 'API keys', acts: { create: 'Created an API key' } });
