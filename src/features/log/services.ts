/** The command log, as commands reach it. */

import type { LogServices } from '#commands/log/types.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

export function createLogServices(app: App, open: () => void): LogServices {
  return {
    add: async (run) => {
      await app.api.call('me.logCommand', { body: run });
      await app.queries.invalidateQueries({ queryKey: keys.me('command-log') });
    },
    find: async (runId) => {
      const { data } = await app.api.call('me.commandLog', {});
      return data.find((run) => run.id === runId) ?? null;
    },
    open,
  };
}
