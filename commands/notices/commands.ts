/** The log of notices: taking entries out, doing what one offers. Opening and emptying it are commands of `keyline`. */
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';

const noticeBase = { group: 'Keyline', scopes: ['notices'], quiet: true } as const;

/** Commands of the notices' pane. */
export const noticeCommands: readonly Command[] = [
  command({
    ...noticeBase,
    id: 'notices.dismiss',
    title: 'Dismiss selected notices',
    keywords: ['remove', 'clear', 'hide'],
    icon: 'x',
    rows: 'notice',
    run: async ({ context, services }) => services.notices.remove((getRows(context, 'notice')?.rows ?? []).map(({ id }) => id)),
  }),
  command({
    ...noticeBase,
    id: 'notices.act',
    title: 'Run notice action',
    keywords: ['undo', 'action', 'again'],
    icon: 'zap',
    rows: { kind: 'notice', max: 1 },
    available: (context): Availability => getRows(context, 'notice')?.rows[0]?.action !== undefined || { reason: 'This notice has no action' },
    detail: (context) => getRows(context, 'notice')?.rows[0]?.action?.title ?? null,
    run: async ({ context, services }) => {
      const row = getRows(context, 'notice')?.rows[0];
      if (row) services.notices.act(row.id);
    },
  }),
];
