/** The generated paths of the sender of a tenant's mail, with actors that are calls to a real server, which asks the sandbox’s name server. */
import { afterAll, beforeAll } from 'vitest';
import { routes } from '#contract/index.ts';
import type { EmailSender } from '#contract/tenant/entities.ts';
import type { SenderDraft } from '#machines/emailSender/index.ts';
import type { ModelEvent } from '#tests/driver/index.ts';
import { model } from '#tests/models/emailSender.fixtures.ts';
import { Client, type TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { type Outside, startOutside } from './outside.ts';
import { publish } from './tenant.stage.ts';

const calls = routes.tenant;
let outside: Outside;
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

const isSender = (value: unknown): value is EmailSender => typeof value === 'object' && value !== null && 'address' in value;

function sending(): World {
  let company: TestCompany;
  let owner: Client;
  let address = '';
  const read = async () => (await owner.call(calls.get)).emailSender;
  const away = <T>(work: () => Promise<T>) => whileAway(outside.server, work, () => owner.call(calls.get));
  /** Arranges no sender, one whose records are missing, or one whose records are there. */
  const arrange = async (status: EmailSender['status'] | null) => {
    await outside.server.owner.deleteFrom('email_senders').where('company_id', '=', company.id).execute();
    if (status === null) return;
    const { emailSender } = await owner.call(calls.startSender, { body: { address } });
    if (status === 'verified') publish(outside.sandbox, emailSender?.records ?? []);
  };
  const look = async () => (await owner.call(calls.lookSender)).emailSender;
  const toStatus = ({ output }: Wanted) => (isSender(output) ? output.status : null);
  const checked = (sender: EmailSender | null, wanted: Wanted) => {
    if ((sender?.status ?? null) !== toStatus(wanted)) throw new Error(`The sender is ${sender?.status ?? 'not there'}, not ${toStatus(wanted)}`);
    return sender;
  };
  return {
    begin: async () => {
      nth += 1;
      address = `help@harbor-${nth}-mail.com`;
      company = await outside.server.company();
      owner = await outside.server.worker(company, 'owner');
      return undefined;
    },
    calls: {
      loadSender: async (_: unknown, wanted) => {
        if (wanted.error) return away(read);
        await arrange(toStatus(wanted));
        if (toStatus(wanted) === 'verified') await look();
        return checked(await read(), wanted);
      },
      startSender: async ({ draft }: { draft: SenderDraft }, wanted) => {
        const start = async () =>
          (await owner.call(calls.startSender, { body: { address: draft.address.trim() === '' ? address : draft.address } })).emailSender;
        return wanted.error ? away(start) : start();
      },
      lookAtSender: async (_: unknown, wanted) => {
        if (wanted.error) return new Client('http://127.0.0.1:9').in(company).call(calls.lookSender);
        await arrange(toStatus(wanted));
        return checked(await look(), wanted);
      },
      removeSender: async (_: unknown, { error }) => {
        const remove = async () => {
          await owner.call(calls.removeSender);
          return read();
        };
        return error ? away(remove) : remove();
      },
    },
  };
}

/** The server answers a look and a removal where nothing is left alike; that a company is no longer there is said of every call. */
const isAnswered = ({ error }: ModelEvent) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return status !== 404 && status !== 409;
};

describePaths('the sender of mail, against the server', model, isAnswered, ['xstate.error.actor.lookAtSender', 'xstate.error.actor.removeSender'], sending);
