/** Codes of the consumer catalog: tried a few times, in budgets of who asks and of where they go. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { createCatalogStage, password, refusal, wrongCode } from './catalog.stage.ts';
import type { Outside } from './outside.ts';
import { countWaiting } from './waiting.ts';

const { catalog } = routes;
const stage = createCatalogStage();
const { mailedCode, signUp, stranger } = stage;

let outside: Outside;
beforeAll(async () => {
  outside = await stage.start();
});
afterAll(stage.close);

const owner = () => outside.server.owner;

test('a hundred guesses at once use five tries', async () => {
  const { email, client } = await signUp();
  const given = { provider: 'email', credentials: { email, password } };
  const headers = { 'x-forwarded-for': '10.9.0.1' };
  await client.call(catalog.sendResetCode, { body: { email }, headers });
  const code = await mailedCode(email, 2);
  const guesses = Array.from({ length: 100 }, (_, at) => String(100_000 + at)).filter((guess) => guess !== code);
  await Promise.all(guesses.map((guess) => stranger().exchange(catalog.resetPassword, { body: { email, code: guess, password }, headers })));
  const { tries } = await owner()
    .selectFrom('catalog_challenges')
    .select('tries')
    .where('address', '=', email)
    .where('purpose', '=', 'reset')
    .executeTakeFirstOrThrow();
  expect(tries).toBe(5);
  expect(await refusal(stranger().call(catalog.resetPassword, { body: { email, code, password }, headers }))).toEqual([422, 'code_wrong']);
  expect(await stranger().call(catalog.login, { body: given })).toEqual({ codeSent: true });
});

test('a hundred guesses of a stranger, and codes that one asks for, keep nobody from their own', async () => {
  const { email } = await signUp('10.9.1.1');
  const given = { provider: 'email', credentials: { email, password } };
  const home = { 'x-forwarded-for': '10.9.1.1' };
  await stranger().call(catalog.sendResetCode, { body: { email }, headers: home });
  const code = await mailedCode(email, 2);
  const away = (at: number) => ({ 'x-forwarded-for': `10.9.2.${at}` });
  const guesses = Array.from({ length: 100 }, (_, at) => String(100_000 + at)).filter((guess) => guess !== code);
  await Promise.all(guesses.map((guess, at) => stranger().exchange(catalog.resetPassword, { body: { email, code: guess, password }, headers: away(at) })));
  // The few that strangers have together are used up: the right one is no use to them either.
  expect(await refusal(stranger().call(catalog.resetPassword, { body: { email, code, password }, headers: away(200) }))).toEqual([422, 'code_wrong']);
  for (let at = 0; at < 3; at += 1) await stranger().call(catalog.sendResetCode, { body: { email }, headers: away(1) });
  expect(await refusal(stranger().call(catalog.sendResetCode, { body: { email }, headers: away(1) }))).toEqual([429, 'too_many_requests']);
  expect(await stranger().call(catalog.resetPassword, { body: { email, code, password }, headers: home })).toMatchObject({ message: expect.any(String) });
  expect(await stranger().call(catalog.login, { body: given, headers: home })).toEqual({ codeSent: true });
});

test('guesses that wait for one another count each', async () => {
  const { email, client } = await signUp();
  await client.call(catalog.sendResetCode, { body: { email } });
  const code = await mailedCode(email, 2);
  const challenge = () => owner().selectFrom('catalog_challenges').select('tries').where('address', '=', email).where('purpose', '=', 'reset');
  let guesses: Promise<unknown>[] = [];
  await owner()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('catalog_challenges').select('id').where('address', '=', email).forUpdate().execute();
      guesses = [0, 1, 2].map(() => stranger().refusal(catalog.resetPassword, { body: { email, code: wrongCode(code), password } }));
      await expect.poll(() => countWaiting(owner()), { timeout: 20_000 }).toBe(3);
    });
  await Promise.all(guesses);
  expect((await challenge().executeTakeFirstOrThrow()).tries).toBe(3);
});

test('a range of numbers has one budget of codes', async () => {
  const range = '+1917555';
  const asked = Array.from({ length: 22 }, (_, at) => `${range}${2_000 + at}`);
  const answers: number[] = [];
  for (const [at, phoneNumber] of asked.entries())
    answers.push(
      (
        await stranger().exchange(catalog.register, {
          body: { provider: 'phone_number', credentials: { phoneNumber } },
          headers: { 'x-forwarded-for': `10.8.0.${at}` },
        })
      ).status,
    );
  expect(answers).toEqual([...Array(20).fill(200), 429, 429]);
});
