/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    registrations: () => import('./RegistrationsPane.tsx').then(({ RegistrationsPane }) => RegistrationsPane),
    registration: () => import('./RegistrationPane.tsx').then(({ RegistrationPane }) => RegistrationPane),
  },
  services: (deps) => ({
    smsVerification: deferServices(async () => (await import('./services.ts')).createSmsVerificationServices(deps)),
  }),
  changes: { 'registration-updated': [['registrations']] },
});
