/** The tenant: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { tenantCommands } from './commands.ts';
import type { TenantTypes } from './types.ts';

export const tenant: CommandArea<TenantTypes> = {
  commands: [...tenantCommands],
  places: [
    {
      kind: 'emailSender',
      title: 'Go to Email sender',
      icon: 'mail',
      keywords: ['DKIM', 'SPF', 'DMARC', 'from', 'tenant', 'brand'],
      permission: 'tenant.manage',
    },
    { kind: 'tenant', title: 'Go to Brand', icon: 'palette', keywords: ['tenant', 'logo', 'color', 'name'], permission: 'tenant.manage' },
    { kind: 'customDomain', title: 'Go to Custom domain', icon: 'globe', keywords: ['tenant', 'DNS', 'host name'], permission: 'domain.manage' },
  ],
  triggers: {
    emailSender: {
      'sender.typed': { field: 'address' },
      'sender.submitted': { command: 'sender.start' },
      'sender.reopened': { command: 'sender.edit' },
      'sender.kept': { command: 'sender.keep' },
      'sender.looked': { command: 'sender.look' },
      'sender.removed': { command: 'sender.remove' },
      'sender.reloaded': { command: 'sender.retry' },
    },
    customDomain: {
      'domain.typed': { field: 'domain' },
      'domain.submitted': { command: 'domain.claim' },
      'domain.reopened': { command: 'domain.edit' },
      'domain.kept': { command: 'domain.keep' },
      'records.looked': { command: 'domain.look' },
      'tenant.synced': { command: 'domain.sync' },
      'domain.removed': { command: 'domain.remove' },
      'load.retried': { command: 'domain.retry' },
    },
  },
  keys: [
    ...createBindings('emailSender', { y: 'sender.copy', '#': 'sender.remove' }),
    { keys: 'mod+enter', command: 'sender.start', scope: 'emailSender', in: 'text' },
    ...createBindings('customDomain', { y: 'domain.copy', '#': 'domain.remove' }),
    { keys: 'mod+enter', command: 'domain.claim', scope: 'customDomain', in: 'text' },
  ],
};
