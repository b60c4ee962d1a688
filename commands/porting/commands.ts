/** Bringing numbers in from another carrier: each step of the flow is a command, and so is looking at a request. */

import type { PortRequest } from '#contract/porting/entities.ts';
import { type PortDocumentKind, portDocumentKinds, portDocumentLabel } from '#contract/porting/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const group = 'Numbers';

const formBase = { group, scopes: ['portForm', 'ports'] } as const;

const portBase = { group, permission: 'numbers.buy', quiet: true, rows: { kind: 'port', max: 1 } } as const;

const getPort = (context: Context): PortRequest => {
  const port = getRows(context, 'port')?.rows[0];
  if (!port) throw new Error('Select a port-in request first');
  return port;
};

const createDocumentCommand = (kind: PortDocumentKind, title: string, keywords: readonly string[]): Command =>
  command({
    ...formBase,
    id: `porting.${kind}`,
    title,
    keywords: ['file', 'upload', 'paper', 'document', ...keywords],
    icon: 'upload',
    quiet: true,
    available: (context) => checkEvent(context, 'portIn', 'document.chosen'),
    run: async ({ services }) => services.porting.chooseDocument(kind),
  });

/** Commands over port-in requests. */
export const portingCommands: readonly Command[] = [
  command({
    group,
    permission: 'numbers.buy',
    scopes: ['workspace'],
    id: 'porting.begin',
    title: 'Port numbers in',
    keywords: ['port', 'porting', 'transfer', 'keep my number', 'new', 'bring in', 'losing carrier'],
    icon: 'phone-incoming',
    quiet: true,
    run: async ({ services }) => services.porting.begin(),
  }),
  command({
    ...portBase,
    scopes: ['ports'],
    id: 'porting.open',
    title: 'Open port-in request',
    keywords: ['detail', 'status', 'history', 'numbers'],
    icon: 'phone-incoming',
    run: async ({ context, services }) => services.porting.open(getPort(context).id),
  }),
  command({
    ...portBase,
    scopes: ['ports', 'port'],
    id: 'porting.document',
    title: 'View port-in document',
    keywords: ['letter', 'bill', 'document', 'download', 'paper'],
    icon: 'file',
    args: { kind: arg.one('Document', portDocumentKinds, portDocumentLabel) },
    run: async ({ context, args, services }) => services.porting.openDocument(getPort(context), args.kind),
  }),
  flowCommand({ ...formBase, id: 'porting.check', title: 'Port-in: Check portability', icon: 'check', keywords: ['portable', 'next'] }, 'portIn', {
    type: 'numbers.checked',
  }),
  flowCommand({ ...formBase, id: 'porting.accept', title: 'Port-in: Continue with portable numbers', icon: 'check', keywords: ['rest', 'next'] }, 'portIn', {
    type: 'rest.accepted',
  }),
  createDocumentCommand('letter', 'Port-in: Upload Letter of Authorization (LOA)', ['LOA', 'signature']),
  createDocumentCommand('bill', 'Port-in: Upload phone bill', ['invoice', 'utility', 'losing', 'carrier']),
  flowCommand({ ...formBase, id: 'porting.finish', title: 'Port-in: Continue to review', icon: 'check', keywords: ['next', 'documents', 'papers'] }, 'portIn', {
    type: 'documents.finished',
  }),
  flowCommand({ ...formBase, id: 'porting.revise', title: 'Port-in: Edit numbers and account', icon: 'undo', keywords: ['change', 'edit', 'back'] }, 'portIn', {
    type: 'draft.revised',
  }),
  flowCommand(
    { ...formBase, id: 'porting.confirm', title: 'Port-in: Submit request', icon: 'check-check', keywords: ['confirm', 'submit', 'send'], changes: true },
    'portIn',
    {
      type: 'port.confirmed',
    },
  ),
  flowCommand(
    { ...formBase, id: 'porting.retry', title: 'Port-in: Check submission status', icon: 'refresh', keywords: ['retry', 'again'], changes: true },
    'portIn',
    {
      type: 'port.retried',
    },
  ),
  flowCommand({ ...formBase, id: 'porting.renew', title: 'Port-in: Start new request', icon: 'plus', keywords: ['new'] }, 'portIn', { type: 'port.renewed' }),
  flowCommand({ ...formBase, id: 'porting.close', title: 'Port-in: Close', icon: 'x', keywords: ['cancel', 'discard'] }, 'portIn', { type: 'port.closed' }),
];
