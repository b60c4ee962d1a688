/** Team chat on Slack's wire: connecting by OAuth, its channels, what is posted and withdrawn, and what is told where the vendor refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { slackTeams } from '#sandbox/teamChat/slack.ts';
import { getGrant } from '#server/domains/integrations/grants.ts';
import { revokeGrants } from '#server/domains/integrations/revoke.ts';
import { enqueueDueConversions, sendConversions } from '#server/domains/integrations/send.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { startServer } from './harness.ts';
import { answerConsent } from './teamChat.stage.ts';
import { createVendorStage } from './vendors.stage.ts';

const { integrations } = routes;
const [harbor, elmwood] = slackTeams;
const caller = '+15035550142';
let s: DniStage;
const stage = createVendorStage(() => s, 'team-chat');
const { refused, mark, states, send, explained, readOne } = stage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(stage.begin);

type Person = DniStage['owner'];
const chat = () => s.outside.sandbox.teamChat;
const begin = (person: Person = s.owner) => person.call(integrations.chatRedirect);

const consent = (url: string, team?: string) => answerConsent(s.outside, url, team);
async function connect(person: Person = s.owner, team: string = harbor.id) {
  const { url } = await begin(person);
  return person.call(integrations.chatCallback, { body: await consent(url, team) });
}
/** Connects, and posts to a channel. */
async function setUp(channelId = 'C0MISSED', events: readonly ('missed' | 'voicemail' | 'lead')[] = ['missed', 'voicemail', 'lead']) {
  const { id } = await connect();
  return s.owner.call(integrations.configureChat, { params: { id }, body: { channelId, events: [...events] } });
}
/** A call that is over; missed, unless something else is said. */
const insertCall = async (given: Parameters<typeof stage.insertCall>[0] = {}) => (await stage.insertCall({ result: 'missed', recipient: caller, ...given })).id;
const posts = () =>
  chat()
    .list()
    .filter(({ text }) => text.includes(`/${stage.getSlug()}/`));

