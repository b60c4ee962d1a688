/** `npm run backup -- <file>`: database, files and secrets in one archive. Works while the app runs and while it is stopped. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeBackup } from './lib/backup.ts';
import { openInstalled } from './lib/database.ts';
import { formatRed, printLine } from './lib/steps.ts';

async function main(): Promise<void> {
  const path = resolve(process.argv[2] ?? `keyline-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`);
  if (existsSync(path)) throw new Error(`${path} exists already. Choose another name.`);
  if (!existsSync(dirname(path))) throw new Error(`Folder ${dirname(path)} not found. Create it first.`);
  const database = await openInstalled(process.env, (message) => printLine(message));
  try {
    const { rows, files } = await writeBackup({ databaseUrl: database.url, dataDir: database.dataDir, path });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    printLine(`Backup written: ${path}`);
    printLine(
      `${Object.keys(rows).length} tables, ${total.toLocaleString('en-US')} rows, ${files} ${files === 1 ? 'file' : 'files'}. Keep it like a password: it holds the secrets of the installation.`,
    );
    if (process.env.S3_BUCKET?.trim()) printLine('Files in the bucket are not in it. Back up the bucket with its own tools.');
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  printLine(formatRed(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
});
