/** Access policy around numbers: buying, changing, tags and custom fields. */
import { company, onLine, type Rule, shared, signedIn } from './rule.ts';

/** The rules by route. */
export const numberPolicy: Readonly<Record<string, Rule>> = {
  'numbers.get': onLine('see its numbers'),
  'numbers.update': onLine('edit numbers'),
  'numbers.remove': onLine('buy numbers'),
  'numbers.restore': onLine('buy numbers'),
  // The carrier does not answer in these tests.
  'numbers.rotate': (column, row, place) => {
    const answer = onLine('buy numbers')(column, row, place);
    return answer === 'ok' ? 502 : answer;
  },
  // The count that was shown is not the count that is found.
  'numbers.impact': onLine('see its numbers', 409),
  'numbers.triggers': onLine('edit numbers'),
  'numbers.bulkUpdate': onLine('edit numbers', 409),
  'numbers.bulkPreview': onLine('edit numbers', 409),
  'numbers.bulkRemove': onLine('buy numbers', 409),
  'numbers.undoBulk': shared('edit numbers'),

  // Search and order are refused where the carrier does not answer: nobody listens in these tests.
  'purchase.locate': company('buy numbers', 502),
  'purchase.buy': company('buy numbers', 502),
  'purchase.get': shared('buy numbers'),
  'purchase.prefixes': company('buy numbers'),
  'purchase.patterns': company('buy numbers'),
  'purchase.overlay': company('see its numbers'),

  'porting.list': company('buy numbers'),
  'porting.get': shared('buy numbers'),
  // The carrier does not answer in these tests.
  'porting.check': company('buy numbers', 502),
  'porting.create': company('buy numbers', 502),
  // No directory is configured in these tests.
  'lookups.caller': company('look up callers', 422),

  'tags.list': company('see its numbers'),
  'tags.create': company('edit numbers'),
  'tags.update': shared('edit numbers'),
  'tags.delete': shared('edit numbers'),
  'customFields.types': signedIn,
  'customFields.list': company('see its numbers'),
  'customFields.create': company('manage custom fields'),
  'customFields.update': shared('manage custom fields'),
  'customFields.delete': shared('manage custom fields'),
  'customFields.values': onLine('see its numbers'),
  'customFields.setValues': onLine('set custom field values'),

  'templates.list': company('see its numbers'),
  'templates.get': shared('see its numbers'),
  'templates.create': company('say how numbers ring'),
  'templates.update': shared('say how numbers ring'),
  'templates.remove': shared('say how numbers ring'),
  'templates.preview': shared('say how numbers ring'),
  'templates.apply': shared('say how numbers ring'),
  'marketplace.list': company('see its numbers'),
  'marketplace.listings': company('see its numbers'),
  'marketplace.kpi': company('see its numbers'),
  'marketplace.report': company('see its numbers'),
  'marketplace.get': onLine('see its numbers'),
  'marketplace.update': onLine('buy numbers'),
  'forwards.list': company('see its numbers'),

  'blocks.list': company('see blocked callers'),
  'blocks.create': onLine('block callers'),
  'blocks.delete': onLine('block callers'),
  'blocks.bulkCreate': onLine('block callers'),
  // Ids that are not the caller's are passed over.
  'blocks.bulkDelete': onLine('block callers'),
};