describe('a connection', () => {
  test('is made by consent, listed without its tokens, and told to wait for a channel', async () => {
    const { data, meta } = await s.owner.call(integrations.oauth);
    expect([data, meta.total, meta.providers.every(({ isSetUp }) => isSetUp)]).toEqual([[], 0, true]);
    const made = await connect();
    expect(made).toMatchObject({ provider: 'team-chat', name: harbor.name, status: 'connected', problem: null, config: { channelId: null, events: [] } });
    const listed = await s.owner.call(integrations.oauth);
    expect(listed.data).toEqual([made]);
    expect(await readOne(made.id)).toEqual(made);
    expect(JSON.stringify(listed)).not.toMatch(/xox/);
    const { secret } = await s.outside.server.owner.selectFrom('integrations').select('secret').where('id', '=', made.id).executeTakeFirstOrThrow();
    expect(secret).not.toMatch(/xox/);
    expect(await refused(s.foreigner.refusal(integrations.oauthOne, { params: { id: made.id } }))).toMatchObject({ status: 404 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    expect((await reporter.call(integrations.oauth)).meta.total).toBe(1);
    const params = { id: made.id };
    const denied = [
      reporter.refusal(integrations.chatRedirect),
      reporter.refusal(integrations.chatCallback, { body: { code: 'a', state: 'b' } }),
      reporter.refusal(integrations.configureChat, { params, body: { channelId: 'C0MISSED' } }),
      reporter.refusal(integrations.deactivateChat, { params }),
      reporter.refusal(integrations.deleteOAuth, { params }),
    ];
    expect(await Promise.all(denied.map(async (each) => (await refused(each)).status))).toEqual(denied.map(() => 403));
    const agent = await s.outside.server.worker(s.company, 'user');
    expect(await refused(agent.refusal(integrations.oauth))).toMatchObject({ status: 403 });
  });

  test('carries a proof (PKCE) and a state; neither is stored as it travels', async () => {
    const { url } = await begin();
    const { searchParams } = new URL(url);
    expect([searchParams.get('code_challenge_method'), searchParams.get('code_challenge')?.length]).toEqual(['S256', 43]);
    const rows = await s.outside.server.owner.selectFrom('oauth_transactions').selectAll().where('company_id', '=', s.company.id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(searchParams.get('state'));
  });

  test('is completed once: a state that is replayed, unknown, old, another session’s or another person’s connects nothing', async () => {
    const back = await consent((await begin()).url);
    const ended = { status: 410, message: expect.stringContaining('Connect again') };
    const colleague = await s.outside.server.worker(s.company, 'administrator');
    expect(await refused(colleague.refusal(integrations.chatCallback, { body: back }))).toMatchObject(ended);
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: { ...back, state: 'a-state-of-nobody' } }))).toMatchObject(ended);
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
    await s.owner.call(integrations.chatCallback, { body: back });
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: back }))).toMatchObject(ended);
    const late = await consent((await begin()).url);
    await s.outside.server.owner
      .updateTable('oauth_transactions')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('company_id', '=', s.company.id)
      .where('used_at', 'is', null)
      .execute();
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: late }))).toMatchObject(ended);
  });

  test('needs no state where exactly one return of the session is to come, and one where two are', async () => {
    const [, { code }] = [await consent((await begin()).url), await consent((await begin()).url)];
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: { code } }))).toMatchObject({ status: 410 });
    await s.outside.server.owner.deleteFrom('oauth_transactions').where('company_id', '=', s.company.id).execute();
    const only = await consent((await begin()).url);
    expect(await s.owner.call(integrations.chatCallback, { body: { code: only.code } })).toMatchObject({ status: 'connected' });
  });

  test('begun in one company is refused in another one, in words, and is used up', async () => {
    const back = await consent((await begin()).url);
    const other = await s.outside.server.company();
    await s.outside.server.owner.insertInto('memberships').values({ company_id: other.id, user_id: s.owner.person.id, role: 'owner' }).execute();
    expect(await refused(s.owner.in(other).refusal(integrations.chatCallback, { body: back }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('another company'),
    });
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: back }))).toMatchObject({ status: 410 });
  });

  test('that the vendor refuses is refused in words, and a silent vendor is no sign-out', async () => {
    const { state } = await consent((await begin()).url);
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: { code: 'no-code-of-theirs', state } }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('invalid_code'),
    });
    chat().failNext('oauth.v2.access', 500);
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: await consent((await begin()).url) }))).toMatchObject({ status: 502 });
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
  });

  test('to another workspace than the connected one is refused; the same one is connected again and keeps its channel', async () => {
    const { id } = await setUp();
    const { url } = await begin();
    expect(await refused(s.owner.refusal(integrations.chatCallback, { body: await consent(url, elmwood.id) }))).toMatchObject({
      status: 409,
      message: expect.stringContaining(elmwood.name),
    });
    expect(chat().isInstalled(elmwood.id)).toBe(true);
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => chat().isInstalled(elmwood.id)).toBe(false);
    expect(await connect()).toMatchObject({ id, status: 'active', config: { channelId: 'C0MISSED' } });
  });

  test('is refused in words on a server without a client at the vendor, which says so in the list', async () => {
    const bare = await startServer({ config: { teamChat: null } });
    try {
      const owner = await bare.worker(await bare.company(), 'owner');
      expect((await owner.call(integrations.oauth)).meta.providers).toContainEqual({ id: 'team-chat', isSetUp: false });
      expect(await refused(owner.refusal(integrations.chatRedirect))).toMatchObject({ status: 422, message: expect.stringContaining('SLACK_CLIENT_ID') });
    } finally {
      await bare.close();
    }
  });
});

