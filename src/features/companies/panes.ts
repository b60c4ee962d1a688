/** The panes of the area. */
import { latePane } from '../../panes/latePane.ts';

export const companyPanes = {
  companies: {
    title: 'Companies',
    Component: latePane(() => import('./CompaniesPane.tsx').then((module) => module.CompaniesPane)),
  },
} as const;
