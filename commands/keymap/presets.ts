/** The presets as changes to the shipped keys (KEYS.md), which are the areas' own. Data only. */

/** Changes of a preset: command → its keys; none takes them away. */
export type Overrides = Readonly<Record<string, readonly string[]>>;

/** Fingers that come from elsewhere. `none` leaves what every program has: arrows, Enter, Escape, the palette. */
export const presetOverrides: Readonly<Record<'keyline' | 'superhuman' | 'linear', Overrides>> = {
  keyline: {},
  superhuman: {
    'workspace.back': ['escape'],
    'conversations.restore': ['shift+e'],
    'conversations.markUnread': ['u'],
    'notes.write': ['m'],
  },
  linear: {
    'workspace.back': ['escape'],
    'conversations.archive': ['backspace'],
    'conversations.restore': ['backspace'],
    'conversations.markUnread': ['u'],
    'company.switch': ['o w', 'mod+shift+o'],
    'list.open': ['enter'],
  },
};
