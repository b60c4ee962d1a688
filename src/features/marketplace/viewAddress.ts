/** The marketplace in an address. */
import * as z from 'zod/mini';
import { createViewAddress } from '../../panes/viewAddress.ts';
import { marketplaceViews } from './data.ts';

export const address = createViewAddress({
  views: marketplaceViews,
  initial: { which: 'all' },
  params: z.object({ show: z.optional(z.enum(['all', 'listed'])) }),
  write: ({ which }) => ({ show: which }),
  read: ({ show = 'all' }) => ({ which: show }),
});
