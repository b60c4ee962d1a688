/** Commands over runs of commands. */
import { type Command, command } from '../core/command.ts';
import { toArgText } from '../core/dispatcher.ts';
import { getRows } from '../core/rows.ts';
import { getCommandUrl } from '../core/url.ts';

/** Commands of the command log. */
export const logCommands: readonly Command[] = [
  command({
    id: 'log.copyLink',
    title: 'Copy link to logged command',
    group: 'Keyline',
    keywords: ['url', 'address', 'share', 'clipboard'],
    icon: 'link',
    scopes: ['log'],
    rows: { kind: 'commandRun', max: 1 },
    quiet: true,
    available: (context) => {
      const run = getRows(context, 'commandRun')?.rows[0];
      return !run || context.commands.some(({ id }) => id === run.commandId) || { reason: 'This entry can’t be run again' };
    },
    run: async ({ context, services }) => {
      const run = getRows(context, 'commandRun')?.rows[0];
      if (!run) throw new Error('Select a command first');
      return services.clipboard.copyLink(getCommandUrl(run.commandId, toArgText(run.args)));
    },
  }),
];
