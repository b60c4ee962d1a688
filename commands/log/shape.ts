/** The command log: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { LogTypes } from './types.ts';

export const log: AreaShape<LogTypes> = {
  rows: {
    commandRun: { nouns: ['command', 'commands'], getName: ({ title }) => title },
  },
  scopes: {
    log: { priority: 30, unavailable: ['Go to Command log first', 'go.log'] },
  },
  context: {},
};
