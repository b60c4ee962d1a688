/** Parts of the area that load after the first rows: code of panes, services. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { SuspendedBanner } from './SuspendedBanner.tsx';

export const late = defineLateFeature({
  panes: { support: () => import('./SupportPane.tsx').then(({ SupportPane }) => SupportPane) },
  services: (deps) => ({
    support: deferServices(async () => (await import('./services.ts')).createSupportServices(deps)),
  }),
  Banner: SuspendedBanner,
});
