/** Commands over saved views: save, open, rename, overwrite, delete, and the digit that opens one. */
import type { SavedView } from '#contract/savedViews/entities.ts';
import { type SavedList, savedLists } from '#contract/savedViews/enums.ts';
import type { Favorite } from '../analytics/types.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Context } from '../core/types.ts';
import { digits, freeDigit, withFreed } from './viewKeys.ts';

/** The list in focus. */
function getList({ focus }: Context): SavedList {
  const list = savedLists.find((each) => each === focus.pane?.kind);
  if (!list) throw new Error('Focus a list first');
  return list;
}

const toOption = (view: SavedView): Option<SavedView> => ({
  value: view,
  id: String(view.id),
  title: view.name,
  detail: view.place === null ? view.list : `${view.list} · ${view.place}`,
  icon: 'bookmark',
});
const viewArg = arg.list({ label: 'View', options: ({ savedViews }: Context) => savedViews.map(toOption) });

/** Opened by a digit: a view of a list, or a favorite report. */
type Saved = { readonly view: SavedView } | { readonly favorite: Favorite };

/** A view of a list or a favorite report, by its digit: both have one numbering. */
function findSaved({ savedViews, favorites }: Context, digit: number): Saved | null {
  const view = savedViews.find(({ place }) => place === digit);
  if (view) return { view };
  const favorite = favorites.find(({ place }) => place === digit);
  return favorite ? { favorite } : null;
}

const checkPlaces = ({ savedViews, favorites }: Context) =>
  savedViews.length + favorites.length > 0 || { reason: 'No saved views', unblock: { commandId: 'views.save' } };

const checkSaved = ({ savedViews }: Context) => savedViews.length > 0 || { reason: 'No saved views', unblock: { commandId: 'views.save' } };

const placeArg = arg.list({
  isScale: true,
  label: 'Key',
  options: (context: Context) =>
    digits.map((digit): Option<Saved | null> => {
      const saved = findSaved(context, digit);
      const name = saved === null ? undefined : 'view' in saved ? saved.view.name : saved.favorite.name;
      return { value: saved, id: String(digit), title: String(digit), detail: name, ...(saved ? {} : { reason: `No view has the key ${digit}` }) };
    }),
});

const base = { group: 'Workspace', scopes: ['workspace'], permission: 'company.read' } as const satisfies Partial<CommandDefinition<Record<never, never>>>;
const inList = { ...base, scopes: savedLists };

/** Commands of the area. */
export const savedViewCommands: readonly Command[] = [
  command({
    ...inList,
    id: 'views.save',
    title: 'Save view',
    keywords: ['filter', 'bookmark'],
    icon: 'bookmark',
    args: { name: arg.words('Name', 60) },
    // The next digit that is free: a view without one is reached by its name alone.
    run: async ({ context, args, services }) =>
      services.savedViews.save(getList(context), args.name, digits.find((digit) => findSaved(context, digit) === null) ?? null),
  }),
  command({
    ...base,
    id: 'views.open',
    title: 'Open view',
    keywords: ['filter'],
    icon: 'bookmark',
    quiet: true,
    opens: true,
    available: checkSaved,
    args: { view: viewArg },
    run: async ({ args, services }) => services.savedViews.open(args.view),
  }),
  command({
    ...base,
    id: 'views.openPlace',
    title: 'Go to saved view',
    icon: 'bookmark',
    quiet: true,
    available: checkPlaces,
    args: { place: placeArg },
    run: async ({ args: { place }, services }) => {
      if (place === null) return;
      if ('view' in place) await services.savedViews.open(place.view);
      else await services.reports.openFavorite(place.favorite);
    },
  }),
  command({
    ...inList,
    id: 'views.overwrite',
    title: 'Overwrite view',
    keywords: ['update', 'replace'],
    icon: 'save',
    available: checkSaved,
    args: { view: viewArg },
    run: async ({ context, args, services }) => services.savedViews.overwrite(args.view, getList(context)),
  }),
  command({
    ...base,
    id: 'views.rename',
    title: 'Rename view',
    icon: 'pencil',
    available: checkSaved,
    args: { view: viewArg, name: arg.words('Name', 60) },
    run: async ({ args, services }) => services.savedViews.rename(args.view, args.name),
  }),
  command({
    ...base,
    id: 'views.setPlace',
    title: 'Set view key',
    keywords: ['digit', 'shortcut'],
    icon: 'keyboard',
    available: checkSaved,
    args: {
      view: viewArg,
      place: arg.list({
        label: 'Key',
        options: ({ savedViews, favorites }: Context): readonly Option<number | null>[] => [
          ...digits.map((digit) => ({
            value: digit,
            id: String(digit),
            title: String(digit),
            detail: [...savedViews, ...favorites].find(({ place }) => place === digit)?.name,
          })),
          { value: null, id: 'none', title: 'No key' },
        ],
      }),
    },
    run: async ({ context, args: { view, place }, services }) => {
      const freed = await freeDigit(context, services, place, { view: view.id });
      return withFreed(await services.savedViews.setPlace(view, place), freed);
    },
  }),
  command({
    ...base,
    id: 'views.delete',
    title: 'Delete view',
    keywords: ['remove'],
    icon: 'trash',
    available: checkSaved,
    args: { view: viewArg },
    run: async ({ args, services }) => services.savedViews.remove(args.view),
  }),
];
