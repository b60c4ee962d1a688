/** Parts of the area that load after the first rows: code of the pane, services, the mark in the bottom line. */
import { lazy, Suspense } from 'react';
import { loadWhenIdle } from '../../api/startupPhases.ts';
import { defineLateFeature } from '../../panes/feature.ts';

const NewsStatus = lazy(loadWhenIdle(() => import('./NewsStatus.tsx')));

export const late = defineLateFeature({
  panes: {
    news: () => import('./NewsPane.tsx').then(({ NewsPane }) => NewsPane),
  },
  services: ({ handle }) => ({ news: { move: (to) => handle('news')?.move(to) } }),
  Status: function News() {
    return (
      <Suspense fallback={null}>
        <NewsStatus />
      </Suspense>
    );
  },
});
