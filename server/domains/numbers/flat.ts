/** Fields of a bulk update without wrappers, as the specification has them: changes and filters side by side. */

import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { NumberFilter } from '../../access/numberSelection.ts';
import { AppError } from '../../http/errors.ts';
import type { BulkChanges } from './bulkUpdate.ts';

/**
 * Tells changes and filters of a bulk update apart. Changes stand under `set` or flat, not both. `status` is a name of either: flat it is the filter
 * where the changes stand under `set`, the change where numbers are listed or the filter stands under `filter`, and refused where it could be both.
 */
export function parseFlatChanges(body: RouteBody<typeof routes.numbers.bulkUpdate>): { readonly set: BulkChanges; readonly filter: NumberFilter } {
  const { set, all, filter, status, q, tagId, label, callTranscriptionEnabled, smsEnabled, addTags, removeTags, field } = body;
  const flat = { label, callTranscriptionEnabled, smsEnabled, addTags, removeTags, field };
  if (set) {
    const twice = Object.values(flat).some((value) => value !== undefined);
    if (twice) throw new AppError('invalid', { field: 'set', message: 'Send changes either under set or beside it, not both' });
    return { set, filter: { q, tagId, status } };
  }
  if (status !== undefined && all !== undefined && !filter)
    throw new AppError('invalid', { field: 'status', message: 'This status could be a filter or a change. Send it under filter or under set.' });
  if (status === 2) throw new AppError('invalid', { field: 'status', message: 'Use 0 for active or 1 for parked. Removing numbers is a call of its own.' });
  return { set: { ...flat, status: status === 0 || status === 1 ? status : undefined }, filter: { q, tagId } };
}