describe('channels', () => {
  test('come in pages: public ones, and private ones the app is in; archived ones do not', async () => {
    const { id } = await connect();
    const first = await s.owner.call(integrations.chatChannels, { params: { id } });
    expect(first.data.map(({ name }) => name)).toEqual(['general', 'random', 'missed-calls', 'sales']);
    const second = await s.owner.call(integrations.chatChannels, { params: { id }, query: { cursor: first.meta.nextCursor ?? '' } });
    expect(second).toEqual({ data: [{ id: 'G0OFFICE', name: 'front-office', isPrivate: true, isMember: true }], meta: { nextCursor: null } });
    expect(await refused(s.foreigner.refusal(integrations.chatChannels, { params: { id } }))).toMatchObject({ status: 404 });
    chat().failNext('conversations.list', 429);
    expect(await refused(s.owner.refusal(integrations.chatChannels, { params: { id } }))).toMatchObject({
      status: 502,
      message: expect.stringContaining('slow down'),
    });
  });

  test('are chosen with what is posted: the vendor names them, a public one is joined, and each fault is told', async () => {
    const { id } = await connect();
    const params = { id };
    const configure = (body: Record<string, unknown>) => s.owner.refusal(integrations.configureChat, { params, body });
    expect(await refused(configure({}))).toMatchObject({ status: 422, field: 'channel_id' });
    expect(await refused(configure({ events: ['lead'] }))).toMatchObject({ status: 422, field: 'channel_id' });
    expect(await refused(configure({ channelId: 'C0MISSED', events: [] }))).toMatchObject({ status: 422, field: 'events' });
    expect(await refused(configure({ channelId: 'C0MISSED', events: ['text'] }))).toMatchObject({ status: 422, field: 'events.0' });
    for (const channelId of ['C0NOWHERE', 'G0BOARD'])
      expect(await refused(configure({ channelId }))).toMatchObject({ status: 422, message: expect.stringContaining('channel_not_found') });
    expect(await refused(configure({ channelId: 'C0OLD' }))).toMatchObject({ status: 422, message: expect.stringContaining('is_archived') });
    expect(await refused(s.owner.refusal(integrations.activateChat, { params }))).toMatchObject({ status: 422 });
    expect(await s.owner.call(integrations.configureChat, { params, body: { channelId: 'G0OFFICE' } })).toMatchObject({
      status: 'active',
      config: { channelId: 'G0OFFICE', channelName: 'front-office', isPrivate: true, events: ['missed', 'voicemail', 'lead'] },
    });
    expect(await s.owner.call(integrations.configureChat, { params, body: { events: ['lead'] } })).toMatchObject({
      config: { channelId: 'G0OFFICE', events: ['lead'] },
    });
    expect(await s.owner.call(integrations.deactivateChat, { params })).toMatchObject({ status: 'inactive' });
    expect(await s.owner.call(integrations.configureChat, { params, body: { channelId: 'C0SALES' } })).toMatchObject({ status: 'inactive' });
    expect(await s.owner.call(integrations.activateChat, { params })).toMatchObject({ status: 'active', config: { channelName: 'sales' } });
  });
});

