/** The keymap to ship (KEYS.md): one document of all bindings, from the faces of the areas, and the presets as changes to it. Data only. */
import { areas } from '../areaOrder.ts';
import type { Binding } from './binding.ts';

/** Keyline's own keys. */
export const defaultBindings: readonly Binding[] = areas.flatMap(({ keys }) => keys);

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
