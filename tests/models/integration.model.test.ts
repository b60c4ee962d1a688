import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { getReason, machine, userEvents } from '#machines/integration/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { ads, crm, integration, metaAds, model } from './integration.fixtures.ts';

describeModel('an integration by OAuth', model, { userEvents, getReason });

test('a CRM is synced while it is on, and chooses no channel; a team chat chooses no stage', () => {
  const actor = createActor(machine, { input: { provider: 'lead-crm' } }).start();
  const getReasons = (given: Parameters<typeof crm>[0]) => {
    actor.send({ type: 'integration.read', integration: crm(given), isSetUp: true });
    return getReason(actor.getSnapshot(), 'integration.synced');
  };
  expect([getReasons({}), getReasons({ status: 'inactive' }), getReasons({ status: 'connected' })]).toEqual([
    null,
    'Turn the integration on first',
    'Choose a pipeline and stage first',
  ]);
  expect(getReason(actor.getSnapshot(), 'channel.chosen')).toBe('Only a team chat has channels');
  actor.send({ type: 'channel.chosen', channelId: 'C0SALES' });
  expect(actor.getSnapshot().value).toBe('connected');
});

test('what the server says places it: without a channel, at work, turned off, or to be connected again', () => {
  const actor = createActor(machine, { input: { provider: 'team-chat' } }).start();
  const read = (given: Parameters<typeof integration>[0] | null) => {
    actor.send({ type: 'integration.read', integration: given === null ? null : integration(given), isSetUp: true });
    return actor.getSnapshot().value;
  };
  expect([read(null), read({ status: 'connected' }), read({ status: 'active' }), read({ status: 'inactive' }), read({ status: 'reconnect' })]).toEqual([
    'none',
    'connected',
    'configured',
    'inactive',
    'lost',
  ]);
  expect(getReason(actor.getSnapshot(), 'channel.chosen')).toBe('Reconnect first');
});

test('a server without a client at the vendor connects nothing, and says what its operator has to set', () => {
  const actor = createActor(machine, { input: { provider: 'team-chat' } }).start();
  expect(getReason(actor.getSnapshot(), 'connection.begun')).toBe('Loading…');
  actor.send({ type: 'integration.read', integration: null, isSetUp: false });
  expect(getReason(actor.getSnapshot(), 'connection.begun')).toContain('SLACK_CLIENT_ID');
  actor.send({ type: 'connection.begun' });
  expect(actor.getSnapshot().value).toBe('none');
});

test('Google Ads is synced while it is on, chooses an account first, and says what its operator has to set', () => {
  const actor = createActor(machine, { input: { provider: 'google-ads' } }).start();
  actor.send({ type: 'integration.read', integration: null, isSetUp: false });
  expect(getReason(actor.getSnapshot(), 'connection.begun')).toContain('GOOGLE_ADS_DEVELOPER_TOKEN');
  const getReasons = (given: Parameters<typeof ads>[0]) => {
    actor.send({ type: 'integration.read', integration: ads(given), isSetUp: true });
    return getReason(actor.getSnapshot(), 'integration.synced');
  };
  expect([getReasons({}), getReasons({ status: 'inactive' }), getReasons({ status: 'connected' })]).toEqual([
    null,
    'Turn the integration on first',
    'Choose an account first',
  ]);
  actor.send({ type: 'account.chosen', choice: { managerCustomerId: null, customerId: '1112223333', createSeparateActions: true } });
  expect(actor.getSnapshot().value).toBe('configuring');
});

test('Meta Ads is synced while it is on, chooses a pixel first, and says what its operator has to set', () => {
  const actor = createActor(machine, { input: { provider: 'meta-ads' } }).start();
  actor.send({ type: 'integration.read', integration: null, isSetUp: false });
  expect(getReason(actor.getSnapshot(), 'connection.begun')).toContain('META_ADS_APP_SECRET');
  const getReasons = (given: Parameters<typeof metaAds>[0]) => {
    actor.send({ type: 'integration.read', integration: metaAds(given), isSetUp: true });
    return getReason(actor.getSnapshot(), 'integration.synced');
  };
  expect([getReasons({}), getReasons({ status: 'inactive' }), getReasons({ status: 'connected' })]).toEqual([
    null,
    'Turn the integration on first',
    'Choose a pixel first',
  ]);
  actor.send({
    type: 'account.chosen',
    choice: { businessManagerId: '6610001', accountId: '330001', pixelId: '880001', pixelName: 'Harbor site', conversionId: null },
  });
  expect(actor.getSnapshot().value).toBe('configuring');
});

test('Microsoft Ads says what its operator has to set, and takes an account with its manager account', () => {
  const actor = createActor(machine, { input: { provider: 'microsoft-ads' } }).start();
  actor.send({ type: 'integration.read', integration: null, isSetUp: false });
  expect(getReason(actor.getSnapshot(), 'connection.begun')).toContain('MICROSOFT_ADS_DEVELOPER_TOKEN');
  const config = { managerAccountId: null, managerAccountName: null, accountId: null, accountName: null, events: [] };
  actor.send({ type: 'integration.read', integration: { ...ads(), provider: 'microsoft-ads', status: 'connected', config }, isSetUp: true });
  expect(getReason(actor.getSnapshot(), 'integration.switched')).toBe('Choose an account first');
  const choice = { accountId: '180001', accountName: 'Harbor Bikes', managerAccountId: '1500001', managerAccountName: 'Harbor Bikes' };
  actor.send({ type: 'account.chosen', choice });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.choice]).toEqual(['configuring', choice]);
});