describe('a post', () => {
  test('of a missed call is held, says who called which number, and later ones of the conversation go into its thread', async () => {
    const { id } = await setUp();
    const line = await s.outside.server.number(s.company, { label: 'Main <line>' });
    await insertCall({ numberId: line.id });
    expect(await states()).toEqual(['missed held']);
    await sendConversions(s.outside.server.services, { companyId: s.company.id, integrationId: id });
    expect(posts()).toEqual([]);
    await send(id);
    const second = await insertCall({ numberId: line.id, result: 'voicemail' });
    await mark(second, { isLead: true });
    await insertCall({ numberId: line.id, recipient: '+15035550143' });
    await send(id);
    expect(await states()).toEqual(['missed accepted', 'voicemail accepted', 'lead accepted', 'missed accepted']);
    const [first, voicemail, lead, elsewhere] = posts();
    expect(first).toMatchObject({ channel: 'C0MISSED', threadTs: null });
    expect(first?.text).toContain('Missed call from +1 503-555-0142 to Main &lt;line&gt;');
    expect(first?.text).toContain(`<${s.outside.publicUrl}/${stage.getSlug()}/calls/`);
    expect([voicemail?.threadTs, lead?.threadTs, elsewhere?.threadTs]).toEqual([first?.ts, first?.ts, null]);
    expect([voicemail?.text, lead?.text]).toEqual([expect.stringContaining('Voicemail from'), expect.stringContaining('Lead: ')]);
    await send(id);
    expect(posts()).toHaveLength(4);
    expect(await readOne(id)).toMatchObject({ conversions: { accepted: 4, waiting: 0 }, lastSentAt: expect.any(String), problem: null });
    expect(await explained(second, 'lead')).toMatchObject({
      state: 'accepted',
      provider: 'team-chat',
      integrationName: 'Harbor Bikes #missed-calls',
      isMatched: null,
    });
    expect((await explained(second, 'missed'))?.reason).toBe('Not missed');
  });

  test('is withdrawn while it waits, and deleted in the channel where it was posted; marked again, it is posted again', async () => {
    const { id } = await setUp('C0SALES', ['lead']);
    const callId = await insertCall({ result: 'answered' });
    await mark(callId, { isLead: true });
    await mark(callId, { isLead: false });
    expect(await states()).toEqual(['lead withdrawn']);
    await mark(callId, { isLead: true });
    await send(id);
    expect(posts().map(({ isDeleted }) => isDeleted)).toEqual([false]);
    await mark(callId, { isLead: false });
    await send(id);
    expect([await states(), posts().map(({ isDeleted }) => isDeleted)]).toEqual([['lead withdrawn'], [true]]);
    expect((await explained(callId, 'lead'))?.reason).toContain('isn’t in the channel');
    await mark(callId, { isLead: true });
    await send(id);
    expect([await states(), posts().map(({ isDeleted, threadTs }) => [isDeleted, threadTs])]).toEqual([
      ['lead accepted'],
      [
        [true, null],
        [false, null],
      ],
    ]);
  });

  test('that the vendor refuses says why, and is sent again when a person says so', async () => {
    const { id } = await setUp('C0RANDOM');
    chat().setMember('C0RANDOM', false);
    const callId = await insertCall();
    await send(id);
    expect(await explained(callId, 'missed')).toMatchObject({ state: 'refused', reason: expect.stringContaining('not_in_channel') });
    expect((await readOne(id)).problem).toContain('not_in_channel');
    chat().setMember('C0RANDOM', true);
    await send(id);
    expect(posts()).toEqual([]);
    const params = { id };
    expect(await refused(s.owner.refusal(integrations.resendOAuth, { params, body: { count: 2 } }))).toMatchObject({ status: 409 });
    await s.owner.call(integrations.resendOAuth, { params, body: { count: 1 } });
    await send(id);
    expect([await states(), (await readOne(id)).problem]).toEqual([['missed accepted'], null]);
  });

  test('waits where the vendor asks to slow down; is not confirmed, and never sent again by itself, where the answer was lost', async () => {
    const { id } = await setUp();
    const callId = await insertCall();
    chat().failNext('chat.postMessage', 429);
    await send(id);
    expect(await explained(callId, 'missed')).toMatchObject({ state: 'held', reason: 'Slack asks to slow down' });
    chat().failNext('chat.postMessage', 'cut');
    await send(id);
    expect(await explained(callId, 'missed')).toMatchObject({ state: 'unknown' });
    await send(id);
    expect(posts()).toHaveLength(1);
  });

  test('whose process was killed after the intent is not confirmed, and is not sent a second time', async () => {
    await setUp();
    const callId = await insertCall();
    await s.outside.server.owner
      .updateTable('conversions')
      .set({ state: 'intent', attempted_at: new Date(Date.now() - 60_000) })
      .where('call_id', '=', callId)
      .execute();
    await enqueueDueConversions(s.outside.server.services);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['missed unknown']);
    expect(posts()).toEqual([]);
  });

  test('of a thread whose first post is gone begins another thread', async () => {
    const { id } = await setUp();
    const [line] = await s.buy(1);
    await insertCall({ numberId: line?.id ?? 0 });
    await send(id);
    chat().failNext('chat.postMessage', 'thread_not_found');
    await insertCall({ numberId: line?.id ?? 0 });
    await send(id);
    expect([await states(), posts().map(({ threadTs }) => threadTs)]).toEqual([
      ['missed accepted', 'missed accepted'],
      [null, null],
    ]);
  });

  test('older than a day is no news, and what waits where the integration is turned off is withdrawn', async () => {
    const { id } = await setUp();
    const old = await insertCall({ startedAt: new Date(Date.now() - 25 * 3_600_000) });
    await send(id);
    expect(await explained(old, 'missed')).toMatchObject({ state: 'refused', reason: expect.stringContaining('24 hours') });
    await insertCall();
    await s.owner.call(integrations.deactivateChat, { params: { id } });
    await s.owner.call(integrations.activateChat, { params: { id } });
    await send(id);
    expect([await states(), posts()]).toEqual([['missed refused', 'missed withdrawn'], []]);
  });

  test('two workers at once post once, and in one thread', async () => {
    const { id } = await setUp();
    const [line] = await s.buy(1);
    for (let at = 0; at < 4; at += 1) await insertCall({ numberId: line?.id ?? 0 });
    await Promise.all([send(id), send(id)]);
    await expect.poll(async () => new Set(await states()), { timeout: 20_000 }).toEqual(new Set(['missed accepted']));
    const [first, ...rest] = posts();
    expect([first?.threadTs, rest.length, new Set(rest.map(({ threadTs }) => threadTs))]).toEqual([null, 3, new Set([first?.ts])]);
  });
});

