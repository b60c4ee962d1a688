/** Saved views as commands reach them. */
import type { SavedViewServices } from '#commands/savedViews/types.ts';
import type { SavedView } from '#contract/savedViews/entities.ts';
import type { SavedList } from '#contract/savedViews/enums.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/serviceDeps.ts';
import { createSavedViewsQuery } from './data.ts';

/** Returns what a list shows, as it is saved: the query of its address. */
async function readShown(app: App, list: SavedList, findViewAddress: ServiceDeps['findViewAddress']): Promise<SavedView['view']> {
  const address = await findViewAddress(list);
  if (address === null) throw new Error('This list can’t be saved');
  return { query: address.format(getCompanyId(app)) };
}

export function createSavedViewServices({ app, services, findViewAddress }: ServiceDeps): SavedViewServices {
  const refresh = (companyId: number) => app.queries.invalidateQueries({ queryKey: createSavedViewsQuery(app, companyId).queryKey });
  /** Runs a call and reads the views again. */
  const change = async <T>(run: (companyId: number) => Promise<T>): Promise<T> => {
    const companyId = getCompanyId(app);
    const done = await run(companyId);
    await refresh(companyId);
    return done;
  };
  const remove = (id: number) => change((companyId) => app.api.call('savedViews.delete', { companyId, params: { id } }));
  const update = (id: number, body: { name?: string; list?: SavedList; view?: SavedView['view'] }) =>
    change((companyId) => app.api.call('savedViews.update', { companyId, params: { id }, body }));
  const setPlace = (id: number, place: number | null) =>
    change((companyId) => app.api.call('savedViews.setPlace', { companyId, params: { id }, body: place === null ? {} : { place } }));
  return {
    save: async (list, name, place) => {
      const view = await readShown(app, list, findViewAddress);
      const saved = await change((companyId) => app.api.call('savedViews.create', { companyId, body: { list, name, view } }));
      // One that is saved stays saved, also where its key can’t be.
      const key =
        place === null
          ? null
          : await setPlace(saved.id, place).then(
              () => place,
              () => null,
            );
      return {
        message: key === null ? `View “${name}” saved` : `View “${name}” saved. Press g ${key} to open it`,
        undo: { title: 'Save view', run: () => remove(saved.id) },
      };
    },
    open: async ({ list, view }) => {
      const address = await findViewAddress(list);
      const isReadable = typeof view === 'object' && view !== null && 'query' in view && typeof view.query === 'string';
      if (address === null || !isReadable) throw new Error('This view can’t be opened any more. Overwrite or delete it.');
      services().panes.open(list);
      const isWhole = address.restore(getCompanyId(app), String(view.query));
      if (!isWhole) app.notify({ tone: 'danger', message: 'Part of this view can’t be read any more, and was left out.' });
    },
    rename: async (view, name) => {
      await update(view.id, { name });
      return { message: `View renamed to “${name}”`, undo: { title: 'Rename view', run: async () => void (await update(view.id, { name: view.name })) } };
    },
    overwrite: async (view, list) => {
      await update(view.id, { list, view: await readShown(app, list, findViewAddress) });
      return {
        message: `View “${view.name}” overwritten`,
        undo: { title: 'Overwrite view', run: async () => void (await update(view.id, { list: view.list, view: view.view })) },
      };
    },
    remove: async (view) => {
      await remove(view.id);
      const restore = async () => {
        const again = await change((companyId) =>
          app.api.call('savedViews.create', { companyId, body: { list: view.list, name: view.name, view: view.view } }),
        );
        if (view.place !== null) await setPlace(again.id, view.place);
      };
      return { message: `View “${view.name}” deleted`, undo: { title: 'Delete view', run: restore } };
    },
    setPlace: async (view, place) => {
      await setPlace(view.id, place);
      return {
        message: place === null ? `View “${view.name}” has no key` : `View “${view.name}” has the key ${place}`,
        undo: { title: 'Set view key', run: async () => void (await setPlace(view.id, view.place)) },
      };
    },
  };
}
