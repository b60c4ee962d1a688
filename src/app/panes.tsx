/** All kinds of panes, area by area, and their components: those of the first screen, and those whose code comes after it. */
import type { ComponentType } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import { whenIdle } from '../api/startupPhases.ts';
import { activityPanes } from '../features/activity/panes.ts';
import { blockPanes } from '../features/blocks/panes.ts';
import { callingPanes } from '../features/calling/panes.ts';
import { callPanes } from '../features/calls/panes.ts';
import { companyPanes } from '../features/companies/panes.ts';
import { contactPanes } from '../features/contacts/panes.ts';
import { InboxPane } from '../features/conversations/InboxPane.tsx';
import { conversationPanes } from '../features/conversations/panes.ts';
import { forwardPanes } from '../features/forwards/panes.ts';
import { greetingPanes } from '../features/greetings/panes.ts';
import { logPanes } from '../features/log/panes.ts';
import { marketplacePanes } from '../features/marketplace/panes.ts';
import { noticePanes } from '../features/notices/panes.ts';
import { numberPanes } from '../features/numbers/panes.ts';
import { portingPanes } from '../features/porting/panes.ts';
import { purchasePanes } from '../features/purchase/panes.ts';
import { routingPanes } from '../features/routing/panes.ts';
import { schedulePanes } from '../features/schedule/panes.ts';
import { tagPanes } from '../features/tags/panes.ts';
import { templatePanes } from '../features/templates/panes.ts';
import { latePane } from '../panes/lazyPane.ts';
import type { PaneProps, PaneRegistry } from '../panes/registry.ts';

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
  ...greetingPanes,
  ...templatePanes,
  ...marketplacePanes,
  ...forwardPanes,
  ...schedulePanes,
  ...portingPanes,
  ...companyPanes,
  ...logPanes,
  ...noticePanes,
  help: { title: 'Keyboard shortcuts' },
  keys: { title: 'Keys' },
};

/** What the first screen draws. */
const first = {
  inbox: InboxPane,
  conversation: latePane(() => import('../features/conversations/ThreadPane.tsx').then((module) => module.ThreadPane)),
  contact: latePane(() => import('../features/contacts/ContactPane.tsx').then((module) => module.ContactPane)),
};
const isFirst = (kind: PaneKind): kind is keyof typeof first => kind in first;
/** Kinds of panes whose code comes after the first screen's. */
export type LaterKind = Exclude<PaneKind, keyof typeof first>;

const code = whenIdle(() => import('./paneCode.ts'));
const made = new Map<LaterKind, ComponentType<PaneProps>>();

/** What draws panes of a kind. */
export function paneOf(kind: PaneKind): ComponentType<PaneProps> {
  if (isFirst(kind)) return first[kind];
  const known = made.get(kind);
  if (known) return known;
  const late = latePane(async () => (await code()).paneCode[kind]());
  made.set(kind, late);
  return late;
}
