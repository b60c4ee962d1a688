/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { followQuery } from '../../panes/companyQuery.ts';
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { createNumbersQuery } from './data.ts';
import { listenToNumbers } from './live.ts';

export const late = defineLateFeature({
  panes: {
    numbers: () => import('./NumbersPane.tsx').then(({ NumbersPane }) => NumbersPane),
    number: () => import('./NumberPane.tsx').then(({ NumberPane }) => NumberPane),
  },
  services: (deps) => ({
    numbers: deferServices(async () => (await import('./services.ts')).createNumberServices(deps)),
  }),
  start: ({ app }) => void listenToNumbers(app),
  provideContext: (app, touch) => {
    const numbers = followQuery(app, 'numbers.read', createNumbersQuery, touch);
    return () => {
      const known = numbers();
      return { numbers: known ?? [], areNumbersHere: known !== null };
    };
  },
});
