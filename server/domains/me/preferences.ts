/**
 * Storage of a user's own data: preferences, keys, workspaces, the command log. In identity transactions: it belongs to no company. At a company's own host only
 * what was saved there or names that company is read and changed.
 */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { limits } from '#contract/core/limits.ts';
import { type CommandRun, Keymap, Preferences } from '#contract/me/entities.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { type Asker, checkReach, listCompanyAccess } from '../companies/companyAccess.ts';
import { formatBoundedJson } from './json.ts';
import { checkKeymap, defaultKeymap } from './keymap.ts';

const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'normal',
  holdSeconds: limits.holdSeconds,
  pinnedCompanyIds: [],
  lastCompanyId: null,
  desktopTypes: [],
  soundTypes: [],
  quietNumberIds: [],
  firstSteps: { done: [], view: 'open' },
};

/** Preferences of a person; what was never chosen, or cannot be read any more, is as at first. */
async function loadPreferences(userId: number): Promise<Preferences> {
  const row = await currentTransaction().selectFrom('users').select('preferences').where('id', '=', userId).executeTakeFirstOrThrow();
  const kept = Preferences.safeParse({ ...defaultPreferences, ...row.preferences });
  return kept.success ? kept.data : defaultPreferences;
}

/** Decides which ids in preferences are of the company at whose host a person is; at ours all are. */
interface HostView {
  isCompany(id: number): boolean;
  isNumber(id: number): boolean;
}

/** Makes the view for these numbers; others are taken for another company's. Opens a transaction of the company. */
async function createHostView({ tenancy }: Services, { userId, onlyCompanyId }: Asker, numberIds: readonly number[]): Promise<HostView> {
  if (onlyCompanyId === null) return { isCompany: () => true, isNumber: () => true };
  const rows =
    numberIds.length === 0
      ? []
      : await tenancy.companyReading([onlyCompanyId], userId, () =>
          currentTransaction()
            .selectFrom('phone_numbers')
            .select('id')
            .where('company_id', '=', onlyCompanyId)
            .where(sql<boolean>`id = any (${[...numberIds]}::bigint[])`)
            .execute(),
        );
  const own = new Set(rows.map(({ id }) => id));
  return { isCompany: (id) => id === onlyCompanyId, isNumber: (id) => own.has(id) };
}

/** Refuses (422) numbers of no company that the person reaches. Opens transactions of its own. */
async function checkNumbers({ tenancy }: Services, asker: Asker, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const reach = await tenancy.identity(() => listCompanyAccess(asker));
  const rows = await tenancy.companyReading(
    reach.map(({ id }) => id),
    asker.userId,
    () =>
      currentTransaction()
        .selectFrom('phone_numbers')
        .select('id')
        .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
        .execute(),
  );
  if (rows.length < new Set(ids).size) throw new AppError('invalid', { field: 'quiet_number_ids', message: 'None of your companies has this number' });
}

/** Leaves out what names other companies. */
const limitTo = ({ isCompany, isNumber }: HostView, preferences: Preferences): Preferences => ({
  ...preferences,
  pinnedCompanyIds: preferences.pinnedCompanyIds.filter(isCompany),
  lastCompanyId: preferences.lastCompanyId !== null && isCompany(preferences.lastCompanyId) ? preferences.lastCompanyId : null,
  quietNumberIds: preferences.quietNumberIds.filter(isNumber),
});

/** A list as it was chosen, with those of the one before that cannot be seen here. */
const keepUnseen = (before: readonly number[], chosen: readonly number[], isSeen: (id: number) => boolean, most: number): number[] =>
  [...new Set([...before.filter((id) => !isSeen(id)), ...chosen])].slice(0, most);

/** Preferences of a person, as far as they may be seen at the host. Opens its own transactions. */
export async function readPreferences(services: Services, asker: Asker): Promise<Preferences> {
  const preferences = await services.tenancy.identity(() => loadPreferences(asker.userId));
  return limitTo(await createHostView(services, asker, preferences.quietNumberIds), preferences);
}

