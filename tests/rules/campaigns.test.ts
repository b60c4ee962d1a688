/** Texts of campaigns: merge fields, length, and what one person gets; and what a campaign needs to be saved and sent. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getDisplayedState, getDisplayedTime } from '#contract/campaigns/enums.ts';
import {
  countCampaignCharacters,
  countCharacters,
  defaultMergeFields,
  defaultUnsubscribeText,
  findLengthError,
  findUnknownTokens,
  joinCampaignText,
  mergeFields,
  renderText,
  splitName,
} from '#contract/campaigns/message.ts';
import { limits } from '#contract/core/limits.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { blankDraft, type CampaignDraft, getReason, isChanged, machine, toDraft } from '#machines/campaign/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { campaign, now, reading } from '#tests/models/campaign.fixtures.ts';

const ana = { firstName: 'Ana', lastName: 'Ruiz', phone: '+1 212-555-0123', email: '' };

describe('the text of a campaign', () => {
  test('RULE-102, AMB-13: a merge field counts as 10 characters, whatever its spelling; what is none counts as it is', () => {
    expect(countCharacters('Hi %%firstname%%')).toBe(13);
    expect(countCharacters('%%EMAIL%%%%phone%%')).toBe(20);
    expect(countCharacters('%%nickname%% 100%%')).toBe('%%nickname%% 100%%'.length);
  });

  test('RULE-100, RULE-101, AMB-12: message and unsubscribe text have 1,000 characters together, nothing between them counted', () => {
    const text = (count: number) => 'x'.repeat(count);
    expect(defaultUnsubscribeText).toHaveLength(18);
    expect(countCampaignCharacters(text(982), defaultUnsubscribeText)).toBe(limits.smsCharacters);
    expect(findLengthError(text(982), defaultUnsubscribeText, false)).toBeNull();
    expect(findLengthError(text(983), defaultUnsubscribeText, false)).toBe('Max 1000 characters per SMS');
    expect(findLengthError(text(983), defaultUnsubscribeText, true)).toBe('Max 1000 characters per MMS');
  });

  test('RULE-104: four merge fields, each enabled', () => {
    expect(defaultMergeFields.map(({ label, token, enabled }) => [label, token, enabled])).toEqual([
      ['First Name', '%%firstname%%', true],
      ['Last Name', '%%lastname%%', true],
      ['Phone', '%%phone%%', true],
      ['Email', '%%email%%', true],
    ]);
  });

  test('a field is filled by the person’s value, else by its fallback, else by nothing, which is told', () => {
    const fields = defaultMergeFields.map((field) => (field.token === mergeFields.lastName.token ? { ...field, fallback: 'friend' } : field));
    expect(renderText('%%firstname%% %%LASTNAME%%: %%email%%', ana, fields)).toEqual({ text: 'Ana Ruiz: ', missing: ['%%email%%'] });
    expect(renderText('Dear %%lastname%%', { ...ana, lastName: ' ' }, fields)).toEqual({ text: 'Dear friend', missing: [] });
  });

  test('values are data: what looks like a field or a template in them stays as it is', () => {
    const filled = (before: string, value: string) => renderText(`${before}%%firstname%%`, { ...ana, firstName: value }, defaultMergeFields).text;
    const words = fc.string().map((text) => text.replaceAll('%', ''));
    void fc.assert(fc.property(words, fc.string(), (before, value) => filled(before, value) === before + value.trim()));
    expect(renderText('%%firstname%%', { ...ana, firstName: '%%email%% $& {{x}}' }, defaultMergeFields).text).toBe('%%email%% $& {{x}}');
  });

  test('tokens that are unknown or turned off are named, each once', () => {
    const off = defaultMergeFields.map((field) => ({ ...field, enabled: field.token !== mergeFields.email.token }));
    expect(findUnknownTokens('%%firstname%% %%nick%% %%NICK%% %%email%%', off)).toEqual(['%%nick%%', '%%email%%']);
    expect(findUnknownTokens('100%% off, %% and more %%', defaultMergeFields)).toEqual([]);
  });

  test('a name is divided at its first space, and the unsubscribe text stands on a line of its own', () => {
    expect([splitName('Ana María Ruiz'), splitName('  '), splitName('Cher')]).toEqual([
      { firstName: 'Ana', lastName: 'María Ruiz' },
      { firstName: '', lastName: '' },
      { firstName: 'Cher', lastName: '' },
    ]);
    expect(joinCampaignText('Hi', 'Reply STOP to stop')).toBe('Hi\nReply STOP to stop');
  });
});

describe('the state that is shown', () => {
  const at = Date.parse(now);
  const later = '2026-03-02T16:00:00Z';
  const before = '2026-03-02T14:00:00Z';
  test.each([
    ['pending', null, 'draft'],
    ['draft', later, 'draft'],
    ['queued', null, 'in-progress'],
    ['queued', before, 'in-progress'],
    ['queued', now, 'in-progress'],
    ['queued', later, 'scheduled'],
    ['sending', before, 'in-progress'],
    ['paused', null, 'paused'],
    ['sent', null, 'sent'],
    ['canceled', null, 'canceled'],
    ['failed', null, 'failed'],
  ] as const)('RULE-114 to RULE-119: %s with the time %s shows %s', (state, time, shown) => expect(getDisplayedState(state, time, at)).toBe(shown));

  test('RULE-120: a draft whose time has passed shows none', () => {
    expect([getDisplayedTime('draft', before, at), getDisplayedTime('draft', later, at), getDisplayedTime('sent', before, at)]).toEqual([null, later, before]);
  });
});

const ready: CampaignDraft = { ...toDraft(campaign('draft')), media: [] };
const start = (draft: CampaignDraft, clock = new SimulatedClock()) => {
  const actor = createActor(machine, { input: { id: null, key: 'campaign-01', draft, baseVersion: null }, clock });
  actor.start();
  return actor;
};
const refusal = (draft: CampaignDraft, event: 'draft.saved' | 'review.opened' = 'review.opened') =>
  getReason(start(draft).getSnapshot(), event === 'draft.saved' ? { type: event } : { type: event, now });

describe('a campaign can be sent', () => {
  test('RULE-103: a new one is blank, but for its unsubscribe text and its fields', () => {
    expect(blankDraft).toEqual({
      title: '',
      message: '',
      unsubscribeMessage: 'Reply STOP to stop',
      group: null,
      numberId: null,
      deliverAt: null,
      skipInbox: false,
      media: [],
      fields: defaultMergeFields,
    });
    expect(isChanged(start(blankDraft).getSnapshot().context)).toBe(false);
  });

  test.each([
    ['RULE-091', { title: ' ' }, 'Enter a title first'],
    ['RULE-092', { message: '' }, 'Type a message first'],
    ['RULE-093', { unsubscribeMessage: '' }, 'Enter an unsubscribe text first'],
    ['RULE-094', { group: null }, 'Choose a group first'],
    ['RULE-095', { numberId: null }, 'Choose a number to send from first'],
    ['RULE-096', { deliverAt: '2026-03-02T14:59:00Z' }, 'Choose a time in the future'],
    ['RULE-097', { message: 'x'.repeat(983) }, 'Max 1000 characters per SMS'],
  ] as const)('%s: not with %o', (_, changes, says) => expect(refusal({ ...ready, ...changes })).toBe(says));

  test('RULE-096: without a time, or at one to come', () => {
    expect([refusal(ready), refusal({ ...ready, deliverAt: '2026-03-02T16:00:00Z' })]).toEqual([null, null]);
  });

  test('RULE-098: not with a link while links are off', () => {
    const actor = start(ready);
    actor.send({ type: 'link.noted', link: 'https://example.com' });
    expect(getReason(actor.getSnapshot(), { type: 'review.opened', now })).toBe(linksOff);
  });

  test('RULE-099: a draft is saved with a title alone', () => {
    expect([refusal({ ...blankDraft, title: 'x' }, 'draft.saved'), refusal(blankDraft, 'draft.saved')]).toEqual([null, 'Enter a title first']);
  });
});

describe('a campaign that is there', () => {
  const open = async (given: ReturnType<typeof reading>, clock: SimulatedClock) => {
    const loaded = machine.provide({ actors: { loadCampaign: fromPromise(async () => given) } });
    const actor = createActor(loaded, { input: { id: given.campaign.id, key: 'campaign-01', draft: null, baseVersion: null }, clock });
    actor.start();
    await waitFor(actor, (snapshot) => !isIn(snapshot, 'loading'));
    return actor;
  };
  const state = (actor: Awaited<ReturnType<typeof open>>) => getStateName(actor.getSnapshot());

  test('is held back for its whole time, then on its way', async () => {
    const clock = new SimulatedClock();
    const actor = await open(reading('queued', {}, { holdMs: 10_000 }), clock);
    clock.increment(9_999);
    expect(state(actor)).toBe('armed');
    clock.increment(1);
    expect(state(actor)).toBe('queued');
  });

  test('FLOW-060: is scheduled until its time comes, weeks ahead too', async () => {
    const clock = new SimulatedClock();
    const month = 31 * 24 * 60 * 60_000;
    const actor = await open(reading('queued', { deliverAt: '2026-04-02T15:00:00Z' }, { dueMs: month }), clock);
    for (let passed = 0; passed < month - 1_000; passed += 1_000 * 60 * 60) clock.increment(Math.min(1_000 * 60 * 60, month - 1_000 - passed));
    expect(state(actor)).toBe('scheduled');
    clock.increment(1_000);
    expect(state(actor)).toBe('queued');
  });
});
