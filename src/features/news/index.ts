/** What’s new in the product. */
import { defineFeature } from '../../panes/feature.ts';

export const news = defineFeature({
  panes: { news: { title: 'What’s new', view: {} } },
  late: () => import('./late.tsx'),
});