/** Changes some preferences. Those that cannot be seen at the host stay. Opens its own transactions. */
export async function savePreferences(services: Services, asker: Asker, chosen: Partial<Preferences>): Promise<Preferences> {
  const { quietNumberIds: quiet = [] } = await services.tenancy.identity(() => loadPreferences(asker.userId));
  // A number that was kept before may be gone since.
  await checkNumbers(
    services,
    asker,
    (chosen.quietNumberIds ?? []).filter((id) => !quiet.includes(id)),
  );
  const view = await createHostView(services, asker, [...quiet, ...(chosen.quietNumberIds ?? [])]);
  return services.tenancy.identity(async () => limitTo(view, await mergePreferences(asker, chosen, view)));
}

async function mergePreferences(asker: Asker, chosen: Partial<Preferences>, { isCompany, isNumber }: HostView): Promise<Preferences> {
  const { userId } = asker;
  await currentTransaction().selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  const before = await loadPreferences(userId);
  const { pinnedCompanyIds, lastCompanyId, quietNumberIds } = chosen;
  // A saved value may name a company the person has lost since.
  const pinned = (pinnedCompanyIds ?? []).filter((id) => !before.pinnedCompanyIds.includes(id));
  await checkReach(asker, pinned, 'pinned_company_ids');
  await checkReach(asker, lastCompanyId && lastCompanyId !== before.lastCompanyId ? [lastCompanyId] : [], 'last_company_id');
  const preferences: Preferences = {
    ...before,
    ...given,
    ...(pinnedCompanyIds ? { pinnedCompanyIds: keepUnseen(before.pinnedCompanyIds, pinnedCompanyIds, isCompany, 9) } : {}),
    ...(quietNumberIds ? { quietNumberIds: keepUnseen(before.quietNumberIds, quietNumberIds.filter(isNumber), isNumber, limits.quietNumbers) } : {}),
  };
  await currentTransaction()
    .updateTable('users')
    .set({ preferences: JSON.stringify(preferences) })
    .where('id', '=', userId)
    .execute();
  return preferences;
}

/** Keys of a person. */
export async function readKeymap(userId: number): Promise<Keymap> {
  const row = await currentTransaction().selectFrom('users').select('keymap').where('id', '=', userId).executeTakeFirstOrThrow();
  const kept = z.safeParse(Keymap, row.keymap);
  return kept.success ? kept.data : defaultKeymap;
}

/** Replaces the keys of a person. Refuses keys that cannot be typed. */
export async function saveKeymap(userId: number, keymap: Keymap): Promise<Keymap> {
  checkKeymap(keymap);
  await currentTransaction()
    .updateTable('users')
    .set({ keymap: formatBoundedJson(keymap, 'overrides') })
    .where('id', '=', userId)
    .execute();
  return keymap;
}

const layoutColumns = ['name', 'layout', 'updated_at'] as const;
/** Workspaces a person may keep. */
const mostLayouts = 50;

/** A workspace as JSON: what came in by the contract's Json goes out by it. */
type LayoutJson = z.output<ReturnType<typeof z.json>>;
const toLayout = (row: { name: string; layout: unknown; updated_at: Date }) => ({
  name: row.name,
  layout: row.layout as LayoutJson,
  updatedAt: row.updated_at.toISOString(),
});

/** Rows that were saved at the host where the person is now. */
const savedAt = ({ onlyCompanyId }: Asker) => sql<boolean>`host_company_id is not distinct from ${onlyCompanyId}::bigint`;

/** Saved workspaces of a person, by name. */
export async function listLayouts(asker: Asker) {
  const rows = await currentTransaction()
    .selectFrom('layouts')
    .select(layoutColumns)
    .where('user_id', '=', asker.userId)
    .where(savedAt(asker))
    .orderBy('name')
    .execute();
  return { data: rows.map(toLayout) };
}

/** Saves a workspace under a name. Refuses one that is too large or too deep, and more than fifty. */
export async function saveLayout(asker: Asker, name: string, layout: unknown) {
  const text = formatBoundedJson(layout, 'layout');
  const others = await currentTransaction()
    .selectFrom('layouts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', asker.userId)
    .where(savedAt(asker))
    .where('name', '<>', name)
    .executeTakeFirstOrThrow();
  if (Number(others.count) >= mostLayouts) throw new AppError('invalid', { field: 'name', message: `At most ${mostLayouts} saved layouts; delete one first` });
  const row = await currentTransaction()
    .insertInto('layouts')
    .values({ user_id: asker.userId, name, layout: text, host_company_id: asker.onlyCompanyId })
    .onConflict((conflict) => conflict.columns(['user_id', 'name', 'host_company_id']).doUpdateSet({ layout: text, updated_at: new Date() }))
    .returning(layoutColumns)
    .executeTakeFirstOrThrow();
  return toLayout(row);
}

