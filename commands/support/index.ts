/** Asking support: the area’s commands and keys. */

import { supportAttachments } from '#contract/support/entities.ts';
import type { CommandArea } from '../core/area.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Context } from '../core/types.ts';
import { findAskedCompany } from './company.ts';
import type { SupportTypes } from './types.ts';

/** All roles may ask, also where their company is suspended: how else would they learn why. */
function checkCompany(context: Context): Availability {
  const company = findAskedCompany(context);
  if (company === null) return { reason: 'Select a company first', unblock: { commandId: 'company.switch' } };
  if (company.status === 'suspended' || context.permissions.has('support.write')) return true;
  return { reason: 'Load the company first', unblock: { commandId: 'company.retry' } };
}

const formBase = { group: 'Keyline', scopes: ['supportForm'] } as const;

const commands: readonly Command[] = [
  command({
    id: 'support.ask',
    title: 'Contact support',
    group: 'Keyline',
    keywords: ['ask', 'ticket', 'contact us', 'problem'],
    icon: 'mail',
    scopes: ['workspace'],
    offline: true,
    quiet: true,
    available: checkCompany,
    run: async ({ services }) => services.support.open(),
  }),
  command({
    ...formBase,
    id: 'support.send',
    title: 'Support ticket: Send',
    keywords: ['submit'],
    icon: 'send',
    offline: false,
    available: checkCompany,
    run: async ({ services }) => services.support.send(),
  }),
  command({
    ...formBase,
    id: 'support.attach',
    title: 'Support ticket: Attach file',
    keywords: ['upload', 'screenshot', 'picture'],
    icon: 'paperclip',
    quiet: true,
    available: ({ supportFiles }) => (supportFiles ?? []).length < supportAttachments || { reason: `You can attach up to ${supportAttachments} files` },
    run: async ({ services }) => services.support.attach(),
  }),
  command({
    ...formBase,
    id: 'support.detach',
    title: 'Support ticket: Remove file',
    keywords: ['attachment'],
    icon: 'x',
    quiet: true,
    available: ({ supportFiles }) => (supportFiles ?? []).length > 0 || { reason: 'No files are attached' },
    args: {
      file: arg.list({
        label: 'File',
        options: ({ supportFiles }) => (supportFiles ?? []).map((name, index) => ({ value: index, id: String(index), title: name, icon: 'paperclip' })),
      }),
    },
    run: async ({ args, services }) => services.support.detach(args.file),
  }),
  command({
    ...formBase,
    id: 'support.toggleCallback',
    title: 'Support ticket: Toggle callback',
    keywords: ['call back', 'phone'],
    icon: 'phone',
    quiet: true,
    run: async ({ services }) => services.support.toggleCallback(),
  }),
  command({
    ...formBase,
    id: 'support.discard',
    title: 'Support ticket: Discard',
    keywords: ['clear', 'cancel'],
    icon: 'x',
    quiet: true,
    run: async ({ services }) => services.support.discard(),
  }),
];

export const support: CommandArea<SupportTypes> = {
  commands,
  places: [{ kind: 'support', title: 'Go to Support', icon: 'mail', keywords: ['ticket'], permission: null, available: checkCompany }],
  triggers: {},
  keys: [
    { keys: 'mod+enter', command: 'support.send', scope: 'supportForm', in: 'text' },
    { keys: 'mod+u', command: 'support.attach', scope: 'supportForm', in: 'text' },
  ],
};
