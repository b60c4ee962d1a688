/** `npm run accounts`: lists demo users and support staff, and changes them where the start-up check asks for it; approves new companies. Works while the app runs and while it is stopped. */
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { approveCompany, listWaitingCompanies } from './lib/approval.ts';
import { openInstalled } from './lib/database.ts';
import { formatRed, printLine } from './lib/steps.ts';

const help = `npm run accounts -- list                    lists demo users and support staff
npm run accounts -- disable-demo            disables the demo users and ends their sessions
npm run accounts -- enable-demo             enables them again, for a trial beside the sandbox
npm run accounts -- grant-staff <email>     makes a user support staff, who has two-factor authentication
npm run accounts -- revoke-staff <email>    takes that away and ends their sessions
npm run accounts -- companies               lists companies that wait for approval
npm run accounts -- approve <company id>    lets a company buy numbers, up to the usual limits`;

interface Row {
  id: string;
  email: string;
  is_staff: boolean;
  is_demo: boolean;
  has_factor: boolean;
  is_disabled: boolean;
}

const notes = (row: Row) =>
  [
    row.is_demo ? 'demo user' : null,
    row.is_staff ? 'support staff' : null,
    row.has_factor ? 'two-factor authentication' : 'no two-factor authentication',
    row.is_disabled ? 'disabled' : null,
  ].filter((note) => note !== null);

async function list(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Row>(
    `select id, email, is_staff, is_demo, mfa_enabled_at is not null as has_factor, disabled_at is not null as is_disabled
     from users where is_staff or is_demo order by id`,
  );
  if (rows.length === 0) printLine('No demo users and no support staff.');
  for (const row of rows) printLine(`${row.id.padStart(6)}  ${row.email.padEnd(32)} ${notes(row).join(', ')}`);
}

/** Changes users and, in the same statement, ends their sessions, those in which staff act as someone included. */
async function change(client: pg.Client, statement: string, values: readonly string[] = []): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with changed as (${statement} returning id),
      ended as (delete from sessions where user_id in (select id from changed) or impersonator_id in (select id from changed))
     select count(*)::int as count from changed`,
    [...values],
  );
  return rows[0]?.count ?? 0;
}

async function grantStaff(client: pg.Client, email: string): Promise<void> {
  const { rows } = await client.query<{ has_factor: boolean }>(
    'select mfa_enabled_at is not null as has_factor from users where email = $1 and disabled_at is null and not is_demo',
    [email],
  );
  const [user] = rows;
  if (!user) throw new Error('No active user has this email.');
  if (!user.has_factor) throw new Error('This user has no two-factor authentication. Have them turn it on first, then run this again.');
  await client.query('update users set is_staff = true where email = $1', [email]);
  printLine('Support staff: added');
}

async function listWaiting(client: pg.Client): Promise<void> {
  const waiting = await listWaitingCompanies(client);
  if (waiting.length === 0) printLine('No company waits for approval.');
  for (const { id, name, founder, founded } of waiting) printLine(`${id.padStart(6)}  ${founded}  ${name.padEnd(32)} ${founder ?? 'founder unknown'}`);
}

async function run(client: pg.Client, [command, subject]: readonly string[]): Promise<void> {
  if (command === 'list') return list(client);
  if (command === 'disable-demo')
    return void printLine(`Demo users disabled: ${await change(client, 'update users set disabled_at = now() where is_demo and disabled_at is null')}`);
  if (command === 'enable-demo')
    return void printLine(`Demo users enabled: ${await change(client, 'update users set disabled_at = null where is_demo and disabled_at is not null')}`);
  if (command === 'grant-staff' && subject) return grantStaff(client, subject);
  if (command === 'revoke-staff' && subject) {
    const changed = await change(client, 'update users set is_staff = false where email = $1 and is_staff', [subject]);
    if (changed === 0) throw new Error('No support staff has this email.');
    return void printLine('Support staff: removed');
  }
  if (command === 'companies') return listWaiting(client);
  if (command === 'approve' && subject) return void printLine(`Approved: ${await approveCompany(client, subject)}`);
  printLine(help);
  if (command !== undefined) process.exitCode = 1;
}

async function main(): Promise<void> {
  const database = await openInstalled(process.env, (message) => printLine(message));
  try {
    await migrate(database.url);
    const client = new pg.Client({ connectionString: database.url, application_name: 'keyline accounts' });
    await client.connect();
    await run(client, process.argv.slice(2)).finally(() => client.end());
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  printLine(formatRed(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
});
