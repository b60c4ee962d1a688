/** The app with its own database, as a process that tests may end in every way. Prints its port, and the database's process and address. */
import { randomBytes } from 'node:crypto';
import { readConfig } from '#server/config.ts';
import { startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { getPort, start } from '#server/start.ts';

const dataDir = process.argv[2] ?? '';
const database = await startDatabase({ dataDir, fast: true, onNote: (message) => process.stderr.write(`${message}\n`) });
await migrate(database.url);
const built = await start(
  readConfig({
    DATABASE_URL: database.url,
    KEYLINE_SECRET: randomBytes(32).toString('base64'),
    KEYLINE_DATA: dataDir,
    KEYLINE_PORT: '0',
    KEYLINE_HOST: '127.0.0.1',
    KEYLINE_LOG: 'silent',
  }),
);
process.stdout.write(`${JSON.stringify({ port: getPort(built), postgres: database.pid(), databaseUrl: database.url })}\n`);
process.once('SIGTERM', async () => {
  await built.close();
  await database.stop();
  process.exit(0);
});
