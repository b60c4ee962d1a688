/** The blocked callers in an address. */
import * as z from 'zod/mini';
import { createViewAddress, SearchText } from '../../panes/viewAddress.ts';
import { blockViews } from './data.ts';

export const address = createViewAddress({
  views: blockViews,
  initial: { q: undefined },
  params: z.object({ q: SearchText }),
  write: ({ q }) => ({ q }),
  read: ({ q }) => ({ q }),
});
