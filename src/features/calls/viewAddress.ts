/** The calls in an address: their search as the line a person types. */
import * as z from 'zod/mini';
import { formatCallQuery, parseCallQuery } from '#contract/text/callQuery.ts';
import { createViewAddress } from '../../panes/viewAddress.ts';
import { callViews } from './data.ts';

/** A line that reads; names of numbers and tags are looked up by the search itself. */
const Line = z.optional(
  z.pipe(
    z.string().check(
      z.maxLength(2_000),
      z.refine((line) => parseCallQuery(line).ok),
    ),
    z.transform((line) => {
      const read = parseCallQuery(line);
      return read.ok ? read.value : {};
    }),
  ),
);

export const address = createViewAddress({
  views: callViews,
  initial: { query: {} },
  params: z.object({ q: Line }),
  write: ({ query }) => ({ q: formatCallQuery(query) }),
  read: ({ q = {} }) => ({ query: q }),
});
