/** A statement to the app's own PostgreSQL: by the socket the app takes, beside the port of this machine. */
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from '../../server/db/embedded.ts';
import { dataDir } from '../lib/large.ts';
import { computeSpread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';
import { inTurns } from './server.ts';

const rounds = 5_000;

/** Measures. */
export async function database(): Promise<Row[]> {
  const own = await startDatabase({ dataDir: join(dataDir, 'database'), onNote: print });
  const byPort = Object.assign(new URL(own.url), { hostname: '127.0.0.1' }).href;
  if (byPort === own.url) throw new Error('This database has no socket: its folder lies too deep');
  const clients = { ours: new pg.Client(own.url), port: new pg.Client(byPort) };
  await Promise.all([clients.ours.connect(), clients.port.connect()]);
  const ask = (client: pg.Client) => client.query({ name: 'one', text: 'select $1::int as one', values: [1] });
  try {
    const times = await inTurns({ ours: () => ask(clients.ours), port: () => ask(clients.port) }, rounds);
    return [
      {
        work: 'A prepared statement, by the socket of the cluster',
        ours: computeSpread(times.ours),
        peers: [{ name: 'by its port', ...computeSpread(times.port) }],
        bar: { at: 'median', ratio: 0.95 },
      },
    ];
  } finally {
    await Promise.all([clients.ours.end(), clients.port.end()]);
    await own.stop();
  }
}
