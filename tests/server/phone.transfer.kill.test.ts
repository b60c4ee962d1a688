/** A server killed around its request for a transfer: the caller is never lost, and nobody is rung twice. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { Client } from './client.ts';
import type { TestCompany } from './harness.ts';
import { createNodes, type Nodes } from './nodes.ts';
import type { Outside } from './outside.ts';
import type { TestBrowser } from './phone.browser.ts';
import { startPhoneStage } from './phone.stage.ts';
import { refused } from './stage.ts';

const { phone } = routes;

let stage: Awaited<ReturnType<typeof startPhoneStage>>;
let outside: Outside;
let nodes: Nodes;
let company: TestCompany;
type Worker = Awaited<ReturnType<Outside['server']['worker']>>;
let owner: Worker;
let colleague: Worker;
let theirs: TestBrowser;
let callId: number;

async function answer(who: Worker, browser: TestBrowser): Promise<void> {
  ({ callId } = await stage.answer(who, browser));
  await browser.heard();
}

beforeAll(async () => {
  stage = await startPhoneStage();
  outside = stage.outside;
  nodes = createNodes(outside);
});
afterAll(async () => {
  nodes.close();
  await outside.close();
});
beforeEach(async () => {
  let line: { readonly number: string };
  ({ company, owner, line } = await stage.begin({ routes: [{ extension: 1, type: 'in-app-calling', timeout: 60, forwards: [] }] }));
  const browser = await stage.ready(owner);
  void outside.sandbox.generator.ring(line.number, `+1503559${String(company.id).padStart(4, '0').slice(-4)}`, { kind: 'answered', talkSeconds: 3_600 });
  await answer(owner, browser);
  colleague = await outside.server.worker(company, 'user');
  theirs = await stage.ready(colleague);
});

const stateOf = async () => (await outside.server.owner.selectFrom('calls').select('live_state').where('id', '=', callId).executeTakeFirstOrThrow()).live_state;
const transfers = () => outside.server.owner.selectFrom('call_transfers').selectAll().where('call_id', '=', callId).execute();
const wish = (clientId: string) => ({ params: { callId }, body: { userId: colleague.person.id, clientId } });
/** Asks a node for the transfer, which dies there. */
async function die(failpoint: string, clientId: string): Promise<void> {
  const doomed = await nodes.start(failpoint);
  await expect(new Client(doomed.url, owner.cookies, company.id).call(phone.transfer, wish(clientId))).rejects.toThrow();
  await doomed.ended;
}

test('killed before it asks the carrier: both still talk, the same wish isn’t confirmed, and another one goes through', async () => {
  await die('call.transfer: before asking', 'wish-before-asking');
  expect(await stateOf()).toBe('connected');
  expect(await refused(owner.refusal(phone.transfer, wish('wish-before-asking')))).toMatchObject({ status: 502 });
  expect(await refused(owner.refusal(phone.transfer, wish('wish-at-once-after')))).toMatchObject({ status: 409 });
  expect(await stateOf()).toBe('connected');
  // The time is over in which the carrier may still do it.
  await outside.server.owner
    .updateTable('call_transfers')
    .set({ created_at: new Date(Date.now() - 13_000) })
    .where('call_id', '=', callId)
    .execute();
  expect(await owner.call(phone.transfer, wish('wish-after-a-while'))).toEqual({ name: colleague.person.name });
  await answer(colleague, theirs);
  await expect.poll(stateOf).toBe('connected');
  expect((await transfers()).filter(({ taken_at: at }) => at !== null)).toHaveLength(1);
});

test('killed after it asked: it rings there once, and the same wish again is told so', async () => {
  await die('call.transfer: after asking', 'wish-after-asking');
  expect(await owner.call(phone.transfer, wish('wish-after-asking'))).toEqual({ name: colleague.person.name });
  await answer(colleague, theirs);
  await expect.poll(stateOf).toBe('connected');
  expect(await transfers()).toHaveLength(1);
  const { steps } = await outside.server.owner.selectFrom('calls').select('steps').where('id', '=', callId).executeTakeFirstOrThrow();
  expect(steps.filter(({ step }) => step === 'Transferred')).toHaveLength(1);
  expect(steps.filter(({ step, detail }) => step === 'Received' && detail === colleague.person.name)).toHaveLength(1);
});
