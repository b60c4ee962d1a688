/** Panes and layouts: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { WorkspaceTypes } from './types.ts';

export const workspace: AreaShape<WorkspaceTypes> = {
  rows: {},
  scopes: {
    workspace: { priority: 10, unavailable: ['Sign in first'], hints: [['workspace.back', 'back']] },
  },
  context: { layouts: [], neighbours: [], canReopen: false },
};
