/** Groups and labels of contacts as commands reach them. */

import type { ContactLabelServices } from '#commands/contactLabels/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { GroupServices } from '#commands/groups/types.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { runBulk, toBulkChoice } from '../../panes/bulk.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { getShownContactFilter } from '../../shared/contactFilter.ts';
import { createContactLabelsQuery, createGroupsQuery } from '../../shared/groups.ts';

const groupAreas = ['groups', 'contacts'] as const;
const labelAreas = ['contactLabels', 'contacts'] as const;

const refresh = async (app: App, companyId: number, areas: readonly string[]): Promise<void> => {
  await Promise.all(areas.map((area) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, area) })));
};

/** A change of a group or label, refreshed in all that shows it. */
const createSaver =
  (app: App, areas: readonly string[]) =>
  async <T>(companyId: number, work: Promise<T>): Promise<T> => {
    const done = await work;
    await refresh(app, companyId, areas);
    return done;
  };

/** Commands over groups. */
export function createGroupServices(deps: ServiceDeps): GroupServices {
  const { app } = deps;
  const save = createSaver(app, groupAreas);
  const remove = (companyId: number, id: number) => save(companyId, app.api.call('groups.delete', { companyId, params: { id } }));
  const create = async (name: string, filter?: object): Promise<ChangeResult> => {
    const companyId = getCompanyId(app);
    const group = await save(companyId, app.api.call('groups.create', { companyId, body: { name, ...(filter ? { filter } : {}) } }));
    return {
      message: filter ? `Group “${group.name}” created: ${formatCount(group.contactCount, 'contact')} match now` : `Group “${group.name}” created`,
      undo: { title: `Create group “${group.name}”`, run: () => remove(companyId, group.id) },
    };
  };
  /** Adds or removes by ids at once; what the server says it changed is what undo takes back. */
  const change = async (group: Parameters<GroupServices['add']>[0], on: Parameters<GroupServices['add']>[1], isAdding: boolean): Promise<ChangeResult> => {
    const companyId = getCompanyId(app);
    const title = isAdding ? `Add to “${group.name}”` : `Remove from “${group.name}”`;
    if (on.mode === 'matching')
      return runBulk(deps, {
        on,
        title,
        areas: groupAreas,
        start: (key) => {
          const { count, filter } = { filter: {}, ...toBulkChoice(on, () => ({})) };
          return app.api.call(isAdding ? 'groups.addAll' : 'groups.removeAll', { companyId, params: { groupId: group.id }, body: { key, count, filter } });
        },
        undo: (key) => app.api.call('groups.undoBulk', { companyId, params: { key } }),
      });
    const send = (ids: readonly number[], adding: boolean) =>
      save(
        companyId,
        app.api.call(adding ? 'groups.addContacts' : 'groups.removeContacts', { companyId, params: { id: group.id }, body: { contacts: [...ids] } }),
      );
    const { changed } = await send(
      on.rows.map(({ id }) => id),
      isAdding,
    );
    if (changed.length === 0) return { message: isAdding ? `Already in “${group.name}”` : `Not in “${group.name}”`, changed: false };
    const contacts = changed.length === 1 ? 'Contact' : formatCount(changed.length, 'contact');
    return {
      message: isAdding ? `${contacts} added to “${group.name}”` : `${contacts} removed from “${group.name}”`,
      undo: { title, run: async () => void (await send(changed, !isAdding)) },
    };
  };
  return {
    all: () => app.queries.fetchQuery(createGroupsQuery(app, getCompanyId(app))),
    create,
    createFromFilter: (name) => create(name, getShownContactFilter(getCompanyId(app))),
    rename: async (group, name) => {
      const companyId = getCompanyId(app);
      const rename = (to: string) => save(companyId, app.api.call('groups.update', { companyId, params: { id: group.id }, body: { name: to } }));
      await rename(name);
      return { message: `Group renamed to “${name}”`, undo: { title: `Rename “${group.name}”`, run: async () => void (await rename(group.name)) } };
    },
    remove: async (group) => {
      const companyId = getCompanyId(app);
      await remove(companyId, group.id);
      const restore = () => save(companyId, app.api.call('groups.restore', { companyId, params: { id: group.id } }));
      return { message: `Group “${group.name}” deleted`, undo: { title: `Delete “${group.name}”`, run: async () => void (await restore()) } };
    },
    add: (group, on) => change(group, on, true),
    take: (group, on) => change(group, on, false),
  };
}

/** Commands over labels of contacts. */
export function createContactLabelServices(deps: ServiceDeps): ContactLabelServices {
  const { app } = deps;
  const save = createSaver(app, labelAreas);
  const remove = (companyId: number, labelId: number) => save(companyId, app.api.call('contactLabels.delete', { companyId, params: { labelId } }));
  return {
    all: () => app.queries.fetchQuery(createContactLabelsQuery(app, getCompanyId(app))),
    create: async (name) => {
      const companyId = getCompanyId(app);
      const { id, label } = await save(companyId, app.api.call('contactLabels.create', { companyId, body: { label: name } }));
      return { message: `Label “${label}” created`, undo: { title: `Create label “${label}”`, run: () => remove(companyId, id) } };
    },
    rename: async ({ id, label }, name) => {
      const companyId = getCompanyId(app);
      const rename = (to: string) => save(companyId, app.api.call('contactLabels.update', { companyId, params: { labelId: id }, body: { label: to } }));
      await rename(name);
      return { message: `Label renamed to “${name}”`, undo: { title: `Rename “${label}”`, run: async () => void (await rename(label)) } };
    },
    remove: async ({ id, label }) => {
      const companyId = getCompanyId(app);
      await remove(companyId, id);
      const restore = () => save(companyId, app.api.call('contactLabels.restore', { companyId, params: { labelId: id } }));
      return { message: `Label “${label}” deleted`, undo: { title: `Delete “${label}”`, run: async () => void (await restore()) } };
    },
    set: (label, on, isOn) => {
      const companyId = getCompanyId(app);
      return runBulk(deps, {
        on,
        title: isOn ? `Add label “${label.label}”` : `Remove label “${label.label}”`,
        areas: labelAreas,
        start: (key) =>
          app.api.call(isOn ? 'contactLabels.bulkAddLabel' : 'contactLabels.bulkRemoveLabel', {
            companyId,
            params: { labelId: label.id },
            body: { key, ...toBulkChoice(on, (contacts) => ({ contacts })) },
          }),
        undo: (key) => app.api.call('contactLabels.undoBulk', { companyId, params: { key } }),
      });
    },
  };
}
