import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { quietCompany } from './stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const imports = routes.contactImports;
let shop: Workshop;
beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

/** `npm run faults` kills it at more points. */
const isLong = process.env.FAULTS === 'long';
const rowCount = 4_500;
const partRows = 2_000;
const numberOf = (at: number) => `+1312${String(5_550_000 + at)}`;

test('an import killed while it is saved and while it is undone: each contact once, and then none', async () => {
  const { own } = await quietCompany(shop.server);
  const owner = await shop.server.worker(own, 'owner');
  const group = await owner.call(routes.groups.create, { body: { name: 'Imported' } });
  const key = `killed-import-${own.id}`;
  await owner.call(imports.create, { body: { key, fileName: 'people.csv', group: group.id } });
  for (let from = 0; from < rowCount; from += partRows) {
    const lines = Array.from({ length: Math.min(partRows, rowCount - from) }, (_, at) => from + at + 2);
    await owner.call(imports.stage, {
      params: { key, part: from / partRows },
      body: { columns: ['number', 'name'], lines, rows: lines.map((line) => [numberOf(line), `Person ${line}`]) },
    });
  }
  const { counts } = await owner.call(imports.check, { params: { key }, body: { parts: Math.ceil(rowCount / partRows), group: group.id } });
  expect(counts.create).toBe(rowCount);
  await owner.call(imports.confirm, { params: { key }, body: { count: rowCount } });
  const state = async () => {
    const { meta } = await owner.call(routes.contacts.list, { query: { per_page: 1 } });
    const { contactCount, activeCount } = await owner.call(routes.groups.get, { params: { id: group.id } });
    return [meta.total, contactCount, activeCount];
  };
  const finishedAt = async (batchId: string) => (await owner.call(routes.contacts.progress, { params: { batchId } })).batch?.finishedAt ?? null;
  expect(await shop.dieAt('batch.run: within a chunk')).toBe('SIGKILL');
  expect(await state()).toEqual([0, 0, 0]);
  expect(await shop.dieAt('batch.run: after a chunk')).toBe('SIGKILL');
  expect(await state()).toEqual([partRows, partRows, partRows]);
  if (isLong) expect(await shop.dieAt('batch.run: within a chunk')).toBe('SIGKILL');
  expect(await state()).toEqual([partRows, partRows, partRows]);
  const worker = shop.work();
  await expect.poll(() => finishedAt(key), { timeout: 90_000, interval: 250 }).not.toBeNull();
  expect(await state()).toEqual([rowCount, rowCount, rowCount]);
  worker.kill('SIGKILL');
  const { batchId } = await owner.call(imports.undo, { params: { key } });
  expect(await shop.dieAt('batch.run: within a chunk')).toBe('SIGKILL');
  expect(await state()).toEqual([rowCount, rowCount, rowCount]);
  if (isLong) expect(await shop.dieAt('batch.run: after a chunk')).toBe('SIGKILL');
  shop.work();
  await expect.poll(() => finishedAt(batchId), { timeout: 90_000, interval: 250 }).not.toBeNull();
  expect(await state()).toEqual([0, 0, 0]);
});
