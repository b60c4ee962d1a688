/** Mails a report that is due. A job that is repeated after a crash sends the same mail under the same id; nobody is sent what they may no longer see. */
import { sql } from 'kysely';
import { type MailPace, mailPacePhrase } from '#contract/reportMails/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { type Chart, formatDifference, formatShare } from '#contract/text/reportChart.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { findMembership } from '../../http/authorize.ts';
import type { Membership } from '../../http/handlers.ts';
import { findCompanyBase, type PeopleBase } from '../../http/tenantHosts.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { toMailLine } from '../../mail/line.ts';
import type { Mail } from '../../mail/mailer.ts';
import { findSender } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { selectAccountBase } from '../auth/accountBase.ts';
import { type Figures, readFigures } from './figures.ts';
import type { reportMail } from './jobs.ts';

type Given = NonNullable<typeof reportMail.given>;

/** Rows of a chart in a mail; the rest is behind its link. */
const maxRows = 15;
const labelWidth = 40;

/** Lines of a table whose columns stand under each other in any mail program that keeps spaces. */
function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const cut = (label: string) => (label.length > labelWidth ? `${label.slice(0, labelWidth - 1)}…` : label);

function listFigures({ keyFigures, daysBefore }: Figures): string[] {
  if (keyFigures === null) return [];
  return alignRows(keyFigures.map(({ name, value, before, change }) => [name, value, ...(daysBefore === null ? [] : [before ?? '', change ?? ''])]));
}

function listRows(chart: Chart): string[] {
  const points = chart.kind === 'grid' ? [...chart.points].sort((one, other) => other.value - one.value) : chart.points;
  const told = points.filter(({ value, previous }) => value > 0 || (previous ?? 0) > 0);
  if (told.length === 0) return [chart.kind === 'changes' ? 'Nothing changed.' : 'Nothing in this period.'];
  const isCompared = told.some(({ previous }) => previous !== null);
  const head = ['', capitalize(chart.nouns[1]), ...(isCompared ? ['Before', 'Change'] : []), ...(chart.kind === 'changes' ? ['Share'] : [])];
  const rows = told
    .slice(0, maxRows)
    .map((point) => [
      cut(toMailLine(point.label)),
      point.value.toLocaleString('en-US'),
      ...(isCompared ? [point.previous?.toLocaleString('en-US') ?? '–', formatDifference(point)] : []),
      ...(chart.kind === 'changes' ? [point.share == null ? '–' : formatShare(point.share)] : []),
    ]);
  const left = told.length - rows.length;
  return [...alignRows([head, ...rows]), ...(left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : [])];
}

const listContent = (figures: Figures | { readonly fault: string }): string[] => {
  if ('fault' in figures) return [`This report can’t be read any more: ${toMailLine(figures.fault)}.`, 'Change it, or stop mailing it.'];
  const days = figures.daysBefore === null ? figures.days : `${figures.days}, compared with ${figures.daysBefore}`;
  const keyFigures = listFigures(figures);
  return [days, '', ...keyFigures, ...(keyFigures.length > 0 ? [''] : []), ...(figures.chart === null ? [] : listRows(figures.chart))];
};

interface Row {
  readonly sentence: string;
  readonly pace: MailPace;
  readonly company: string;
  readonly slug: string;
  readonly email: string;
}

const findRow = (mailId: number): Promise<Row | undefined> =>
  currentTransaction()
    .selectFrom('report_mails')
    .innerJoin('companies', 'companies.id', 'report_mails.company_id')
    .innerJoin('users', 'users.id', 'report_mails.user_id')
    .select(['report_mails.sentence', 'report_mails.pace', 'companies.name as company', 'companies.slug', 'users.email'])
    .where('report_mails.company_id', '=', companyId())
    .where('report_mails.id', '=', mailId)
    .executeTakeFirst();

/** The mail of a report; null where it is no longer asked for. */
async function prepare({ mailId, dueAt }: Given, membership: Membership, base: PeopleBase): Promise<Mail | null> {
  const row = await findRow(mailId);
  if (!row) return null;
  const sentence = toMailLine(row.sentence);
  const company = toMailLine(row.company);
  const link = `${base.url}/${row.slug}/dashboard?${new URLSearchParams({ q: row.sentence })}`;
  const lines = [
    `${capitalize(sentence)}`,
    ...listContent(await readFigures(membership, row.sentence, new Date())),
    '',
    `Open the report: ${link}`,
    '',
    `${base.product} mails you this report of ${company} ${mailPacePhrase[row.pace]}. To stop it, open the report and choose “Stop mailing report”.`,
  ];
  return {
    to: row.email,
    subject: `${capitalize(sentence)} (${company})`,
    text: lines.join('\n'),
    messageId: `<report-${mailId}-${Date.parse(dueAt)}@${new URL(base.url).hostname}>`,
  };
}

/** The person's membership, while they may see reports of a company that is entered. Reports of somebody who has left are dropped: they are not mailed again on a return. */
async function findReader({ tenancy }: Services, { companyId: company, userId }: Given): Promise<Membership | null> {
  const membership = await tenancy.identity(async () => {
    const found = await findMembership(userId, company);
    if (found === null) await sql`select drop_report_mails(${company}::bigint, ${userId}::bigint)`.execute(currentTransaction());
    return found;
  });
  return membership?.accountStatus === 'active' && membership.may('analytics.read') ? membership : null;
}

/** The worker of `reports.mail`. */
export async function sendReportMail(services: Services, given: Given): Promise<void> {
  const { companyId: company, userId, mailId } = given;
  const { tenancy, mailer } = services;
  const membership = await findReader(services, given);
  if (membership === null) return;
  const asked = await findCompanyBase(services, company);
  const base = await tenancy.identity(async () => {
    const account = await currentTransaction().selectFrom('users').select(['id', 'is_staff']).where('id', '=', userId).executeTakeFirstOrThrow();
    return selectAccountBase(account, asked, services);
  });
  const mail = await tenancy.companyReading([company], userId, () => prepare(given, membership, base));
  if (mail === null) return;
  await mailer.send(mail, await findSender(services, company));
  failpoint('reports.mail: sent');
  await tenancy.company([company], userId, () =>
    currentTransaction().updateTable('report_mails').set({ last_sent_at: sql`now()` }).where('company_id', '=', companyId()).where('id', '=', mailId).execute(),
  );
}
