/** Favorite reports in the cache. Their value is JSON as a string (RULE-221), which only the app reads. */
import { queryOptions } from '@tanstack/react-query';
import type { Favorite } from '#commands/analytics/types.ts';
import type { FavoriteReport } from '#contract/favoriteReports/entities.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Writes what is kept of a favorite. */
export const formatFavorite = ({ name, sentence, place }: Omit<Favorite, 'id'>): string => JSON.stringify({ name, sentence, place });

/** Reads a favorite; one that another client wrote in another way has its text as its name, and no sentence. */
function parseFavorite({ id, value }: FavoriteReport): Favorite {
  const read: unknown = JSON.parse(value);
  const get = (name: string): unknown => (typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined);
  const [name, sentence, place] = [get('name'), get('sentence'), get('place')];
  return {
    id,
    name: typeof name === 'string' ? name : value.slice(0, 60),
    sentence: typeof sentence === 'string' ? sentence : '',
    place: typeof place === 'number' ? place : null,
  };
}

export const createFavoritesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'favoriteReports'),
    queryFn: async ({ signal }) => (await app.api.call('favoriteReports.list', { companyId, signal })).data.map(parseFavorite),
  });
