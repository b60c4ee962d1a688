import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { putCall } from './calls.stage.ts';
import { quietCompany } from './stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('an export killed before and after its file is written: one file in the end, booked once', async () => {
  const { own, line, stage } = await quietCompany(shop.server);
  const owner = await shop.server.worker(own, 'owner');
  await putCall(stage, own, line, '+14155550134');
  await owner.call(routes.exports.calls, { body: { columns: ['caller'], tz: 'UTC', format: 'csv' } });
  const booked = async () => (await owner.call(routes.exports.list, {})).data.map(({ rows, media }) => [rows, media?.contentType ?? null]);
  expect(await shop.dieAt('export.run: before the file')).toBe('SIGKILL');
  expect(await booked()).toEqual([[null, null]]);
  expect(await shop.dieAt('export.run: after the file')).toBe('SIGKILL');
  expect(await booked()).toEqual([[null, null]]);
  shop.work();
  await expect.poll(booked, { timeout: 90_000, interval: 250 }).toEqual([[1, 'text/csv; charset=utf-8']]);
  const files = await shop.server.owner.selectFrom('files').select('storage_key').where('company_id', '=', own.id).execute();
  expect(files).toHaveLength(1);
  expect(await readdir(join(shop.server.config.dataDir, 'files/exports'))).toContain(files[0]?.storage_key.split('/')[1]);
});
