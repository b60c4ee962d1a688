/** A disk that is full: people are told, nothing is half written, and all works again once there is space. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { createDiskSpace } from '#server/files/space.ts';
import { toAppError } from '#server/http/errorHandler.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { png } from './samples.ts';

const { messaging } = routes;
const gigabyte = 1_000_000_000;

describe('a disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyline-space-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const spaceWith = (free: number) => createDiskSpace({ folders: [folder], reserveBytes: gigabyte, freeBytes: async () => free }).check();

  test.each([
    [2 * gigabyte, 'enough'],
    [gigabyte - 1, 'low'],
    [gigabyte / 10 - 1, 'out'],
  ])('with %d bytes free above a reserve of a gigabyte has %s', async (free, expected) => {
    expect(await spaceWith(free)).toBe(expected);
  });

  test('that cannot be written at all has none left, whatever it says', async () => {
    await writeFile(join(folder, 'file'), '');
    const space = createDiskSpace({ folders: [join(folder, 'file')], reserveBytes: gigabyte, freeBytes: async () => 9 * gigabyte });
    expect(await space.check()).toBe('out');
  });

  test('is asked once for many who come together', async () => {
    const freeBytes = vi.fn(async () => 2 * gigabyte);
    const space = createDiskSpace({ folders: [folder], reserveBytes: gigabyte, freeBytes });
    await Promise.all(Array.from({ length: 50 }, () => space.check()));
    expect(freeBytes).toHaveBeenCalledTimes(1);
  });
});

describe('what a full disk says', () => {
  test.skipIf(process.platform !== 'linux')('is told by the system itself as no space', async () => {
    const refusal = await writeFile('/dev/full', 'x').catch(toAppError);
    expect(refusal).toMatchObject({ status: 507, code: 'storage_full' });
  });

  test.each([
    ['53100', 507],
    ['ENOSPC', 507],
    ['EDQUOT', 507],
    ['EROFS', 503],
    ['EIO', 503],
    ['53200', 503],
    ['58030', 503],
    ['25006', 503],
  ])('%s is %d, with words and with its cause for the log', (code, status) => {
    const cause = Object.assign(new Error('could not extend file'), { code });
    expect(toAppError(cause)).toMatchObject({ status, cause });
  });
});

/** A disk of two megabytes, where this machine lets us have one. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'keyline-full-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true, force: true });
  return null;
}
const disk = mountSmallDisk();

describe.skipIf(disk === null)('an installation whose data folder is on a full disk', () => {
  const folder = disk ?? '';
  let server: TestServer;
  let agent: Client;
  let numberId: number;
  beforeAll(async () => {
    server = await startServer({ config: { dataDir: folder, reserveBytes: 200_000 } });
    const company = await server.company();
    agent = await server.worker(company, 'user');
    numberId = (await server.number(company)).id;
  });
  afterAll(async () => {
    await server.close();
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  const fill = async () => {
    await writeFile(join(folder, 'ballast'), Buffer.alloc(3_000_000)).catch((error: unknown) => expect(error).toMatchObject({ code: 'ENOSPC' }));
  };
  const send = (clientId: string) =>
    agent.exchange(messaging.send, {
      body: { numberId, recipient: '+12125550177', clientId, message: 'Look' },
      files: [{ name: 'a.png', type: 'image/png', bytes: png }],
    });
  const ready = async () => (await fetch(`${server.url}/ready`)).status;

  test('refuses uploads with 507 and says that it is not ready; and takes them again once there is space', async () => {
    expect([(await send('space-0001')).status, await ready()]).toEqual([200, 200]);
    await fill();
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 10_000, interval: 200 });
    const refused = await send('space-0002');
    expect(refused).toMatchObject({ status: 507, body: { code: 'storage_full', message: expect.stringContaining('out of disk space') } });
    await rm(join(folder, 'ballast'));
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 10_000, interval: 200 });
    expect((await send('space-0003')).status).toBe(200);
  });

  test('refuses uploads while there is space left, but less than the reserve', async () => {
    const { bavail, bsize } = statfsSync(folder);
    await writeFile(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - 120_000));
    await vi.waitFor(async () => expect(await send(`space-${randomUUID()}`)).toMatchObject({ status: 507, body: { code: 'storage_full' } }), {
      timeout: 10_000,
      interval: 200,
    });
    expect(await ready()).toBe(200);
    await rm(join(folder, 'ballast'));
    await vi.waitFor(async () => expect((await send(`space-${randomUUID()}`)).status).toBe(200), { timeout: 10_000, interval: 200 });
  });

  test('leaves no half of a file behind', async () => {
    const store = createFolderStore(join(folder, 'files'));
    await expect(store.put('1/large', Buffer.alloc(3_000_000))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(join(folder, 'files', '1')).filter((name) => name.startsWith('large'))).toEqual([]);
  });
});
