/** Commands over saved views: save, open, rename, overwrite, delete, and the digit that opens one. */
import type { SavedView } from '#contract/savedViews/entities.ts';
import { type SavedList, savedLists } from '#contract/savedViews/enums.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Context } from '../core/types.ts';

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

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

const checkSaved = ({ savedViews }: Context) => savedViews.length > 0 || { reason: 'No saved views', unblock: { commandId: 'views.save' } };

/** A view of a list, by its digit. */
const placeArg = arg.list({
  label: 'Key',
  options: ({ savedViews }: Context) =>
    digits.map((digit): Option<SavedView | null> => {
      const view = savedViews.find(({ place }) => place === digit) ?? null;
      return { value: view, id: String(digit), title: String(digit), detail: view?.name, ...(view ? {} : { reason: `No view has the key ${digit}` }) };
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
    run: async ({ context, args, services }) => services.savedViews.save(getList(context), args.name),
  }),
  command({
    ...base,
    id: 'views.open',
    title: 'Open view',
    keywords: ['filter'],
    icon: 'bookmark',
    quiet: true,
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
    available: checkSaved,
    args: { place: placeArg },
    run: async ({ args, services }) => {
      if (args.place) await services.savedViews.open(args.place);
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
        options: ({ savedViews }: Context): readonly Option<number | null>[] => [
          ...digits.map((digit) => ({ value: digit, id: String(digit), title: String(digit), detail: savedViews.find(({ place }) => place === digit)?.name })),
          { value: null, id: 'none', title: 'No key' },
        ],
      }),
    },
    run: async ({ args, services }) => services.savedViews.setPlace(args.view, args.place),
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
