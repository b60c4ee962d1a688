/** Parts of the area that load after the first rows: code of panes, the clipboard. */
import { defineLateFeature } from '../../panes/feature.ts';
import { createClipboardServices } from './clipboard.ts';

export const late = defineLateFeature({
  panes: {
    keys: () => import('../../keys/KeysPane.tsx').then(({ KeysPane }) => KeysPane),
  },
  services: () => ({ clipboard: createClipboardServices() }),
});
