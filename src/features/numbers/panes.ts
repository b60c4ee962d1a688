/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const numberPanes = {
  numbers: {
    title: 'Numbers',
    path: '/numbers/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./NumbersPane.tsx').then((module) => module.NumbersPane)),
  },
  number: {
    title: 'Number',
    path: '/number/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./NumberPane.tsx').then((module) => module.NumberPane)),
  },
} as const;
