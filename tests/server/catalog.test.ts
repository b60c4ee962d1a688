/** The consumer catalog: sessions of a realm of its own, offers that are held, numbers that are bought once and removed in 30 days. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { buyCatalogNumber } from '#server/domains/catalog/buying.ts';
import { sweepCatalog } from '#server/domains/catalog/sweep.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { createCatalogStage, password, refusal, wrongCode } from './catalog.stage.ts';
import { type Client, startServer } from './harness.ts';
import type { Outside } from './outside.ts';
import { countWaiting } from './waiting.ts';

const { catalog } = routes;
const dayMs = 86_400_000;
const stage = createCatalogStage();
const { mailsTo, mailedCode, newEmail, newPhone, signUp, stranger, textedCode } = stage;

let outside: Outside;
beforeAll(async () => {
  outside = await stage.start();
});
afterAll(stage.close);

const owner = () => outside.server.owner;

/** Numbers offered to an account that nobody had before: one that was given back is offered again. */
const freshOffers = async (client: Client) =>
  (await client.call(catalog.random)).data.filter(({ number }) => outside.sandbox.inventory.countSales(number) === 0);

describe('signing up and in', () => {
  test('by e-mail: a code is mailed, then a session begins; the second time there is an account', async () => {
    const email = newEmail();
    const given = { provider: 'email', credentials: { email, password } };
    expect(await stranger().call(catalog.register, { body: given })).toEqual({ codeSent: true });
    const code = await mailedCode(email);
    expect(await refusal(stranger().call(catalog.register, { body: { ...given, code: wrongCode(code) } }))).toEqual([422, 'code_wrong']);
    expect(await stranger().call(catalog.register, { body: { ...given, code } })).toMatchObject({
      codeSent: false,
      accountId: expect.any(Number),
      token: expect.stringMatching(/^.{43}$/),
      iapId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      plan: 'pay_as_you_go',
      subscriptionStatus: 'not_subscribed',
    });
    expect(await refusal(stranger().call(catalog.register, { body: given }))).toEqual([409, 'conflict']);
    expect(await refusal(stranger().call(catalog.register, { body: { ...given, code } }))).toEqual([422, 'code_wrong']);
    expect(mailsTo(email)).toHaveLength(1);
    const kept = await sql<{ row: string }>`select row_to_json(c)::text as row from catalog_challenges c where address = ${email}`.execute(owner());
    expect(kept.rows.map(({ row }) => row).join()).not.toContain(`"${code}"`);
  });

  test('by a texted code, which an unknown number is said to be sent as well', async () => {
    const phone = newPhone();
    const given = { provider: 'phone_number', credentials: { phoneNumber: phone } };
    expect(await stranger().call(catalog.login, { body: given })).toEqual({ codeSent: true });
    await stranger().call(catalog.register, { body: given });
    const { accountId } = await stranger().call(catalog.register, { body: { ...given, code: await textedCode(phone) } });
    expect(await stranger().call(catalog.login, { body: given })).toEqual({ codeSent: true });
    const code = await textedCode(phone, 2);
    expect(await refusal(stranger().call(catalog.login, { body: { ...given, code: wrongCode(code) } }))).toEqual([401, 'unauthenticated']);
    expect((await stranger().call(catalog.login, { body: { ...given, code } })).accountId).toBe(accountId);
    expect(await stranger().call(catalog.login, { body: given })).toEqual({ codeSent: true });
    expect(await refusal(stranger().call(catalog.login, { body: given }))).toEqual([429, 'too_many_requests']);
  });

  test('refuses a wrong password, an unknown e-mail and another provider alike, and credentials of another kind in words', async () => {
    const { email } = await signUp();
    const answers = await Promise.all([
      stranger().exchange(catalog.login, { body: { provider: 'email', credentials: { email, password: 'not this one' } } }),
      stranger().exchange(catalog.login, { body: { provider: 'email', credentials: { email: newEmail(), password } } }),
      stranger().exchange(catalog.login, { body: { provider: 'another', credentials: {} } }),
    ]);
    expect(answers.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual(
      answers.map(() => [401, "You're not authorized to perform this action"]),
    );
    const fields = async (provider: string, credentials: object) =>
      ((await stranger().exchange(catalog.register, { body: { provider, credentials } })).body as { errors: { field: string }[] }).errors[0]?.field;
    expect(await fields('another', {})).toBe('provider');
    expect(await fields('email', { email: newEmail() })).toBe('credentials.password');
    expect(await fields('phone_number', { phoneNumber: '+18765550123' })).toBe('credentials.phone_number');
    expect(await fields('phone_number', { phoneNumber: newPhone(), password })).toBe('credentials.password');
  });

  test('is slowed down by wrong passwords, and kept from nobody: another address waits a minute and a half at most', async () => {
    const { email } = await signUp();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const given = (secret: string) => ({ body: { provider: 'email', credentials: { email, password: secret } } });
    const guesses = [];
    for (let at = 0; at < 12; at += 1) guesses.push(await stranger().refusal(catalog.login, { ...given('not this one'), headers: from('198.51.100.9') }));
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
    const refusal = await stranger().refusal(catalog.login, { ...given(password), headers: from('203.0.113.40') });
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeLessThanOrEqual(90);
    await owner().updateTable('throttles').set({ window_ends_at: sql`now()` }).where('key', '=', `slow.account:catalog ${email}`).execute();
    expect(await stranger().call(catalog.login, { ...given(password), headers: from('203.0.113.41') })).toEqual({ codeSent: true });
  });
});

test('its tokens open nothing of companies, and sessions of companies nothing here', async () => {
  const { client } = await signUp();
  const worker = await outside.server.worker(await outside.server.company(), 'owner');
  expect(await refusal(client.call(routes.auth.currentUser))).toEqual([401, 'unauthenticated']);
  expect(await refusal(worker.call(catalog.profile))).toEqual([401, 'unauthenticated']);
  expect(await refusal(stranger().call(catalog.numbers))).toEqual([401, 'unauthenticated']);
});

test('what it cannot take is refused with its field, and changes nothing', async () => {
  const { client } = await signUp();
  const refusals = [
    client.refusal(catalog.replace, { body: { id: 1, areaCode: '1' } }),
    client.refusal(catalog.add, { body: { areaCode: '1' } }),
    client.refusal(catalog.activate, { body: { ids: Array.from({ length: 11 }, (_, at) => at + 1) } }),
    client.refusal(catalog.saveProfile, { body: { name: 'x'.repeat(101) } }),
    client.refusal(catalog.changePassword, { body: { currentPassword: password, password: 'short' } }),
    stranger().refusal(catalog.sendResetCode, { body: { email: 'nobody' } }),
  ];
  expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.errors[0]?.field])).toEqual([
    [422, 'area_code'],
    [422, 'area_code'],
    [422, 'ids'],
    [422, 'name'],
    [422, 'password'],
    [422, 'email'],
  ]);
  expect(await client.call(catalog.profile)).toMatchObject({ name: null });
  expect((await client.call(catalog.numbers)).data).toEqual([]);
});

