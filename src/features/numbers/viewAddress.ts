/** The numbers in an address. */
import * as z from 'zod/mini';
import { NumberFilter } from '#contract/numbers/entities.ts';
import { numberSorts } from '#contract/numbers/enums.ts';
import { updateFilter } from '../../panes/listViewStore.ts';
import { createSortSchema, createViewAddress, formatSort } from '../../panes/viewAddress.ts';
import { allNumbers, numberViews } from './data.ts';

const { q, status, tagId } = NumberFilter.shape;

export const address = createViewAddress({
  views: numberViews,
  initial: allNumbers,
  params: z.object({ q, status, tag: tagId, sort: createSortSchema(numberSorts) }),
  write: ({ filter, sort }) => ({ q: filter.q, status: filter.status, tag: filter.tagId, sort: formatSort(sort) }),
  read: ({ tag, sort = allNumbers.sort, ...others }) => ({ filter: updateFilter({}, { ...others, tagId: tag }), sort }),
});
