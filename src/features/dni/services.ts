/** Dynamic numbers, as commands reach them. */
import { formatCount } from '#commands/core/rows.ts';
import type { DniServices } from '#commands/dni/types.ts';
import { dniMessages } from '#contract/dni/texts.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { getReason, listEntries, type UserEvent } from '#machines/dniPool/index.ts';
import { isIn } from '#machines/state.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { createNumbersQuery } from '../../shared/numbers.ts';
import { createPoolsQuery, createScriptQuery, createVisitsQuery } from './data.ts';
import { frozenFeed } from './freezeStore.ts';
import { poolDrafts, poolStore } from './poolStore.ts';

/** Chooses numbers that were bought for a pool in its form where that is open (`poolId` null: that of a new pool), and adds them to the pool at once where it is not. */
async function addNumbers(app: App, companyId: number, poolId: number | null, bought: readonly number[]): Promise<void> {
  const { actor } = poolStore.get(app, companyId);
  const { draft } = actor.getSnapshot().context;
  if (isIn(actor.getSnapshot(), 'editing') && draft.id === poolId) {
    for (const id of bought) if (!draft.numberIds.includes(id)) actor.send({ type: 'number.toggled', id });
    return;
  }
  if (poolId === null) return;
  const params = { poolId };
  try {
    const { numbers } = await app.api.call('dni.pool', { companyId, params });
    const numberIds = [...new Set([...numbers.map(({ id }) => id), ...bought])];
    const { name } = await app.api.call('dni.updatePool', { companyId, params, body: { numberIds } });
    void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'dni') });
    app.notify({ tone: 'success', message: `${formatCount(bought.length, 'number')} added to pool “${name}”` });
  } catch (error) {
    app.notify({ tone: 'danger', message: `The numbers are bought, but not in the pool: ${toPlainError(error).message}` });
  }
}

/** Commands over dynamic numbers, as the app provides them. */
export function createDniServices({ app, workspace, services }: ServiceDeps): DniServices {
  /** The form, where it accepts this now. */
  const getForm = (asked: UserEvent | UserEvent['type']) => {
    const { actor } = poolStore.get(app, getCompanyId(app));
    const reason = getReason(actor.getSnapshot(), asked);
    if (reason !== null) throw new Error(reason);
    return actor;
  };
  const send = (event: UserEvent) => getForm(event).send(event);
  return {
    begin: (pool) => {
      workspace.open('dniPools');
      const form = getForm('pool.opened');
      form.send({ type: 'pool.opened', ...(pool ? { pool } : {}), kept: poolDrafts.take(getCompanyId(app), pool?.id ?? null) });
    },
    chooseSource: (source) => send({ type: 'source.chosen', source }),
    toggleFlag: (flag) => send({ type: 'flag.toggled', flag }),
    toggleNumber: (id) => send({ type: 'number.toggled', id }),
    listNumbers: async () => {
      const companyId = getCompanyId(app);
      const [numbers, pools] = await Promise.all([
        app.queries.ensureQueryData(createNumbersQuery(app, companyId)),
        app.queries.ensureQueryData(createPoolsQuery(app, companyId)),
      ]);
      const { id } = poolStore.get(app, companyId).actor.getSnapshot().context.draft;
      const taken = new Set(pools.filter((pool) => pool.id !== id).flatMap((pool) => pool.numbers.map((number) => number.id)));
      return numbers.filter((number) => number.status !== 2 && number.lineType !== 2 && !taken.has(number.id));
    },
    compareSizes: (id, day) => showNear(workspace, 'dniPoolSizes', { id: String(id), ...(day === undefined ? {} : { day }) }),
    buyNumbers: async (count, poolId) => {
      const companyId = getCompanyId(app);
      const { draft } = poolStore.get(app, companyId).actor.getSnapshot().context;
      const pools = await app.queries.ensureQueryData(createPoolsQuery(app, companyId));
      const [own] = pools.find(({ id }) => id === (poolId ?? draft.id))?.numbers ?? [];
      const like = own?.number ?? normalisePhone(listEntries(draft.targetNumbers)[0] ?? '');
      if (!like) throw new Error('Enter the number that is on the website first');
      await services().purchase.open(`${like.slice(2, 5)} x${count}`, (bought) => void addNumbers(app, companyId, poolId ?? draft.id, bought));
    },
    remove: (pool, shouldDeleteNumbers) => send({ type: 'pool.deleted', pool, shouldDeleteNumbers }),
    copyScript: async () => {
      const { script } = await app.queries.ensureQueryData(createScriptQuery(app, getCompanyId(app)));
      return services().clipboard.copy(script, 'Script copied');
    },
    openVisit: (id) => showNear(workspace, 'visit', { id: String(id) }),
    openVisitOfCall: async (callId) => {
      const { visitors } = await app.api.call('dni.callSource', { companyId: getCompanyId(app), params: { callId } });
      const [first] = visitors;
      if (!first) throw new Error('No visitor session matches this call');
      if (first.activityId === null) throw new Error('This visitor session was deleted after its retention period');
      showNear(workspace, 'visit', { id: String(first.activityId) });
    },
    toggleFreeze: () => {
      const companyId = getCompanyId(app);
      if (frozenFeed.get() !== null) return frozenFeed.set(null);
      frozenFeed.set({ companyId, rows: app.queries.getQueryData(createVisitsQuery(app, companyId).queryKey) ?? [] });
    },
    createReport: async (scope, startDate, endDate) => {
      const companyId = getCompanyId(app);
      const organizationId = app.get().company?.organizationId ?? null;
      if (scope === 'businessUnit' && organizationId === null) throw new Error('This company isn’t in an organization');
      const whose = scope === 'businessUnit' && organizationId !== null ? { businessUnit: organizationId } : { company: companyId };
      const { report } = await app.api.call('dni.reportCalls', { companyId, body: { ...whose, startDate, endDate } });
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'dni', 'reports') });
      workspace.open('dniReports');
      showNear(workspace, 'dniReport', { id: String(report.id) });
      return { message: dniMessages.reported };
    },
    openReport: (id) => showNear(workspace, 'dniReport', { id: String(id) }),
  };
}
