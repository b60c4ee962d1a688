/** All kinds of panes, area by area. */
import { activityPanes } from '../features/activity/panes.ts';
import { blockPanes } from '../features/blocks/panes.ts';
import { callingPanes } from '../features/calling/panes.ts';
import { callPanes } from '../features/calls/panes.ts';
import { companyPanes } from '../features/companies/panes.ts';
import { contactPanes } from '../features/contacts/panes.ts';
import { conversationPanes } from '../features/conversations/panes.ts';
import { logPanes } from '../features/log/panes.ts';
import { noticePanes } from '../features/notices/panes.ts';
import { numberPanes } from '../features/numbers/panes.ts';
import { purchasePanes } from '../features/purchase/panes.ts';
import { routingPanes } from '../features/routing/panes.ts';
import { tagPanes } from '../features/tags/panes.ts';
import { latePane } from '../panes/latePane.ts';
import type { PaneRegistry } from '../panes/registry.ts';

export const panes: PaneRegistry = {
  ...conversationPanes,
  ...contactPanes,
  ...activityPanes,
  ...numberPanes,
  ...blockPanes,
  ...purchasePanes,
  ...callPanes,
  ...tagPanes,
  ...callingPanes,
  ...routingPanes,
  ...companyPanes,
  ...logPanes,
  ...noticePanes,
  help: {
    title: 'What works here',
    Component: latePane(() => import('../keys/KeysPane.tsx').then((module) => module.HelpPane)),
  },
  keys: {
    title: 'Keys',
    Component: latePane(() => import('../keys/KeysPane.tsx').then((module) => module.KeysPane)),
  },
};