/** Forgets a workspace. Refuses one that is not there. */
export async function deleteLayout(asker: Asker, name: string): Promise<void> {
  const gone = await currentTransaction()
    .deleteFrom('layouts')
    .where('user_id', '=', asker.userId)
    .where('name', '=', name)
    .where(savedAt(asker))
    .returning('name')
    .executeTakeFirst();
  if (!gone) throw new AppError('not_found');
}

const runColumns = ['id', 'command_id', 'title', 'source', 'company_id', 'args', 'outcome', 'detail', 'ran_at'] as const;
type RunRow = { [K in (typeof runColumns)[number]]: unknown } & {
  id: number;
  command_id: string;
  title: string;
  company_id: number | null;
  detail: string | null;
  ran_at: Date;
};

const toRun = (row: RunRow): CommandRun => ({
  id: row.id,
  commandId: row.command_id,
  title: row.title,
  source: row.source as CommandRun['source'],
  companyId: row.company_id,
  args: row.args as LayoutJson,
  outcome: row.outcome as CommandRun['outcome'],
  detail: row.detail,
  ranAt: row.ran_at.toISOString(),
});

/** The last commands of a person, newest first; at a company's own host those they ran there. */
export async function listCommands(asker: Asker) {
  const rows = await currentTransaction()
    .selectFrom('command_log')
    .select(runColumns)
    .where('user_id', '=', asker.userId)
    .$if(asker.onlyCompanyId !== null, (query) => query.where(savedAt(asker)))
    .orderBy('id', 'desc')
    .limit(limits.commandLog)
    .execute();
  return { data: rows.map(toRun), meta: { total: rows.length } };
}

interface NewRun {
  readonly key: string;
  readonly commandId: string;
  readonly title: string;
  readonly source: CommandRun['source'];
  readonly companyId?: number | undefined;
  readonly args?: unknown;
  readonly outcome: CommandRun['outcome'];
  readonly detail?: string | undefined;
}

/** Adds a command to the log, once a key; the oldest beyond 500 go. While somebody acts as the person it stands in the audit log as well. */
export async function logCommand(caller: AuthUser, run: NewRun, address: string): Promise<CommandRun> {
  const args = formatBoundedJson(run.args ?? {}, 'args');
  await checkReach(caller, run.companyId === undefined ? [] : [run.companyId], 'company_id');
  const row = await currentTransaction()
    .insertInto('command_log')
    .values({
      user_id: caller.userId,
      key: run.key,
      command_id: run.commandId,
      title: run.title,
      source: run.source,
      company_id: run.companyId ?? null,
      args,
      outcome: run.outcome,
      detail: run.detail ?? null,
      host_company_id: caller.onlyCompanyId,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning(runColumns)
    .executeTakeFirst();
  if (!row) {
    return toRun(
      await currentTransaction()
        .selectFrom('command_log')
        .select(runColumns)
        .where('user_id', '=', caller.userId)
        .where('key', '=', run.key)
        .executeTakeFirstOrThrow(),
    );
  }
  await currentTransaction()
    .deleteFrom('command_log')
    .where('user_id', '=', caller.userId)
    .where(savedAt(caller))
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('command_log')
        .select('id')
        .where('user_id', '=', caller.userId)
        .where(savedAt(caller))
        .orderBy('id', 'desc')
        .offset(limits.commandLog)
        .limit(1),
    )
    .execute();
  if (caller.impersonatorId !== null) await auditCommand(caller, run, address);
  return toRun(row);
}

async function auditCommand(caller: AuthUser, run: NewRun, address: string): Promise<void> {
  await currentTransaction()
    .insertInto('audit_log')
    .values({
      user_id: caller.userId,
      impersonator_id: caller.impersonatorId,
      session_id: caller.sessionId,
      company_id: run.companyId ?? null,
      action: `command:${run.commandId}`,
      subject: run.title,
      address,
      detail: JSON.stringify({ source: run.source, outcome: run.outcome }),
    })
    .execute();
}