test('who signs out leaves a token that opens nothing; another session of the account goes on', async () => {
  const { client, email } = await signUp();
  const other = stranger();
  await other.call(catalog.login, { body: { provider: 'email', credentials: { email, password } } });
  other.bearer =
    (await other.call(catalog.login, { body: { provider: 'email', credentials: { email, password }, code: await mailedCode(email, 2) } })).token ?? null;
  await client.call(catalog.endSession);
  expect(await refusal(client.call(catalog.profile))).toEqual([401, 'unauthenticated']);
  expect(await refusal(client.call(catalog.endSession))).toEqual([401, 'unauthenticated']);
  expect(await other.call(catalog.profile)).toMatchObject({ email });
});

test('profile, password and deletion', async () => {
  const { client, email, id } = await signUp();
  expect(await client.call(catalog.saveProfile, { body: { name: 'Ana Lima' } })).toMatchObject({ id, email, name: 'Ana Lima', phoneNumber: null });
  const fresh = 'another horse lantern';
  const missing = await client.refusal(catalog.changePassword, { body: { password: fresh } });
  expect(missing.body.errors).toMatchObject([{ field: 'current_password', detail: 'Required' }]);
  expect(await refusal(client.call(catalog.changePassword, { body: { currentPassword: 'not this one', password: fresh } }))).toEqual([422, 'invalid']);
  await client.call(catalog.changePassword, { body: { currentPassword: password, password: fresh } });
  expect(await client.call(catalog.profile)).toMatchObject({ name: 'Ana Lima' });
  await client.call(catalog.sendResetCode, { body: { email } });
  await client.call(catalog.resetPassword, { body: { email, code: await mailedCode(email, 2), password } });
  expect(await refusal(client.call(catalog.profile))).toEqual([401, 'unauthenticated']);
  const again = stranger();
  await again.call(catalog.login, { body: { provider: 'email', credentials: { email, password } } });
  again.bearer =
    (await again.call(catalog.login, { body: { provider: 'email', credentials: { email, password }, code: await mailedCode(email, 3) } })).token ?? null;
  const [offer] = (await again.call(catalog.random)).data;
  await again.call(catalog.activate, { body: { ids: [offer?.id ?? 0] } });
  await again.call(catalog.deleteAccount);
  expect(await refusal(again.call(catalog.profile))).toEqual([401, 'unauthenticated']);
  const kept = await owner()
    .selectFrom('catalog_numbers')
    .select(['account_id', 'state'])
    .where('number', '=', offer?.number ?? '')
    .execute();
  expect(kept).toEqual([{ account_id: null, state: 'leaving' }]);
  expect(await owner().selectFrom('catalog_accounts').select('id').where('id', '=', id).execute()).toEqual([]);
});

