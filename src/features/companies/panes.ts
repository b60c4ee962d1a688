/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const companyPanes = {
  companies: {
    kind: 'companies',
    title: 'Companies',
    icon: 'building',
    path: '/companies',
    Component: latePane(() => import('./CompaniesPane.tsx').then((module) => module.CompaniesPane)),
  },
} as const;
