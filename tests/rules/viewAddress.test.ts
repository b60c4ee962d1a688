/** What a list is narrowed by stands in its address: written and read again it is the same, and what can’t be read leaves the rest as it is. */
import { describe, expect, it } from 'vitest';
import { activityViews } from '#src/features/activity/data.ts';
import { address as activity } from '#src/features/activity/viewAddress.ts';
import { callViews } from '#src/features/calls/data.ts';
import { address as calls } from '#src/features/calls/viewAddress.ts';
import { address as contacts } from '#src/features/contacts/viewAddress.ts';
import { inboxViews } from '#src/features/conversations/data.ts';
import { address as inbox } from '#src/features/conversations/viewAddress.ts';
import { marketplaceViews } from '#src/features/marketplace/data.ts';
import { address as marketplace } from '#src/features/marketplace/viewAddress.ts';
import { numberViews } from '#src/features/numbers/data.ts';
import { address as numbers } from '#src/features/numbers/viewAddress.ts';
import { contactViews } from '#src/shared/contactFilter.ts';

const here = 1;
const elsewhere = 2;

describe('A list in its address', () => {
  it('that shows what it shows at first has no query', () => {
    for (const address of [activity, calls, contacts, inbox, marketplace, numbers]) expect(address.format(99)).toBe('');
  });

  it.each([
    ['?q=dana%2C+100%25&unread=1&numbers=3%2C7&sort=oldest', inbox, inboxViews],
    ['?in=messages&archived=1&types=calls%2Cmessages', inbox, inboxViews],
    ['?archived=', inbox, inboxViews],
    ['?q=missed+last+7d+number%3A%22Google+ads%22', calls, callViews],
    ['?optedOut=0&city=Oakland&sort=-created_at', contacts, contactViews],
    ['?status=0&tag=4&sort=-label', numbers, numberViews],
    ['?q=lee&types=calls%2Cnotes&numbers=2&from=2026-03-05&to=2026-03-09', activity, activityViews],
    ['?show=listed', marketplace, marketplaceViews],
  ] as const)('%s is read as it was written, and another company’s list stays as it was', (query, address, views) => {
    const before = views.get(elsewhere);
    expect(address.restore(here, query)).toBe(true);
    expect(address.format(here)).toBe(query);
    const shown = views.get(here);
    expect(address.restore(here, '')).toBe(true);
    expect(address.format(here)).toBe('');
    expect(address.restore(here, query)).toBe(true);
    expect(views.get(here)).toEqual(shown);
    expect(views.get(elsewhere)).toBe(before);
  });

  it.each([
    ['?unread=perhaps&q=dana', inbox, '?q=dana'],
    [`?numbers=1;drop&archived=1`, inbox, '?archived=1'],
    ['?sort=height&q=lee', contacts, '?q=lee'],
    ['?q=last%3Asoon', calls, ''],
    ['?from=2026-02-31&q=lee', activity, '?q=lee'],
    ['?types=calls%2Csongs', activity, ''],
    [`?q=${'x'.repeat(401)}`, inbox, ''],
    ['?show=hidden', marketplace, ''],
  ] as const)('%s says that some of it can’t be read, and shows the rest', (query, address, rest) => {
    expect(address.restore(here, query)).toBe(false);
    expect(address.format(here)).toBe(rest);
  });

  it('a word that means nothing to the list is left out without a word', () => {
    expect(inbox.restore(here, '?utm_source=letter&unread=1')).toBe(true);
    expect(inbox.format(here)).toBe('?unread=1');
  });
});
