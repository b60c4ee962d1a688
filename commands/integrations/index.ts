/** Integrations: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { integrationCommands } from './commands.ts';
import type { IntegrationsTypes } from './types.ts';

export const integrations: CommandArea<IntegrationsTypes> = {
  commands: [...integrationCommands],
  places: [
    {
      kind: 'integrations',
      title: 'Go to Integrations',
      icon: 'chart',
      keywords: ['GA4', 'Google Analytics', 'conversions', 'events', 'connect'],
      permission: 'integrations.read',
    },
  ],
  triggers: {
    ga4Integration: {
      'stream.opened': { command: 'integrations.beginGa4' },
      'detail.typed': { field: 'measurementId' },
      'kind.toggled': { command: 'integrations.toggleKind' },
      'active.toggled': { command: 'integrations.toggleActive' },
      'stream.submitted': { command: 'integrations.saveGa4' },
      'stream.closed': { command: 'integrations.closeGa4' },
      'stream.tested': { command: 'integrations.testGa4' },
      'stream.switched': { command: 'integrations.switchGa4' },
      'stream.resent': { command: 'integrations.resendGa4' },
      'stream.deleted': { command: 'integrations.deleteGa4' },
    },
  },
  keys: [
    ...createBindings('integrations', { c: 'integrations.beginGa4', '#': 'integrations.deleteGa4', s: 'integrations.testGa4' }),
    { keys: 'mod+enter', command: 'integrations.saveGa4', scope: 'ga4Form', in: 'text' },
  ],
};
