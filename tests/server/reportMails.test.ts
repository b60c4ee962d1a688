/** Reports by mail: asked for, due in the morning of the company’s day, sent once each time, and saying what the dashboard says to whom it is sent. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { type MailPace, mailPaces, maxReportMails } from '#contract/reportMails/enums.ts';
import { addDays, formatDay } from '#contract/text/time.ts';
import { type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { enqueueDue } from '#server/domains/reportMails/due.ts';
import { sendReportMail } from '#server/domains/reportMails/send.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const { reportMails } = routes;
const zone = 'America/New_York';
const sentence = 'calls by number last 7 days vs previous period';

let catcher: MailCatcher;
let server: TestServer;
let company: TestCompany;
let reader: Client & { readonly person: Person };

beforeAll(async () => {
  catcher = await startMailCatcher({ port: 0 });
  server = await startServer({ config: { mail: { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' } } });
});
afterAll(async () => {
  onFailpoint(() => {});
  await server.close();
  await catcher.close();
});
beforeEach(async () => {
  onFailpoint(() => {});
  company = await server.company({ name: 'Harbor Bikes', timezone: zone });
  reader = await server.worker(company, 'reporting');
});

const params = () => ({ companyId: company.id });
const ask = (text = sentence, pace: MailPace = 'week', who: Client = reader) =>
  who.call(reportMails.create, { params: params(), body: { sentence: text, pace } });
const listMails = () => catcher.messages(reader.person.email);
const makeDue = (id: number) =>
  server.owner
    .updateTable('report_mails')
    .set({ next_at: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();
const getRow = (id: number) => server.owner.selectFrom('report_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** Sends what is due and waits for its mail. */
async function sendDue(id: number) {
  const before = listMails().length;
  await makeDue(id);
  await enqueueDue(server.services);
  return vi.waitFor(
    () => {
      const [newest, ...others] = listMails();
      if (newest === undefined || others.length < before) throw new Error('No mail yet');
      return newest;
    },
    { timeout: 20_000 },
  );
}
/** Calls of yesterday at noon, so many answered and so many missed. */
async function ring(numberId: number, answered: number, missed: number): Promise<void> {
  const noon = new Date(`${addDays(formatDay(zone, Date.now()), -1)}T17:00:00Z`);
  await server.owner
    .insertInto('calls')
    .values(
      Array.from({ length: answered + missed }, (_, at) => ({
        company_id: company.id,
        number_id: numberId,
        recipient: `+1212555${1_000 + at}`,
        result: at < answered ? ('answered' as const) : ('missed' as const),
        started_at: new Date(noon.getTime() + at * 1_000),
        is_inbound: true,
      })),
    )
    .execute();
}

/** A call of the week before, in the evening. */
const ringEarlier = (numberId: number) =>
  server.owner
    .insertInto('calls')
    .values({
      company_id: company.id,
      number_id: numberId,
      recipient: '+12125559999',
      result: 'answered',
      started_at: new Date(`${addDays(formatDay(zone, Date.now()), -9)}T23:00:00Z`),
      is_inbound: true,
    })
    .execute();

