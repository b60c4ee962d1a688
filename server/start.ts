/** Starts a server that was built: migrates its database, listens, and ends in good order. Run by itself, it takes everything from the environment. */
import type { AddressInfo } from 'node:net';
import { type Config, readConfig } from './config.ts';
import { exitOnCrash } from './crash.ts';
import { createServer, type Overrides, type ServerInstance } from './createServer.ts';
import { migrate } from './db/migrate.ts';
import { assertSafeInstallation } from './safety.ts';

/** Builds and listens; the database is migrated. Throws plain words when the installation is not safe, or the port is taken. */
export async function start(config: Config, overrides: Overrides = {}): Promise<ServerInstance> {
  const warnings = await assertSafeInstallation(config);
  const built = await createServer(config, overrides);
  for (const { rule, message } of warnings) built.app.log.warn({ rule }, message);
  try {
    await built.app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await built.close();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${config.port} is taken. Stop what uses it, or set KEYLINE_PORT.`);
    }
    throw error;
  }
  return built;
}

/** The port a server listens on. */
export function getPort({ app }: ServerInstance): number {
  return (app.server.address() as AddressInfo).port;
}

/** Time a request has to end once the server begins to shut down, in ms. */
const graceMs = 10_000;

async function main(): Promise<void> {
  exitOnCrash();
  const config = readConfig(process.env);
  await migrate(config.databaseUrl);
  const built = await start(config, process.argv.includes('--vite') ? { web: 'vite' } : {});
  const end = () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    built.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  built.app.log.info(`Keyline listening on ${config.publicUrl}`);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
