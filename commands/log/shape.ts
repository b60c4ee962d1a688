/** The command log: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { LogTypes } from './types.ts';

export const log: AreaShape<LogTypes> = {
  rows: {
    commandRun: { words: ['command', 'commands'], nameOf: ({ title }) => title },
  },
  scopes: {
    log: { priority: 30, elsewhere: ['Go to Command log first', 'go.log'] },
  },
  context: {},
};
