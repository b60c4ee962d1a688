/** Commands over favorite reports (FLOW-200): save, open, rename, overwrite, remove, and the digit that opens one. */
import { arg, type Option } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Context } from '../core/types.ts';
import { digits, freeDigit, withFreed } from '../savedViews/viewKeys.ts';
import type { Favorite } from './types.ts';

const base = { group: 'Reports', scopes: ['workspace'], permission: 'reports.save' } as const satisfies Partial<CommandDefinition<Record<never, never>>>;

const toOption = (favorite: Favorite): Option<Favorite> => ({
  value: favorite,
  id: String(favorite.id),
  title: favorite.name,
  detail: favorite.place === null ? favorite.sentence : `${favorite.sentence} · ${favorite.place}`,
  icon: 'star',
});
const favoriteArg = arg.list({ label: 'Favorite', options: ({ favorites }: Context) => favorites.map(toOption) });
const checkFavorites = ({ favorites }: Context) => favorites.length > 0 || { reason: 'No favorite reports', unblock: { commandId: 'reports.saveFavorite' } };

/** Returns the name of whatever a digit opens now. */
const findHolder = ({ savedViews, favorites }: Context, digit: number): string | undefined =>
  [...savedViews, ...favorites].find(({ place }) => place === digit)?.name;

/** Commands over favorites. */
export const favoriteCommands: readonly Command[] = [
  command({
    ...base,
    scopes: ['dashboard'],
    id: 'reports.saveFavorite',
    title: 'Save report as favorite',
    keywords: ['bookmark', 'favourite', 'saved report', 'star'],
    icon: 'star',
    args: { name: arg.words('Name', 60) },
    run: async ({ args, services }) => services.reports.saveFavorite(args.name),
  }),
  command({
    ...base,
    id: 'reports.openFavorite',
    title: 'Open favorite report',
    keywords: ['bookmark', 'favourite', 'saved report'],
    icon: 'star',
    quiet: true,
    available: checkFavorites,
    args: { favorite: favoriteArg },
    run: async ({ args, services }) => services.reports.openFavorite(args.favorite),
  }),
  command({
    ...base,
    scopes: ['dashboard'],
    id: 'reports.overwriteFavorite',
    title: 'Overwrite favorite report',
    keywords: ['update', 'replace', 'favourite'],
    icon: 'save',
    available: checkFavorites,
    args: { favorite: favoriteArg },
    run: async ({ args, services }) => services.reports.overwriteFavorite(args.favorite),
  }),
  command({
    ...base,
    id: 'reports.renameFavorite',
    title: 'Rename favorite report',
    keywords: ['favourite'],
    icon: 'pencil',
    available: checkFavorites,
    args: { favorite: favoriteArg, name: arg.words('Name', 60) },
    run: async ({ args, services }) => services.reports.renameFavorite(args.favorite, args.name),
  }),
  command({
    ...base,
    id: 'reports.setFavoriteKey',
    title: 'Set favorite report key',
    keywords: ['digit', 'shortcut', 'favourite'],
    icon: 'keyboard',
    available: checkFavorites,
    args: {
      favorite: favoriteArg,
      place: arg.list({
        label: 'Key',
        options: (context: Context): readonly Option<number | null>[] => [
          ...digits.map((digit) => ({ value: digit, id: String(digit), title: String(digit), detail: findHolder(context, digit) })),
          { value: null, id: 'none', title: 'No key' },
        ],
      }),
    },
    run: async ({ context, args: { favorite, place }, services }) => {
      const freed = await freeDigit(context, services, place, { favorite: favorite.id });
      return withFreed(await services.reports.setFavoriteKey(favorite, place), freed);
    },
  }),
  command({
    ...base,
    id: 'reports.removeFavorite',
    title: 'Remove favorite report',
    keywords: ['delete', 'favourite'],
    icon: 'trash',
    available: checkFavorites,
    args: { favorite: favoriteArg },
    run: async ({ args, services }) => services.reports.removeFavorite(args.favorite),
  }),
];
