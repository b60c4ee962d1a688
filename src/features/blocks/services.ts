/** Blocking as commands reach it, and what arrives for the list. */
import type { BlockServices } from '#commands/blocks/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import { numberLimits } from '#contract/numbers/limits.ts';
import { numberMessages as messages } from '#contract/numbers/texts.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { displayPhone } from '../../ui/index.ts';
import { blockViews, createBlocksQuery } from './data.ts';

const formatCallers = (count: number) => (count === 1 ? '1 caller' : `${count.toLocaleString('en-US')} callers`);
const toBlockScope = (row: BlockedCaller) => (row.numberId === null ? { global: true } : { numberId: row.numberId });

async function refresh(app: App, companyId: number): Promise<void> {
  await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'blocks') });
}

async function remove(app: App, companyId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += numberLimits.blocksPasted)
    await app.api.call('blocks.bulkDelete', { companyId, body: { ids: ids.slice(at, at + numberLimits.blocksPasted) } });
  await refresh(app, companyId);
}

/** Unblocks, and says how that is taken back: the same blocks are made again. */
async function unblock(app: App, rows: readonly BlockedCaller[]): Promise<ChangeResult> {
  const companyId = getCompanyId(app);
  await remove(
    app,
    companyId,
    rows.map(({ id }) => id),
  );
  const [only] = rows;
  return {
    message: rows.length === 1 && only ? messages.unblocked(displayPhone(only.target)) : `${formatCallers(rows.length)} unblocked`,
    undo: {
      title: `Unblock ${rows.length === 1 && only ? displayPhone(only.target) : formatCallers(rows.length)}`,
      run: async () => {
        for (const again of Map.groupBy(rows, (row) => `${row.numberId} ${row.action}`).values()) {
          const [first] = again;
          if (first)
            await app.api.call('blocks.bulkCreate', {
              companyId,
              body: { targets: again.map(({ target }) => target), action: first.action, ...toBlockScope(first) },
            });
        }
        await refresh(app, companyId);
      },
    },
  };
}

/** Commands over blocked callers, as the app provides them. */
export function createBlockServices({ app, workspace }: ServiceDeps): BlockServices {
  return {
    block: async (targets, place) => {
      const companyId = getCompanyId(app);
      const where = place === 'everywhere' ? { global: true } : place;
      const [only] = targets;
      if (targets.length === 1 && only !== undefined) {
        const block = await app.api.call('blocks.create', { companyId, body: { target: only, ...where } });
        await refresh(app, companyId);
        const target = displayPhone(block.target);
        return { message: messages.blocked(target), undo: { title: `Block ${target}`, run: () => remove(app, companyId, [block.id]) } };
      }
      const { blocked, already, refused } = await app.api.call('blocks.bulkCreate', { companyId, body: { targets: [...targets], ...where } });
      await refresh(app, companyId);
      const message = [
        `${formatCallers(blocked.length)} blocked`,
        ...(already > 0 ? [`${already.toLocaleString('en-US')} already`] : []),
        ...(refused.length > 0
          ? [
              `${refused.length} skipped: ${refused
                .slice(0, 3)
                .map(({ text, reason }) => `${text} (${reason})`)
                .join(', ')}`,
            ]
          : []),
      ].join(', ');
      return {
        message,
        ...(blocked.length > 0 ? { undo: { title: `Block ${formatCallers(blocked.length)}`, run: () => remove(app, companyId, blocked) } } : {}),
      };
    },
    unblockCaller: async (target, numberId) => {
      const all = await app.queries.fetchQuery({ ...createBlocksQuery(app, getCompanyId(app)), staleTime: 0 });
      const matching = all.filter((row) => row.target === target && (row.numberId === null || numberId === null || row.numberId === numberId));
      if (matching.length === 0) throw new Error(`${displayPhone(target)} is not blocked`);
      return unblock(app, matching);
    },
    remove: ({ rows }) => unblock(app, rows),
    filter: (q) => {
      blockViews.change(app.get().companyId, { q });
      workspace.open('blocks');
    },
  };
}