describe('asking', () => {
  test('for a report keeps it for the person alone; the same again changes how often', async () => {
    const first = await ask();
    expect(first).toMatchObject({ sentence, pace: 'week', lastSentAt: null });
    expect(await ask(`  ${sentence.toUpperCase().replace('CALLS BY NUMBER', 'Calls  by number')}`, 'day')).toMatchObject({ id: first.id, pace: 'day' });
    expect((await reader.call(reportMails.list, { params: params() })).data.map(({ id }) => id)).toEqual([first.id]);
    const other = await server.worker(company, 'owner');
    expect((await other.call(reportMails.list, { params: params() })).data).toEqual([]);
    expect(await refused(other.refusal(reportMails.delete, { params: { ...params(), id: first.id } }))).toMatchObject({ status: 404 });
    await reader.call(reportMails.delete, { params: { ...params(), id: first.id } });
    expect((await reader.call(reportMails.list, { params: params() })).meta.total).toBe(0);
  });

  test.each([
    'hello',
    'calls by number 2026-03-01..2026-03-07',
    'calls by company last 7 days',
    'calls by number across companies last 7 days',
    'calls by number last 7 days vs hope',
    'calls by number tag:Gone last 7 days',
    'messages by day missed last 7 days',
    'calls by hour last year',
  ])('for “%s” is refused', async (text) => {
    expect(await refused(reader.refusal(reportMails.create, { params: params(), body: { sentence: text, pace: 'day' } }))).toMatchObject({
      status: 422,
      field: 'sentence',
    });
  });

  test('for more than a person reads is refused', async () => {
    for (let at = 0; at < maxReportMails; at += 1) await ask(`calls by number over ${at + 1}s last 7 days`);
    expect(await refused(reader.refusal(reportMails.create, { params: params(), body: { sentence, pace: 'day' } }))).toMatchObject({
      status: 422,
      field: 'sentence',
    });
    await ask('calls by number over 3s last 7 days', 'month');
  });

  test('is not for who sees no reports', async () => {
    const agent = await server.worker(company, 'user');
    expect(await refused(agent.refusal(reportMails.create, { params: params(), body: { sentence, pace: 'day' } }))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(reportMails.list, { params: params() }))).toMatchObject({ status: 403 });
  });
});

test('the next mail is in the morning of the company’s day: each day, each Monday, the first of each month', async () => {
  const zones = fc.constantFrom('America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'America/Los_Angeles', 'UTC');
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(zones, fc.constantFrom(...mailPaces), moments, async (tz, pace, after) => {
      const { rows } = await sql<{ next: Date; local: string; before: Date }>`
        with at as (select next_report_mail(${pace}, ${tz}, 7, ${after}) as next)
        select next, to_char(next at time zone ${tz}, 'ID DD HH24:MI') as local, next_report_mail(${pace}, ${tz}, 7, ${after}::timestamptz - interval '1 minute') as before from at`.execute(
        server.owner,
      );
      const [row] = rows;
      expect(row?.local).toMatch({ day: /^\d \d\d 07:00$/, week: /^1 \d\d 07:00$/, month: /^\d 01 07:00$/ }[pace]);
      const most = { day: 25, week: 7 * 24 + 1, month: 31 * 24 + 1 }[pace] * 3_600_000;
      const wait = (row?.next.getTime() ?? 0) - after.getTime();
      expect([wait > 0, wait <= most]).toEqual([true, true]);
      // None is left out between two.
      expect(row?.before.getTime()).toBeLessThanOrEqual(row?.next.getTime() ?? 0);
    }),
    { numRuns: 60 },
  );
});

