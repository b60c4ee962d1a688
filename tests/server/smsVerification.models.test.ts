/** The generated paths of a registration for texting, with actors that are calls to a real server, which reads the sandbox's web. The carrier's part waits. */
import { afterAll, beforeAll, expect } from 'vitest';
import { routes } from '#contract/index.ts';
import type { SmsCheck } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import { isBlocking } from '#contract/smsVerification/lint.ts';
import { type DraftOrder, toBody } from '#machines/smsVerification/index.ts';
import { model, draft as typed } from '#tests/models/smsVerification.fixtures.ts';
import { Client, type TestCompany } from './harness.ts';
import { describePaths, type World, whileAway } from './models.driver.ts';
import { draftOf } from './smsVerification.stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const calls = routes.smsVerification;
let workshop: Workshop;
let nth = 0;

beforeAll(async () => {
  workshop = await startWorkshop();
});
afterAll(() => workshop.close());

const isCheck = (value: unknown): value is SmsCheck => typeof value === 'object' && value !== null && 'findings' in value;

function registering(): World {
  let company: TestCompany;
  let owner: Client;

  const away = <T>(work: () => Promise<T>): Promise<T> => whileAway(workshop.server, work, () => owner.call(calls.list));
  const number = async (area = '213'): Promise<number> => {
    nth += 1;
    return (await workshop.server.number(company, { number: `+1${area}222${String(3_000 + nth)}` })).id;
  };
  /** Another registration: a draft, as people open one from the list. */
  const another = async (area?: string) => owner.call(calls.create, { body: draftOf([await number(area)]) });
  const submittedTollFree = async (): Promise<number> => {
    const { id } = await another('877');
    const { owner: rows } = workshop.server;
    await rows.updateTable('sms_campaigns').set({ is_draft: false }).where('id', '=', id).execute();
    await rows.updateTable('sms_lanes').set({ status: 'submitted' }).where('campaign_id', '=', id).where('lane', '=', 'toll_free').execute();
    return id;
  };
  /** Does work while the registration says something else of itself at the server. */
  const saying = async <T>(id: number, changes: object, work: () => Promise<T>): Promise<T> => {
    const { owner: rows } = workshop.server;
    const { details } = await rows.selectFrom('sms_campaigns').select('details').where('id', '=', id).executeTakeFirstOrThrow();
    const set = (value: unknown) =>
      rows
        .updateTable('sms_campaigns')
        .set({ details: JSON.stringify(value) })
        .where('id', '=', id)
        .execute();
    await set({ ...details, ...changes });
    try {
      return await work();
    } finally {
      await set(details);
    }
  };

  return {
    begin: async () => {
      company = await workshop.server.company();
      owner = await workshop.server.worker(company, 'owner');
      return { key: `sms-${crypto.randomUUID()}`, draft: { ...typed, numbers: String(await number()) } };
    },
    before: async (event) => {
      if (event.type === 'registration.opened' && event.verification !== undefined) return { ...event, verification: await another() };
      return event.type === 'lane.canceled' ? { ...event, id: await submittedTollFree() } : event;
    },
    calls: {
      saveDraft: async ({ key, draft, verification }: DraftOrder, wanted) => {
        const body = toBody(draft, verification?.campaign.optins.slice(1));
        const save = () =>
          verification
            ? owner.call(calls.update, { params: { id: verification.id, brandId: verification.brand.id }, body: { ...body, _method: 'PUT' } })
            : owner.call(calls.create, { body: { key, ...body } });
        const saved = await (wanted.error ? away(save) : save());
        expect([saved.isSubmitted, saved.brand.street, saved.campaign.numbers.map(({ id }) => String(id)).join()]).toEqual([
          false,
          draft.street,
          draft.numbers,
        ]);
        return saved;
      },
      checkDraft: async ({ id }: { id: number }, wanted) => {
        const check = () => owner.call(calls.check, { body: { id } });
        if (wanted.error || !isCheck(wanted.output)) return away(check);
        const isBad = wanted.output.findings.some(isBlocking);
        const answer = await (isBad ? saying(id, { privacyUrl: 'https://sharing.example/privacy' }, check) : check());
        expect(answer.findings.filter(isBlocking).map(({ field }) => field)).toEqual(isBad ? ['privacyUrl'] : []);
        return answer;
      },
      submitDraft: async ({ id, dueToday }: { id: number; dueToday: number }, wanted) => {
        const submit = (client: Client) => client.call(calls.submit, { body: { id, dueToday } });
        if (wanted.error?.status === 0) return submit(new Client('http://127.0.0.1:9'));
        if (wanted.error) return saying(id, { description: '' }, () => submit(owner));
        const sent = await submit(owner);
        expect(sent).toMatchObject({ isSubmitted: true, status: { local: 'submitted' }, fees: { dueToday: 0, recorded: dueToday } });
        return sent;
      },
      cancelLane: async ({ id, lane }: { id: number; lane: SmsLane }, wanted) => {
        const cancel = () => owner.call(calls.cancel, { body: { id, part: lane } });
        const canceled = await (wanted.error ? away(cancel) : cancel());
        expect(canceled.status.tollFree).toBe('expired');
        return canceled;
      },
    },
  };
}

describePaths('registering for texting, against the server', model, () => true, [], registering);
