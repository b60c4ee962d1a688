/** Notifications of numbers: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { NotificationsTypes } from './types.ts';

export const notifications: AreaShape<NotificationsTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
