/** The generated paths of a port-in request, with actors that are calls to a real server whose carrier is the sandbox. */
import { afterAll, beforeAll, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import type { PortOrder } from '#machines/portIn/index.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { draft, model } from '#tests/models/portIn.fixtures.ts';
import { Client, type TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { type Outside, startOutside } from './outside.ts';
import { papers } from './porting.stage.ts';
import { withoutRoom } from './stage.ts';

const calls = routes.porting;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let nth = 1_000;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

const isCheck = (value: unknown): value is PortCheck => typeof value === 'object' && value !== null && 'unread' in value;
const isPort = (value: unknown): value is PortRequest => typeof value === 'object' && value !== null && 'losingCarrier' in value;

const port = (title: string) => {
  nth += 1;
  return findMagicPort(title, nth);
};
/** Returns the pasted text for which the carrier gives the path's answer. */
function pastedFor(output: unknown): string {
  if (!isCheck(output)) return port('Comes over');
  const [first, second] = output.data;
  if (!first?.portable) return port('Not portable');
  if (first.pinRequired) return port('Needs a PIN, then comes over');
  return second ? `${port('Comes over')}, ${port('Not portable')}, abc` : port('Comes over');
}

const away = <T>(work: () => Promise<T>): Promise<T> => whileAway(outside.server, work, () => owner.call(calls.list));

/** The request as the path has it: once its work has settled it is put to what the path says, and read from the server. */
async function standing(id: number, wanted: unknown): Promise<PortRequest> {
  if (!isPort(wanted)) throw new Error('The path has no request');
  await vi.waitFor(
    async () => {
      const row = await outside.server.owner.selectFrom('port_requests').select('carrier_sid').where('id', '=', id).executeTakeFirstOrThrow();
      if (row.carrier_sid === null) throw new Error('It is not sent yet');
    },
    { timeout: 20_000, interval: 20 },
  );
  const { status, reason } = wanted;
  // Over, so that nobody follows it any further.
  await outside.server.owner.updateTable('port_requests').set({ status, reason, finished_at: new Date() }).where('id', '=', id).execute();
  return owner.call(calls.get, { params: { id } });
}

function asking(): World {
  let key = '';
  let id: number | null = null;
  const send = async (client: Client, order: Pick<PortOrder, 'key' | 'draft'>, wanted: unknown) => {
    const { pin: _pin, targetDate: _day, ...rest } = order.draft;
    const made = await client.call(calls.create, { body: { ...rest, key: order.key, numbers: port('Comes over') }, files: papers });
    id = made.id;
    return standing(made.id, wanted);
  };
  return {
    begin: async () => {
      key = `port-${crypto.randomUUID()}`;
      id = null;
      return { key, draft };
    },
    before: async (event) => (event.type === 'port.progressed' && id !== null ? { ...event, port: await standing(id, event.port) } : event),
    calls: {
      checkNumbers: async (_: { numbers: string }, wanted: Wanted) => {
        const ask = () => owner.call(calls.check, { body: { numbers: pastedFor(wanted.output) } });
        return wanted.error ? away(ask) : ask();
      },
      sendPort: async (order: PortOrder, wanted: Wanted) => {
        if (wanted.error?.status === 0) return send(new Client('http://127.0.0.1:9'), order, wanted.output);
        const ask = () => send(owner, order, wanted.output);
        return wanted.error ? withoutRoom(outside.server, company, ask) : ask();
      },
      readPort: ({ id: asked }: { id: number }, wanted: Wanted) =>
        wanted.error ? away(() => owner.call(calls.get, { params: { id: asked } })) : standing(asked, wanted.output),
    },
  };
}

describePaths('bringing numbers in, against the server', model, () => true, [], asking);
