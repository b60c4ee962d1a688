/** Integrations: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { integrationCommands } from './commands.ts';
import { vendorKeywords } from './rows.ts';
import type { IntegrationsTypes } from './types.ts';

/** Commands that send the events of a vendor's flow, of a team chat where vendors differ. */
const ofOAuth = {
  'connection.begun': { command: 'integrations.connectChat' },
  'channel.chosen': { command: 'integrations.chooseChannel' },
  'account.chosen': { command: 'integrations.chooseStage' },
  'kind.toggled': { command: 'integrations.togglePosted' },
  'integration.switched': { command: 'integrations.switch' },
  'integration.synced': { command: 'integrations.sync' },
  'integration.resent': { command: 'integrations.resend' },
  'integration.deleted': { command: 'integrations.delete' },
} as const;

export const integrations: CommandArea<IntegrationsTypes> = {
  commands: [...integrationCommands],
  places: [
    {
      kind: 'integrations',
      title: 'Go to Integrations',
      icon: 'chart',
      keywords: [...vendorKeywords, 'conversions', 'events', 'connect'],
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
      'stream.discarded': { command: 'integrations.discardGa4' },
      'stream.tested': { command: 'integrations.testGa4' },
      'stream.switched': { command: 'integrations.switch' },
      'stream.resent': { command: 'integrations.resend' },
      'stream.deleted': { command: 'integrations.delete' },
    },
    integration: ofOAuth,
    adsIntegration: {
      ...ofOAuth,
      'connection.begun': { command: 'integrations.connectGoogleAds' },
      'account.chosen': { command: 'integrations.chooseAdAccount' },
      'kind.toggled': { command: 'integrations.toggleConversion' },
    },
    metaAdsIntegration: {
      ...ofOAuth,
      'connection.begun': { command: 'integrations.connectMetaAds' },
      'account.chosen': { command: 'integrations.choosePixel' },
      'kind.toggled': { command: 'integrations.toggleConversion' },
    },
    microsoftAdsIntegration: {
      ...ofOAuth,
      'connection.begun': { command: 'integrations.connectMicrosoftAds' },
      'account.chosen': { command: 'integrations.chooseMicrosoftAccount' },
      'kind.toggled': { command: 'integrations.toggleConversion' },
    },
    crmIntegration: { ...ofOAuth, 'connection.begun': { command: 'integrations.connectCrm' }, 'kind.toggled': { command: 'integrations.toggleRecorded' } },
  },
  keys: [
    ...createBindings('integrations', { c: 'integrations.beginGa4', '#': 'integrations.delete', s: 'integrations.testGa4' }),
    { keys: 'mod+enter', command: 'integrations.saveGa4', scope: 'ga4Form', in: 'text' },
  ],
  menus: {
    integration: [
      [
        'integrations.editGa4',
        'integrations.chooseChannel',
        'integrations.chooseStage',
        'integrations.chooseAdAccount',
        'integrations.choosePixel',
        'integrations.chooseMicrosoftAccount',
      ],
      ['integrations.testGa4', 'integrations.togglePosted', 'integrations.toggleRecorded', 'integrations.toggleConversion'],
      ['integrations.setRule', 'integrations.removeRule'],
      'integrations.reconnect',
      'integrations.sync',
      'integrations.resend',
      'integrations.switch',
      'integrations.delete',
    ],
  },
};
