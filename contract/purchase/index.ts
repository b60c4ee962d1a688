/** Buying numbers: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const purchase = area({
  routes,
  changes: ['purchase-updated'],
  about: 'number purchases',
  acts: { buy: 'Bought numbers', locate: 'Searched numbers to buy' },
});
