/** The audit log of a company over HTTP. Staff are not named: a customer sees as whom they acted. */
import { sql } from 'kysely';
import type { AuditEntry } from '#contract/audit/entities.ts';
import type { routes } from '#contract/index.ts';
import { auditActions } from '../../access/auditLog.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { holdsWord, searchWords } from '../../lists/textSearch.ts';
import { callWords } from './words.ts';

const words: ReadonlyMap<string, string> = new Map([...callWords, ...Object.entries(auditActions)]);

const prefixes = { read: 'read:', command: 'command:' } as const;

/** An act in words: those of its call, or the title of the command that was run. */
function formatAction(action: string, subject: string | null): string {
  if (action.startsWith(prefixes.command)) return subject ?? action.slice(prefixes.command.length);
  const name = action.startsWith(prefixes.read) ? action.slice(prefixes.read.length) : action;
  return words.get(name) ?? name;
}

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};

/** Subject of an act: the words that were recorded, which people choose and may look like anything; of a call the ids in its address, as `ID 12`. */
function formatSubject(action: string, subject: string | null): string | null {
  if (subject === null || action.startsWith(prefixes.command)) return null;
  if (action in auditActions) return subject;
  const params = parse(subject);
  const given: [string, unknown][] = Object.entries(typeof params === 'object' && params !== null ? params : {});
  const ids = given.flatMap(([name, value]) => (/id$/i.test(name) && name !== 'companyId' && /^\d+$/.test(String(value)) ? [`ID ${value}`] : []));
  return ids.length === 0 ? null : ids.join(', ');
}

const apiKeyName = sql<string | null>`audit_log.detail ->> 'apiKey'`;

/** Acts whose words have this one in them. */
const findActions = (typed: string): string[] =>
  [...words].flatMap(([name, text]) => (text.toLowerCase().includes(typed.toLowerCase()) ? [name, `${prefixes.read}${name}`] : []));

/** Acts of the open company, and of its organization, as row-level security shows them; without what administrators of others did. */
const selectEntries = (isStaffOnly: boolean, q: string) => {
  let own = currentTransaction()
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .where((eb) =>
      eb.or([
        eb('audit_log.company_id', '=', companyId()),
        eb.and([
          eb('audit_log.company_id', 'is', null),
          sql<boolean>`audit_log.organization_id = (select organization_id from companies where id = ${companyId()})`,
        ]),
      ]),
    );
  for (const word of searchWords(q)) {
    const said = sql`concat_ws(' ', audit_log.subject, users.first_name || ' ' || users.last_name, ${apiKeyName})`;
    own = own.where(sql<boolean>`(audit_log.action = any (${findActions(word)}::text[]) or ${holdsWord(said, word)})`);
  }
  return isStaffOnly ? own.where('audit_log.impersonator_id', 'is not', null) : own;
};

export const handlers: Handlers<typeof routes.audit> = {
  list: async ({ query }) => {
    const { page, perPage, staff = false, q = '' } = query;
    const { total } = await selectEntries(staff, q)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await selectEntries(staff, q)
      .select(['audit_log.id', 'audit_log.at', 'audit_log.action', 'audit_log.subject', 'audit_log.user_id', 'audit_log.impersonator_id'])
      .select(sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('name'))
      .select(apiKeyName.as('api_key'))
      .orderBy('audit_log.id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute();
    const data = rows.map(
      (row): AuditEntry => ({
        id: row.id,
        at: row.at.toISOString(),
        // A person who has left the company, or administers its organization alone, is not among its users any more.
        userName: row.user_id === null ? null : (row.name ?? `User ${row.user_id}`),
        apiKeyName: row.api_key,
        isStaff: row.impersonator_id !== null,
        isRead: row.action.startsWith(prefixes.read),
        action: formatAction(row.action, row.subject),
        subject: formatSubject(row.action, row.subject),
      }),
    );
    return { data, meta: createPageMeta(page, perPage, Number(total)) };
  },
};
