/** Numbers: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const numbers: RowMenus = {
  number: [
    'numbers.open',
    'routing.editRow',
    'routing.simulate',
    'numbers.label',
    'numbers.addTag',
    'routing.setHours',
    'routing.copyHours',
    'templates.apply',
    'numbers.openInbox',
    'numbers.openActivity',
    'numbers.copy',
    ['numbers.park', 'numbers.activate'],
    'numbers.rotate',
    'numbers.remove',
  ],
};
