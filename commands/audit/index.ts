/** The audit log: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { type Command, command } from '../core/command.ts';
import { createBindings } from '../keymap/binding.ts';
import type { AuditTypes } from './types.ts';

const base = { group: 'Company', icon: 'filter', scopes: ['workspace'], permission: 'audit.read', quiet: true } as const;

const commands: readonly Command[] = [
  command({
    ...base,
    id: 'audit.showStaff',
    title: 'Show audit log of support staff',
    keywords: ['impersonate', 'acting as', 'trail', 'filter'],
    run: async ({ services }) => services.audit.show(true),
  }),
  command({
    ...base,
    id: 'audit.showAll',
    title: 'Show all of audit log',
    keywords: ['trail', 'history', 'filter'],
    run: async ({ services }) => services.audit.show(false),
  }),
];

export const audit: CommandArea<AuditTypes> = {
  commands,
  places: [{ kind: 'audit', title: 'Go to Audit log', icon: 'history', keywords: ['trail', 'history', 'who changed'], permission: 'audit.read' }],
  triggers: {},
  keys: [...createBindings('audit', { f: 'audit.showStaff' })],
};
