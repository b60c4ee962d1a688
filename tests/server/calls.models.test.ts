/** The generated paths of a review and of a followed batch, with actors that are calls to a real server. */
import { afterAll, beforeAll } from 'vitest';
import { routes } from '#contract/index.ts';
import type { BatchProgress } from '#machines/batch/index.ts';
import type { Outcome, ReviewPage, Verdict } from '#machines/reviewRun/index.ts';
import { model as batchModel } from '#tests/models/batch.fixtures.ts';
import { model as reviewModel } from '#tests/models/reviewRun.fixtures.ts';
import { putCall } from './calls.stage.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { quietCompany } from './stage.ts';

let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;
let person: Client;
let nth = 0;

beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
  person = await server.worker(company.own, 'administrator');
});
afterAll(() => server.close());

/** Makes the call while the database is away, where the path has it refused. */
const inTrouble = <T>({ error }: Wanted, work: () => Promise<T>): Promise<T> =>
  error ? whileAway(server, work, () => person.call(routes.calls.count, { query: { company_id: company.own.id } })) : work();

/** Three calls of a caller of their own: the search of a run finds them, two a page. */
function reviewing(): World {
  let caller = '';
  const pageOf = async ({ output }: Wanted): Promise<ReviewPage> => {
    const calls = output === undefined ? [] : (output as ReviewPage).calls;
    const hasMore = output !== undefined && (output as ReviewPage).cursor !== null;
    // A page with more behind it, the last page, or a search that finds nothing.
    const asked = calls.length === 0 ? { caller: '+19995550199' } : { caller, ...(hasMore ? { size: 2 } : { answerStatus: 'missed', size: 2 }) };
    const { data, meta } = await person.call(routes.calls.search, { query: { company_id: company.own.id, ...asked } });
    return { calls: data.map(({ id, outcome }) => ({ id, outcome })), cursor: meta.nextCursor };
  };
  return {
    begin: async () => {
      nth += 1;
      caller = `+1503558${String(nth).padStart(4, '0')}`;
      await putCall(company.stage, company.own, company.line, caller, { at: nth * 3, result: 'missed' });
      await putCall(company.stage, company.own, company.line, caller, { at: nth * 3 + 1 });
      await putCall(company.stage, company.own, company.line, caller, { at: nth * 3 + 2, outcome: 'unknown' });
      return undefined;
    },
    calls: {
      fetchCalls: (_: unknown, wanted) => inTrouble(wanted, () => pageOf(wanted)),
      saveOutcome: ({ id, outcome }: { id: number; outcome: Outcome }, wanted) =>
        inTrouble(wanted, () => person.call(routes.calls.mark, { params: { id }, body: { outcome } })),
      undoOutcomes: ({ verdicts }: { verdicts: readonly Verdict[] }, wanted) =>
        inTrouble(wanted, () =>
          person.call(routes.calls.outcomes, { body: { calls: verdicts.map(({ id, before }) => ({ id, ...(before === null ? {} : { outcome: before }) })) } }),
        ),
    },
  };
}

describePaths('a review, against the server', reviewModel, () => true, [], reviewing);

/** A batch as it stands at the server when a path wants it so. */
function following(): World {
  let batchId = '';
  const there = async (wanted: BatchProgress | null): Promise<BatchProgress | null> => {
    await server.owner.deleteFrom('batches').where('id', '=', batchId).execute();
    if (wanted !== null) {
      const finished_at = wanted.finishedAt === null ? null : new Date(wanted.finishedAt);
      const row = { id: batchId, company_id: company.own.id, type: 'contacts.update', params: '{}', total: 100, done: wanted.progress, finished_at };
      await server.owner.insertInto('batches').values(row).execute();
    }
    return (await person.call(routes.contacts.progress, { params: { batchId } })).batch;
  };
  return {
    begin: async () => {
      nth += 1;
      batchId = `followed-batch-${nth}`;
      return { batchId, companyId: company.own.id, kind: 'contacts', successMessage: 'Bulk update has been successfully applied' };
    },
    before: async (event) => ('progress' in event ? { ...event, progress: await there(event.progress as BatchProgress | null) } : event),
    calls: {
      readProgress: (_: unknown, wanted) =>
        wanted.error ? inTrouble(wanted, () => person.call(routes.contacts.progress, { params: { batchId } })) : there(wanted.output as BatchProgress | null),
    },
  };
}

describePaths('following a batch, against the server', batchModel, () => true, [], following);
