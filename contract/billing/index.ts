/** Billing and subscription: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const billing = area({ routes, changes: ['subscription-updated', 'invoice-updated'], about: 'billing' });
