/** Counts the replies a second of the server beside plain Fastify: the same page of conversations, its database left out. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { endChild } from '../../scripts/lib/children.ts';
import { createRequester } from '../lib/http.ts';
import { dataDir, openWorld, serveWorld, type World } from '../lib/large.ts';
import { computePercentile } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const rounds = 20;
const connections = 16;
const cannon = fileURLToPath(new URL('../node_modules/autocannon/autocannon.js', import.meta.url));
const Shot = z.object({ requests: z.object({ average: z.number() }), non2xx: z.number(), errors: z.number() });

const getInboxPath = (world: World, perPage: number) => `/api/companies/${world.companyId}/conversations?isArchived=0&perPage=${perPage}`;

/** Starts a server of lib/replying.ts; its port. */
async function replying(world: World, kind: 'ours' | 'plain', file: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(fileURLToPath(new URL('../lib/replying.ts', import.meta.url)), {
    env: {
      ...process.env,
      ...world.environment,
      NODE_ENV: 'development',
      DATABASE_URL: world.databaseUrl,
      REPLY_FILE: file,
      REPLY_KIND: kind,
      REPLY_COMPANY: String(world.companyId),
    },
    // Nobody reads what it says.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((done, fail) =>
    child.once('message', (said) => done(Number(said))).once('exit', () => fail(new Error(`${kind} did not start`))),
  );
  return { child, port };
}

/** Replies a second over a second. */
async function shoot(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = [cannon, '-j', '-c', String(connections), '-d', '1', ...given, `http://127.0.0.1:${port}${path}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { requests, non2xx, errors } = z.parse(Shot, JSON.parse(stdout));
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors`);
  return requests.average;
}

async function compare(world: World, headers: Readonly<Record<string, string>>, perPage: number, body: Buffer): Promise<Row> {
  const file = join(dataDir, 'reply.json');
  writeFileSync(file, body);
  const [ours, plain] = await Promise.all([replying(world, 'ours', file), replying(world, 'plain', file)]);
  const ratios: number[] = [];
  const counts: number[] = [];
  try {
    for (let round = -2; round < rounds; round += 1) {
      const theirs = await shoot(plain.port, getInboxPath(world, perPage), headers);
      const mine = await shoot(ours.port, getInboxPath(world, perPage), headers);
      if (round < 0) continue;
      ratios.push(mine / theirs);
      counts.push(mine);
    }
  } finally {
    await Promise.all([endChild(ours.child), endChild(plain.child)]);
  }
  const kB = (body.length / 1_000).toFixed(0);
  return {
    work: `Replies of ${perPage} conversations (${kB} kB), all hooks on: throughput to plain Fastify’s (${computePercentile(counts, 0.5).toFixed(0)} a second)`,
    count: computePercentile(ratios, 0.5),
    unit: '×',
    peers: [{ name: 'Fastify', count: 1 }],
    least: 0.8,
  };
}

/** Measures. */
export async function replies(): Promise<Row[]> {
  const world = await openWorld();
  try {
    const served = await serveWorld(world);
    const pages: { readonly perPage: number; readonly body: Buffer }[] = [];
    try {
      const asker = await createRequester(served.port, served.headers);
      for (const perPage of [100, 5]) pages.push({ perPage, body: (await asker.get(getInboxPath(world, perPage))).body });
      asker.close();
    } finally {
      await served.close();
    }
    const rows: Row[] = [];
    for (const { perPage, body } of pages) rows.push(await compare(world, served.headers, perPage, body));
    return rows;
  } finally {
    await world.close();
  }
}