describe('a grant', () => {
  test('that was revoked at the vendor says Reconnect with the reason, never signs anybody out, and what waits is posted after it', async () => {
    const { id } = await setUp();
    chat().revoke(harbor.id);
    const callId = await insertCall();
    await send(id);
    expect(await readOne(id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('invalid_auth') });
    expect(await explained(callId, 'missed')).toMatchObject({ state: 'held' });
    const params = { id };
    expect(await refused(s.owner.refusal(integrations.chatChannels, { params }))).toMatchObject({ status: 422, message: expect.stringContaining('Reconnect') });
    expect(await refused(s.owner.refusal(integrations.configureChat, { params, body: { events: ['lead'] } }))).toMatchObject({ status: 422 });
    expect(await connect()).toMatchObject({ id, status: 'active', problem: null });
    await send(id);
    expect(await states()).toEqual(['missed accepted']);
  });

  test('is found revoked by a question, too', async () => {
    const { id } = await connect();
    chat().revoke(harbor.id);
    const answered = await refused(s.owner.refusal(integrations.chatChannels, { params: { id } }));
    expect(answered).toMatchObject({ status: 422, message: expect.stringContaining('Reconnect') });
    expect((await readOne(id)).status).toBe('reconnect');
    // One without a channel has none to turn on; either way it is connected first.
    await s.outside.server.owner
      .updateTable('integrations')
      .set({ channel: JSON.stringify({ id: 'C0MISSED', name: 'missed', isPrivate: false }) })
      .where('id', '=', id)
      .execute();
    expect(await refused(s.owner.refusal(integrations.activateChat, { params: { id } }))).toMatchObject({
      status: 422,
      message: 'Reconnect the integration first',
    });
  });

  test('of a vendor that rotates tokens is renewed once for many who need it at once, and is lost where the vendor says so', async () => {
    chat().revoke(harbor.id);
    chat().rotateTokens(60);
    try {
      const { id } = await connect();
      const asked = chat().countRequests('oauth.v2.access');
      const actor = { membership: { companyId: s.company.id }, authUser: null };
      chat().rotateTokens(3_600);
      const grants = await Promise.all(Array.from({ length: 50 }, () => getGrant(s.outside.server.services, actor, 'team-chat', id)));
      expect([new Set(grants.map((grant) => grant?.accessToken)).size, chat().countRequests('oauth.v2.access')]).toEqual([1, asked + 1]);
      expect((await s.owner.call(integrations.chatChannels, { params: { id } })).data).toHaveLength(4);
      chat().revoke(harbor.id);
      chat().rotateTokens(60);
      const again = await connect();
      chat().failNext('oauth.v2.access', 'invalid_refresh_token');
      expect(await getGrant(s.outside.server.services, actor, 'team-chat', again.id)).toBeNull();
      expect(await readOne(again.id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('invalid_refresh_token') });
    } finally {
      chat().rotateTokens(null);
      chat().revoke(harbor.id);
    }
  });

  test('goes back to the vendor when its integration is deleted, but not while another company is connected to the same workspace', async () => {
    const first = await connect();
    await s.outside.server.owner.deleteFrom('integrations').where('provider', '=', 'team-chat').where('company_id', '<>', s.company.id).execute();
    const firstOwner = s.owner;
    const remove = (person: Person, id: number) => person.call(integrations.deleteOAuth, { params: { id } });
    await stage.begin();
    const second = await connect();
    await remove(firstOwner, first.id);
    await revokeGrants(s.outside.server.services);
    expect(chat().isInstalled(harbor.id)).toBe(true);
    await insertCall();
    await remove(s.owner, second.id);
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
    expect(await refused(s.owner.refusal(integrations.deleteOAuth, { params: { id: second.id } }))).toMatchObject({ status: 404 });
    await revokeGrants(s.outside.server.services);
    await expect.poll(() => chat().isInstalled(harbor.id)).toBe(false);
    expect(await states()).toEqual([]);
  });

  test('goes back when its company is gone or has been closed for its days', async () => {
    await connect();
    await s.outside.server.owner.deleteFrom('integrations').where('provider', '=', 'team-chat').where('company_id', '<>', s.company.id).execute();
    await s.outside.server.owner.updateTable('companies').set({ numbers_released_at: new Date() }).where('id', '=', s.company.id).execute();
    await expect.poll(() => chat().isInstalled(harbor.id), { timeout: 20_000 }).toBe(false);
    expect((await s.owner.call(integrations.oauth)).meta.total).toBe(0);
  });

  test('is sealed for its company: in another company’s row it opens nothing, and says so', async () => {
    const { id } = await connect();
    const { secret } = await s.outside.server.owner.selectFrom('integrations').select('secret').where('id', '=', id).executeTakeFirstOrThrow();
    await stage.begin();
    const elsewhere = await connect();
    await s.outside.server.owner.updateTable('integrations').set({ secret }).where('id', '=', elsewhere.id).execute();
    expect(await refused(s.owner.refusal(integrations.chatChannels, { params: { id: elsewhere.id } }))).toMatchObject({ status: 422 });
    expect(await readOne(elsewhere.id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('can’t be read') });
  });
});