describe('a mail', () => {
  test('says what the dashboard says, and leads there; the next one has its time', async () => {
    const [main, side] = [await server.number(company, { label: 'Main line' }), await server.number(company, { label: 'Side line' })];
    await ring(main.id, 3, 2);
    await ring(side.id, 1, 0);
    const { id } = await ask();
    const mail = await sendDue(id);
    expect(mail.subject).toBe(`Calls by number last 7 days vs previous period (Harbor Bikes)`);
    expect(mail.text).toMatch(/^Main line +5 +0 +\+5$/m);
    expect(mail.text).toMatch(/^Side line +1 +0 +\+1$/m);
    expect(mail.text).toMatch(/^Calls +6 +0/m);
    expect(mail.text).toMatch(/^Answered +67%/m);
    const { slug } = await server.owner.selectFrom('companies').select('slug').where('id', '=', company.id).executeTakeFirstOrThrow();
    expect(mail.text).toContain(`/${slug}/dashboard?q=calls+by+number+last+7+days+vs+previous+period`);
    expect(mail.text).toContain('mails you this report of Harbor Bikes every Monday');
    await vi.waitFor(async () => expect(await getRow(id)).toMatchObject({ last_sent_at: expect.any(Date) }));
    expect((await getRow(id)).next_at.getTime()).toBeGreaterThan(Date.now());
  });

  test.each([
    ['dashboard last 7 days', /^Calls +3$/m],
    ['calls by day last 7 days', /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ +3$/m],
    ['messages by day last 7 days', /^Nothing in this period\.$/m],
    ['what changed last 7 days', /^Hour: \d+ PM +3 +0 +\+3 +150%$/m],
    ['calls by weekday and hour last 7 days', /^[A-Z][a-z]{2}, \d+ PM +3$/m],
    ['missed calls by hour yesterday', /^\d+ PM +1$/m],
  ])('of “%s” has its figures', async (text, figures) => {
    const line = await server.number(company);
    await ring(line.id, 2, 1);
    // Something that all calls have in common tells nothing of a change.
    if (text.startsWith('what changed')) await ringEarlier(line.id);
    expect((await sendDue((await ask(text)).id)).text).toMatch(figures);
  });

  test('has the numbers alone that the person works', async () => {
    const [own, other] = [await server.number(company, { label: 'Own line' }), await server.number(company, { label: 'Other line' })];
    await ring(own.id, 1, 0);
    await ring(other.id, 4, 0);
    await server.owner
      .updateTable('memberships')
      .set({ number_ids: [own.id] })
      .where('user_id', '=', reader.person.id)
      .execute();
    const mail = await sendDue((await ask()).id);
    expect(mail.text).toMatch(/^Own line +1/m);
    expect(mail.text).not.toContain('Other line');
    expect(mail.text).toMatch(/^Calls +1 /m);
  });

  test('is not sent to who may no longer see reports', async () => {
    const { id } = await ask();
    await server.owner.updateTable('memberships').set({ role: 'user' }).where('user_id', '=', reader.person.id).execute();
    const { next_at: dueAt } = await getRow(id);
    await sendReportMail(server.services, { companyId: company.id, userId: reader.person.id, mailId: id, dueAt: dueAt.toISOString() });
    await server.owner.deleteFrom('memberships').where('user_id', '=', reader.person.id).execute();
    await sendReportMail(server.services, { companyId: company.id, userId: reader.person.id, mailId: id, dueAt: dueAt.toISOString() });
    expect(listMails()).toEqual([]);
    // Back in the company, nothing is mailed that was asked for before.
    expect(await server.owner.selectFrom('report_mails').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  test('of a tag that is gone says so', async () => {
    const { id: tag } = await server.owner.insertInto('tags').values({ company_id: company.id, name: 'Gone' }).returning('id').executeTakeFirstOrThrow();
    const { id } = await ask('calls by number tag:Gone last 7 days');
    await server.owner.deleteFrom('tags').where('id', '=', tag).execute();
    const mail = await sendDue(id);
    expect(mail.text).toContain('This report can’t be read any more: No tag named “Gone”');
  });

  test('is one, however many look for it at once', async () => {
    const { id } = await ask();
    await makeDue(id);
    const enqueued: unknown[] = [];
    const jobs = { ...server.services.jobs, enqueue: async (...[, given]: Parameters<typeof server.services.jobs.enqueue>) => void enqueued.push(given) };
    await Promise.all([1, 2, 3].map(() => enqueueDue({ ...server.services, jobs })));
    await enqueueDue({ ...server.services, jobs });
    // The server looks too, now and then: what it takes comes as a mail.
    await expect.poll(() => enqueued.length + listMails().length, { timeout: 20_000 }).toBe(1);
  });

  test('that died on the way is sent again under its own id', async () => {
    const { id } = await ask();
    const given = { companyId: company.id, userId: reader.person.id, mailId: id, dueAt: new Date().toISOString() };
    onFailpoint((name) => {
      if (name === 'reports.mail: sent') throw new Error('killed');
    });
    await expect(sendReportMail(server.services, given)).rejects.toThrow('killed');
    onFailpoint(() => {});
    await sendReportMail(server.services, given);
    const ids = listMails().map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('whose job was not enqueued is due still', async () => {
    const { id } = await ask();
    await makeDue(id);
    const { next_at: before } = await getRow(id);
    onFailpoint((name) => {
      if (name === 'reports.due: moved on') throw new Error('killed');
    });
    await expect(enqueueDue(server.services)).rejects.toThrow('killed');
    expect((await getRow(id)).next_at).toEqual(before);
  });
});
