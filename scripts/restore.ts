/** `npm run restore -- <file>`: reads a backup into an empty installation. */
import { resolve } from 'node:path';
import { openDatabase } from './lib/database.ts';
import { assertBackup, restoreBackup } from './lib/restore.ts';
import { formatRed, printLine } from './lib/steps.ts';

async function main(): Promise<void> {
  const given = process.argv[2];
  if (given === undefined) throw new Error('npm run restore -- <file>   reads a backup into an empty installation (KEYLINE_DATA, DATABASE_URL)');
  const path = resolve(given);
  await assertBackup(path);
  const dataDir = resolve(process.env.KEYLINE_DATA ?? './data');
  const { DATABASE_URL } = process.env;
  // Secrets are not created here: the backup brings them.
  const database = await openDatabase({ dataDir, environment: DATABASE_URL ? { DATABASE_URL } : {} }, (message) => printLine(message));
  try {
    const { rows, files, heldMessages, pausedCampaigns, keptNumbers } = await restoreBackup({ databaseUrl: database.url, dataDir, path });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    printLine(
      `Backup restored: ${Object.keys(rows).length} tables, ${total.toLocaleString('en-US')} rows, ${files} ${files === 1 ? 'file' : 'files'}. Everyone signs in again.`,
    );
    if (heldMessages > 0) printLine(`${heldMessages} messages and faxes waited to be sent. They may have been sent since, so they are shown as not confirmed.`);
    if (pausedCampaigns > 0)
      printLine(`${pausedCampaigns} ${pausedCampaigns === 1 ? 'campaign is' : 'campaigns are'} paused: nothing is sent until a person resumes them.`);
    if (keptNumbers > 0) printLine(`${keptNumbers} removed numbers were to be released by their carrier. They stay with it: release them in its console.`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  printLine(formatRed(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
});