describe('numbers', () => {
  /** An account with numbers that were bought, active. */
  async function withNumbers(many: number) {
    const account = await signUp();
    const offers = (await freshOffers(account.client)).slice(0, many);
    await account.client.call(catalog.activate, { body: { ids: offers.map(({ id }) => id) } });
    await expect
      .poll(async () => (await account.client.call(catalog.numbers)).data.map(({ state }) => state), { timeout: 30_000 })
      .toEqual(offers.map(() => 'ready'));
    return { ...account, offers };
  }

  test('are offered in sets, replaced and added; nobody else is offered them meanwhile', async () => {
    const [ana, ben] = [await signUp(), await signUp()];
    const first = (await ana.client.call(catalog.random)).data;
    const second = (await ana.client.call(catalog.random)).data;
    expect(second.map(({ number }) => number).filter((number) => first.some((one) => one.number === number))).toEqual([]);
    const [gone, ...stay] = second;
    const replaced = (await ana.client.call(catalog.replace, { body: { id: gone?.id ?? 0 } })).data;
    expect(replaced.map(({ id }) => id)).toEqual(expect.arrayContaining(stay.map(({ id }) => id)));
    expect(replaced.map(({ number }) => number)).not.toContain(gone?.number);
    const more = (await ana.client.call(catalog.add, { body: {} })).data;
    expect(more).toHaveLength(second.length + 1);
    expect(await ana.client.call(catalog.offers)).toMatchObject({ data: more, meta: { total: more.length } });
    const theirs = (await ben.client.call(catalog.random)).data;
    expect(theirs.map(({ number }) => number).filter((number) => more.some((one) => one.number === number))).toEqual([]);
    expect(await refusal(ben.client.call(catalog.replace, { body: { id: more[0]?.id ?? 0 } }))).toEqual([404, 'not_found']);
    expect(await refusal(ben.client.call(catalog.activate, { body: { ids: [more[0]?.id ?? 0] } }))).toEqual([404, 'not_found']);
  });

  test('an offer that ran out is activated no more', async () => {
    const { client } = await signUp();
    const [offer] = (await client.call(catalog.random)).data;
    await owner()
      .updateTable('catalog_numbers')
      .set({ held_until: new Date(Date.now() - 1_000) })
      .where('id', '=', offer?.id ?? 0)
      .execute();
    expect(await refusal(client.call(catalog.activate, { body: { ids: [offer?.id ?? 0] } }))).toEqual([404, 'not_found']);
    expect((await client.call(catalog.offers)).data.map(({ id }) => id)).not.toContain(offer?.id);
  });

  test('two of three are activated: the third is removed after 30 days, with mails at 7 and 1 day before', async () => {
    const { client, email, offers } = await withNumbers(3);
    expect(offers.map(({ number }) => outside.sandbox.inventory.countSales(number))).toEqual([1, 1, 1]);
    const [a = 0, b = 0, c = 0] = offers.map(({ id }) => id);
    const before = Date.now();
    const { data } = await client.call(catalog.activate, { body: { ids: [a, b] } });
    expect(data.map(({ id, isActive }) => [id, isActive])).toEqual([
      [a, true],
      [b, true],
      [c, false],
    ]);
    const removal = Date.parse(data[2]?.willBeRemovedAt ?? '');
    expect(removal - before).toBeGreaterThanOrEqual(30 * dayMs);
    expect(removal - before).toBeLessThan(30 * dayMs + 60_000);
    expect(data.slice(0, 2).map(({ willBeRemovedAt }) => willBeRemovedAt)).toEqual([null, null]);
    expect((await client.call(catalog.inactivity)).willBeRemovedAt).toBe(data[2]?.willBeRemovedAt);

    const dueIn = (ms: number) =>
      owner()
        .updateTable('catalog_numbers')
        .set({ will_be_removed_at: new Date(Date.now() + ms) })
        .where('id', '=', c)
        .execute();
    const warnings = () => mailsTo(email).filter(({ subject }) => subject.includes('will be removed')).length;
    await sweepCatalog(outside.server.services);
    expect(warnings()).toBe(0);
    for (const [ms, mails] of [
      [6.5 * dayMs, 1],
      [6.5 * dayMs, 1],
      [0.5 * dayMs, 2],
      [0.4 * dayMs, 2],
    ] as const) {
      await dueIn(ms);
      await sweepCatalog(outside.server.services);
      await expect.poll(warnings, { timeout: 20_000 }).toBe(mails);
    }
    await dueIn(-1_000);
    await sweepCatalog(outside.server.services);
    expect((await client.call(catalog.numbers)).data.map(({ id }) => id)).toEqual([a, b]);
    expect(outside.sandbox.inventory.find({ number: offers[2]?.number ?? '' })).toEqual([]);
    expect(await refusal(client.call(catalog.activate, { body: { ids: [a, b, c] } }))).toEqual([404, 'not_found']);
  });

  test('an account buys twenty in thirty days, those it deleted included', async () => {
    const { client, id } = await signUp('10.9.3.1');
    const values = Array.from({ length: 19 }, (_, at) => ({ account_id: id, number_id: 9_000_000 + id * 100 + at, ended_at: new Date() }));
    await owner().insertInto('catalog_periods').values(values).execute();
    const [one, two] = await freshOffers(client);
    const ids = (...offers: readonly (typeof one)[]) => ({ body: { ids: offers.flatMap((offer) => offer?.id ?? []) } });
    const headers = { 'x-forwarded-for': '10.9.3.1' };
    const answer = await client.refusal(catalog.activate, { ...ids(one, two), headers });
    expect([answer.status, answer.body.message]).toEqual([429, 'An account can buy 20 numbers in 30 days. 1 is left.']);
    // What the account may not buy takes nothing from others of its network.
    const counted = () => owner().selectFrom('throttles').select('count').where('key', '=', 'catalogBought:10.9.3.1').execute();
    expect(await counted()).toEqual([]);
    expect((await client.call(catalog.activate, { ...ids(one), headers })).data).toHaveLength(1);
    expect(await counted()).toEqual([{ count: 1 }]);
    expect(await refusal(client.call(catalog.activate, ids(one, two)))).toEqual([429, 'too_many_requests']);
    // A network buys fifty a day, whichever account it is.
    await owner().updateTable('throttles').set({ count: 50 }).where('key', '=', 'catalogBought:10.9.3.1').execute();
    const other = await signUp('10.9.3.2');
    const [third] = await freshOffers(other.client);
    const full = await other.client.refusal(catalog.activate, { ...ids(third), headers });
    expect([full.status, full.body.message]).toEqual([429, 'Too many attempts. Try again in 24 hours.']);
  });

  test('an empty list turns all off with their count alone; a refused call changes nothing', async () => {
    const { client } = await withNumbers(2);
    const before = (await client.call(catalog.numbers)).data;
    expect(await refusal(client.call(catalog.activate, { body: { ids: [] } }))).toEqual([409, 'count_changed']);
    expect(await refusal(client.call(catalog.activate, { body: { ids: [], count: 1 } }))).toEqual([409, 'count_changed']);
    expect(await refusal(client.call(catalog.activate, { body: { ids: [before[0]?.id ?? 0, 987_654_321] } }))).toEqual([404, 'not_found']);
    expect((await client.call(catalog.numbers)).data).toEqual(before);
    expect((await client.call(catalog.activate, { body: { ids: [], count: 2 } })).data.map(({ isActive }) => isActive)).toEqual([false, false]);
  });

  test('two tabs that activate at once leave one truth', async () => {
    const { client } = await withNumbers(2);
    const [a = 0, b = 0] = (await client.call(catalog.numbers)).data.map(({ id }) => id);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([client.call(catalog.activate, { body: { ids: [a] } }), client.call(catalog.activate, { body: { ids: [b] } })]);
      const now = (await client.call(catalog.numbers)).data;
      expect(now.filter(({ isActive }) => isActive)).toHaveLength(1);
      expect(now.every(({ isActive, willBeRemovedAt }) => isActive === (willBeRemovedAt === null))).toBe(true);
    }
  });

  test('one is given back at once, by its account alone', async () => {
    const { client, offers } = await withNumbers(1);
    const [offer] = offers;
    expect(
      await refusal((await signUp()).client.refusal(catalog.removeNumber, { params: { id: offer?.id ?? 0 } }).then((error) => Promise.reject(error))),
    ).toEqual([404, 'not_found']);
    await client.call(catalog.removeNumber, { params: { id: offer?.id ?? 0 } });
    expect((await client.call(catalog.numbers)).data).toEqual([]);
    await expect.poll(() => outside.sandbox.inventory.find({ number: offer?.number ?? '' }), { timeout: 30_000 }).toEqual([]);
    expect(await refusal(client.call(catalog.removeNumber, { params: { id: offer?.id ?? 0 } }))).toEqual([404, 'not_found']);
  });

  test('a purchase whose reply was lost is found again, and bought once', async () => {
    const { client } = await signUp();
    const [offer] = await freshOffers(client);
    const id = offer?.id ?? 0;
    let dies = true;
    onFailpoint((name) => {
      if (dies && name === 'catalog.buy: after the request') throw new Error('Died here');
    });
    await owner().updateTable('catalog_numbers').set({ state: 'ordered', held_until: null, is_active: true }).where('id', '=', id).execute();
    await expect(buyCatalogNumber(outside.server.services, { id })).rejects.toThrow('Died here');
    dies = false;
    await buyCatalogNumber(outside.server.services, { id });
    onFailpoint(() => {});
    expect((await client.call(catalog.numbers)).data).toMatchObject([{ id, state: 'ready', isActive: true }]);
    expect(outside.sandbox.inventory.countSales(offer?.number ?? '')).toBe(1);
  });

  test('a purchase waits for whoever has its account, the deletion of it for one, and has nothing in their way', async () => {
    const { client, id: accountId } = await signUp();
    const [offer] = await freshOffers(client);
    const id = offer?.id ?? 0;
    await owner().updateTable('catalog_numbers').set({ state: 'ordered', held_until: null, is_active: true }).where('id', '=', id).execute();
    const buying = await owner()
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom('catalog_accounts').select('id').where('id', '=', accountId).forUpdate().execute();
        const settling = buyCatalogNumber(outside.server.services, { id });
        await expect.poll(() => countWaiting(owner()), { timeout: 20_000 }).toBe(1);
        // As the deletion goes on: it would wait for whoever waits for it.
        await trx.selectFrom('catalog_numbers').select('id').where('id', '=', id).forUpdate().noWait().execute();
        return { settling };
      });
    await buying.settling;
    expect((await client.call(catalog.numbers)).data).toMatchObject([{ id, state: 'ready' }]);
  });
});

describe('an installation whose operator did not open the catalog', () => {
  test('has none of it, for strangers and for who has a token', async () => {
    const { client } = await signUp();
    const closed = await startServer({ config: { hasCatalog: false } });
    try {
      const there = closed.stranger();
      there.bearer = client.bearer;
      const given = { provider: 'email', credentials: { email: newEmail(), password } };
      expect(await refusal(there.call(catalog.register, { body: given }))).toEqual([404, 'not_found']);
      expect(await refusal(there.call(catalog.numbers))).toEqual([404, 'not_found']);
    } finally {
      await closed.close();
    }
  });
});
