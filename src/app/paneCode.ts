/** Where the code is of each kind of pane that the first screen does without; fetched one after another while nobody waits. */
import type { ComponentType } from 'react';
import { whenIdle } from '../api/startupPhases.ts';
import type { PaneProps } from '../panes/registry.ts';
import type { LaterKind } from './panes.tsx';

export const paneCode: Readonly<Record<LaterKind, () => Promise<ComponentType<PaneProps>>>> = {
  contacts: () => import('../features/contacts/ContactsPane.tsx').then((module) => module.ContactsPane),
  activity: () => import('../features/activity/ActivityPane.tsx').then((module) => module.ActivityPane),
  numbers: () => import('../features/numbers/NumbersPane.tsx').then((module) => module.NumbersPane),
  number: () => import('../features/numbers/NumberPane.tsx').then((module) => module.NumberPane),
  blocks: () => import('../features/blocks/BlocksPane.tsx').then((module) => module.BlocksPane),
  purchase: () => import('../features/purchase/PurchasePane.tsx').then((module) => module.PurchasePane),
  calls: () => import('../features/calls/CallsPane.tsx').then((module) => module.CallsPane),
  call: () => import('../features/calls/CallPane.tsx').then((module) => module.CallPane),
  tags: () => import('../features/tags/TagsPane.tsx').then((module) => module.TagsPane),
  customFields: () => import('../features/tags/CustomFieldsPane.tsx').then((module) => module.CustomFieldsPane),
  live: () => import('../features/calling/LivePane.tsx').then((module) => module.LivePane),
  routing: () => import('../features/routing/RoutingPane.tsx').then((module) => module.RoutingPane),
  simulator: () => import('../features/routing/SimulatorPane.tsx').then((module) => module.SimulatorPane),
  schedule: () => import('../features/schedule/SchedulePane.tsx').then((module) => module.SchedulePane),
  greetings: () => import('../features/greetings/GreetingsPane.tsx').then((module) => module.GreetingsPane),
  ports: () => import('../features/porting/PortsPane.tsx').then((module) => module.PortsPane),
  port: () => import('../features/porting/PortPane.tsx').then((module) => module.PortPane),
  templates: () => import('../features/templates/TemplatesPane.tsx').then((module) => module.TemplatesPane),
  template: () => import('../features/routing/TemplatePane.tsx').then((module) => module.TemplatePane),
  marketplace: () => import('../features/marketplace/MarketplacePane.tsx').then((module) => module.MarketplacePane),
  forwards: () => import('../features/forwards/ForwardsPane.tsx').then((module) => module.ForwardsPane),
  companies: () => import('../features/companies/CompaniesPane.tsx').then((module) => module.CompaniesPane),
  log: () => import('../features/log/LogPane.tsx').then((module) => module.LogPane),
  notices: () => import('../features/notices/NoticesPane.tsx').then((module) => module.NoticesPane),
  help: () => import('../keys/KeysPane.tsx').then((module) => module.HelpPane),
  keys: () => import('../keys/KeysPane.tsx').then((module) => module.KeysPane),
};

for (const load of Object.values(paneCode)) whenIdle(load);
