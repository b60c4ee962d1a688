/** Greetings: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const greetings: RowMenus = {
  greeting: ['greetings.play', 'greetings.edit', 'greetings.delete'],
};
