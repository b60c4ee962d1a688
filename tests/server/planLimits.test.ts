/** Tests what a plan includes: users beyond it are refused with the plan's name (decision 0034); numbers in purchase.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Stage, startAuth, tokenIn } from './auth.stage.ts';
import { putOnPlan } from './billing.stage.ts';
import { refused } from './stage.ts';

const { invites } = routes;
let stage: Stage;
beforeAll(async () => {
  stage = await startAuth();
});
afterAll(() => stage.close());

let made = 0;
const addresses = (count: number) =>
  Array.from({ length: count }, () => {
    made += 1;
    return `seat${made}@example.com`;
  });

test('the list says who is over the plan, and more than it includes are not invited, also by two at once', async () => {
  const company = await stage.server.company();
  const owner = await stage.server.worker(company, 'owner');
  await putOnPlan(stage, company, 'starter_monthly');
  const [first = '', ...others] = addresses(6);
  const check = async (lines: string[]) => (await owner.call(invites.check, { body: { lines } })).data.map(({ state }) => state);
  expect(await check([first, ...others])).toEqual(['new', 'new', 'new', 'new', 'over', 'over']);
  await owner.call(invites.create, { body: { email: first, role: 'user' } });
  expect(await check([first, ...others])).toEqual(['invited', 'new', 'new', 'new', 'over', 'over']);
  const { body } = await owner.refusal(invites.create, { body: { emails: others, role: 'user' } });
  expect(body).toMatchObject({ code: 'plan_limit', message: 'Starter, monthly includes 5 users, invitations counted. Invite up to 3, or change the plan.' });
  const [a, b, c, d] = others;
  const both = await Promise.all(
    [
      [a, b],
      [c, d],
    ].map((emails) => owner.exchange(invites.create, { body: { emails: emails.map(String), role: 'user' } })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  // The one that is sent again has its place already.
  await owner.call(invites.create, { body: { email: first, role: 'reporting' } });
});

test('an expired invitation has no place, and sent again it needs one', async () => {
  const company = await stage.server.company();
  const owner = await stage.server.worker(company, 'owner');
  await putOnPlan(stage, company, 'starter_yearly');
  const [old = '', ...others] = addresses(5);
  const { data } = await owner.call(invites.create, { body: { email: old, role: 'user' } });
  await stage.server.owner
    .updateTable('invites')
    .set({ expires_at: new Date(0) })
    .where('company_id', '=', company.id)
    .execute();
  await owner.call(invites.create, { body: { emails: others, role: 'user' } });
  expect(await refused(owner.refusal(invites.resend, { params: { id: data[0]?.id ?? 0 } }))).toMatchObject({ status: 422, code: 'plan_limit' });
  expect((await owner.call(invites.check, { body: { lines: [old] } })).data).toMatchObject([{ state: 'over' }]);
});

test('who was invited before the plan became smaller does not join beyond it, and no account is left behind', async () => {
  const company = await stage.server.company();
  const owner = await stage.server.worker(company, 'owner');
  const [email = ''] = addresses(1);
  await owner.call(invites.create, { body: { email, role: 'user' } });
  const token = tokenIn((await stage.mails(email))[0]);
  for (let at = 0; at < 4; at += 1) await stage.server.worker(company, 'user');
  await putOnPlan(stage, company, 'starter_monthly');
  const accept = () =>
    stage.browser().exchange(invites.accept, { params: { token }, body: { firstName: 'Nora', lastName: 'Quist', password: 'a phrase nobody has' } });
  expect(await accept()).toMatchObject({ status: 422, body: { code: 'plan_limit' } });
  expect(await stage.server.owner.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
  await putOnPlan(stage, company, 'premium_monthly');
  expect(await accept()).toMatchObject({ status: 200 });
});
