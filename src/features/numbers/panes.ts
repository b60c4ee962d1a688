/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const numberPanes = {
  numbers: {
    kind: 'numbers',
    title: 'Numbers',
    icon: 'hash',
    path: '/numbers/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./NumbersPane.tsx').then((module) => module.NumbersPane)),
  },
  number: {
    kind: 'number',
    title: 'Number',
    icon: 'hash',
    path: '/number/:id',
    permission: 'numbers.read',
    Component: latePane(() => import('./NumberPane.tsx').then((module) => module.NumberPane)),
  },
} as const;
