/** Commands over runs of commands. */
import { type Command, command } from '../core/command.ts';
import { toArgText } from '../core/dispatcher.ts';
import { getRows } from '../core/rows.ts';
import { getPlacedUrl } from '../core/url.ts';

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
      const logged = context.commands.find(({ id }) => id === run?.commandId);
      if (!run || !logged) throw new Error('Select a command first');
      // The log knows in which company it ran, and not on what.
      const company = context.companies.find(({ id }) => id === run.companyId);
      return services.clipboard.copyLink(getPlacedUrl(logged, toArgText(run.args), company ? `/${company.slug}` : null));
    },
  }),
];
