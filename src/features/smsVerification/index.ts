/** SMS verification: registrations for texting, the form, and one registration. */
import { defineFeature } from '../../panes/feature.ts';

export const smsVerification = defineFeature({
  panes: {
    registrations: { title: 'SMS verification', path: 'sms-verification', permission: 'registration.read', view: {} },
    registration: { title: 'Registration', home: 'registrations', permission: 'registration.read' },
  },
  late: () => import('./late.ts'),
});
