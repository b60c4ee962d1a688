/** Conversations and their items: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const conversations = area({ routes, changes: ['conversation-updated', 'item-created', 'item-updated', 'item-deleted'], about: 'conversations' });
