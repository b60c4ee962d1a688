/** The generated paths of an import of contacts, with actors that are calls to a real server. The batch waits: each path ends it where it has it ended. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { ContactImport } from '#contract/contactImports/entities.ts';
import type { ImportField } from '#contract/contactImports/enums.ts';
import { routes } from '#contract/index.ts';
import type { ImportGroup, StageRequest } from '#machines/contactImport/index.ts';
import { model } from '#tests/models/contactImport.fixtures.ts';
import { people } from './campaigns.stage.ts';
import { Client, type TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const calls = routes.contactImports;
let workshop: Workshop;

beforeAll(async () => {
  workshop = await startWorkshop();
});
afterAll(() => workshop.close());

const isImport = (value: unknown): value is ContactImport => typeof value === 'object' && value !== null && 'counts' in value;
const isProgress = (value: unknown): value is { readonly isFinished: boolean } => typeof value === 'object' && value !== null && 'isFinished' in value;

function importing(): World {
  let company: TestCompany;
  let admin: Client;
  let base = '';
  let groupId = 0;
  let batchId = '';
  /** Contacts that are there, and people who are not. */
  const known = people(2);
  const fresh = people(2);

  const away = <T>(work: () => Promise<T>): Promise<T> => whileAway(workshop.server, work, () => admin.call(routes.contacts.list));
  /** Stages rows that do what the path says, and has them checked. */
  const stage = async (key: string, group: number | null, wanted: unknown): Promise<ContactImport> => {
    if (!isImport(wanted)) throw new Error('The path has no import');
    const rows = (wanted.counts.create > 0 ? fresh : known).map(({ name = '', number }) => [name, number]);
    await admin.call(calls.stage, { params: { key, part: 0 }, body: { columns: ['name', 'number'], lines: [1, 2], rows } });
    const checked = await admin.call(calls.check, { params: { key }, body: { parts: 1, ...(group === null ? {} : { group }) } });
    expect([checked.counts.create, checked.counts.unchanged, checked.group?.id ?? null]).toEqual([wanted.counts.create, wanted.counts.unchanged, group]);
    return checked;
  };
  const groupOf = async (key: string) => (await admin.call(calls.get, { params: { key } })).group?.id ?? null;
  /** Makes a call in the trouble the path has, and goes on from the rows it has. */
  const asked = async (key: string, wanted: Wanted, work: () => Promise<unknown>): Promise<ContactImport> => {
    await (wanted.error ? away(work) : work());
    return stage(key, await groupOf(key), wanted.output);
  };
  const finish = (id: string) => workshop.server.owner.updateTable('batches').set({ finished_at: new Date() }).where('id', '=', id).execute();
  const isFinished = async (id: string) => {
    const { batch } = await admin.call(routes.contacts.progress, { params: { batchId: id } });
    return { isFinished: batch === null || batch.finishedAt !== null };
  };

  return {
    begin: async () => {
      company = await workshop.server.company();
      admin = await workshop.server.worker(company, 'administrator');
      groupId = (await admin.call(routes.groups.create, { body: { name: 'VIP' } })).id;
      // They are in the group already: joining it changes nothing of them.
      for (const { name = '', number } of known) {
        const { id } = await admin.call(routes.contacts.create, { body: { name, number } });
        await workshop.server.owner.insertInto('contact_group_members').values({ company_id: company.id, group_id: groupId, contact_id: id }).execute();
      }
      base = crypto.randomUUID();
      batchId = '';
      return { key: base };
    },
    before: async (event) => {
      if (event.type === 'group.chosen' && event.group !== null) return { ...event, group: { id: groupId, name: 'VIP' } };
      if (event.type === 'import.undone') return { ...event, key: `${base}-1` };
      if (event.type !== 'batch.finished') return event;
      await finish(batchId);
      return { ...event, batchId };
    },
    calls: {
      // The file is read in the browser.
      readFile: async (_: unknown, wanted) => {
        if (wanted.error) throw wanted.error;
        return wanted.output;
      },
      stageRows: async ({ key, file, group }: StageRequest, wanted) => {
        const create = () => admin.call(calls.create, { body: { key, fileName: file, ...(group === null ? {} : { group: group.id }) } });
        await (wanted.error ? away(create) : create());
        return stage(key, group?.id ?? null, wanted.output);
      },
      checkRows: async ({ key, group }: { key: string; group: ImportGroup | null }, wanted) => {
        const check = () => admin.call(calls.check, { params: { key }, body: group === null ? {} : { group: group.id } });
        await (wanted.error ? away(check) : check());
        return stage(key, group?.id ?? null, wanted.output);
      },
      fixRow: ({ key, line, field, value }: { key: string; line: number; field: ImportField; value: string }, wanted) =>
        asked(key, wanted, async () => {
          const row = await admin.call(calls.fix, { params: { key, line }, body: { field, value } });
          expect(row.typed).toBe(value);
        }),
      leaveOut: ({ key, lines, isLeftOut }: { key: string; lines: readonly number[]; isLeftOut: boolean }, wanted) =>
        asked(key, wanted, async () => {
          const left = await admin.call(calls.leaveOut, { params: { key }, body: { lines: [...lines], isLeftOut } });
          expect(left.counts.leftOut).toBe(lines.length);
        }),
      confirmImport: async ({ key, count }: { key: string; count: number }, wanted) => {
        const confirm = (client: Client) => client.call(calls.confirm, { params: { key }, body: { count } });
        if (wanted.error?.status === 0) return confirm(new Client('http://127.0.0.1:9'));
        batchId = (await (wanted.error ? away(() => confirm(admin)) : confirm(admin))).batchId;
        return { batchId };
      },
      readImport: ({ key }: { key: string }, wanted) => {
        const read = () => admin.call(calls.get, { params: { key } });
        return wanted.error ? away(read) : read();
      },
      readBatch: async ({ batchId: id }: { batchId: string }, wanted) => {
        if (wanted.error) return away(() => isFinished(id));
        if (isProgress(wanted.output) && wanted.output.isFinished) await finish(id);
        const read = await isFinished(id);
        expect(read).toEqual(wanted.output);
        return read;
      },
    },
  };
}

describePaths('importing contacts, against the server', model, () => true, ['parts.sent'], importing);
