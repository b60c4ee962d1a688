/** Panes and layouts of the workspace. */

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Layouts for the three kinds of user. */
export const presets = ['agent', 'admin', 'support'] as const;

export type Preset = (typeof presets)[number];

/** Position in which a pane opens: in the focused place, beside it, below it, or the pane of that kind which is open already. */
export type PanePlacement = 'here' | 'beside' | 'below' | 'reuse';

/** Types the area adds to those shared by all commands. */
export interface WorkspaceTypes {
  readonly scopes: 'workspace';
  readonly context: {
    /** Names of the person's saved layouts, without `current`. */
    readonly layouts: readonly string[];
    /** Sides of the focused pane on which another stands. */
    readonly neighbours: readonly Direction[];
    /** True when a pane was closed in this view and can come back. */
    readonly canReopen: boolean;
  };
}
