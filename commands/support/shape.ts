/** Asking support: its scope, as the rest of the app knows it. */
import type { AreaShape } from '../core/shape.ts';
import type { SupportTypes } from './types.ts';

export const support: AreaShape<SupportTypes> = {
  rows: {},
  scopes: {
    supportForm: {
      priority: 40,
      unavailable: ['Contact support first', 'support.ask'],
      isForm: true,
      hints: [
        ['support.send', 'send'],
        ['support.attach', 'attach'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { supportFiles: null },
};
