/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const purchasePanes = {
  purchase: {
    title: 'Buy numbers',
    path: '/buy',
    permission: 'numbers.buy',
    Component: latePane(() => import('./PurchasePane.tsx').then((module) => module.PurchasePane)),
  },
} as const;
