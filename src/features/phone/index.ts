/** Calls in the app. */
import { defineFeature } from '../../panes/feature.ts';

export const phone = defineFeature({ panes: {}, late: () => import('./late.ts') });
