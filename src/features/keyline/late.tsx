/** Parts of the area that load after the first rows: code of panes, the clipboard, the first steps. */
import { lazy, Suspense } from 'react';
import { loadWhenIdle } from '../../api/startupPhases.ts';
import { defineLateFeature } from '../../panes/feature.ts';
import { createClipboardServices } from './clipboard.ts';
import { markFirstSteps } from './firstSteps.ts';

const FirstSteps = lazy(loadWhenIdle(() => import('./FirstSteps.tsx')));

export const late = defineLateFeature({
  panes: {
    keys: () => import('../../keys/KeysPane.tsx').then(({ KeysPane }) => KeysPane),
  },
  services: () => ({ clipboard: createClipboardServices() }),
  onCommandDone: markFirstSteps,
  Status: function FirstStepsStatus() {
    return (
      <Suspense fallback={null}>
        <FirstSteps />
      </Suspense>
    );
  },
});
