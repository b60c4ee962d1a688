/** Favorite reports of the signed-in user in a company (spec 2.7, AMB-118). */
import * as z from 'zod/mini';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { createListSchema, Id } from '../core/schema.ts';
import { FavoriteReport } from './entities.ts';

const own = { access: 'reports.save', company: 'header', isPersonal: true } as const;

/** Favorites a user may have in a company. */
export const maxFavoriteReports = 100;

/** JSON as a string; its size and depth are checked by the server. */
const body = z.object({
  value: z.string().check(z.minLength(2, 'Send JSON as a string'), z.maxLength(limits.jsonBytes, `Up to ${limits.jsonBytes / 1_024} KB`)),
});

export const routes = {
  list: route('GET /favorite-reports', {
    ...own,
    reply: createListSchema(FavoriteReport, z.object({ total: z.number() })),
    spec: 'CALL-171',
    summary: 'The user’s favorite reports in the company, oldest first',
  }),
  create: route('POST /favorite-reports', {
    ...own,
    body,
    reply: FavoriteReport,
    spec: 'CALL-172',
    summary: `Adds a favorite report, JSON as a string; up to ${maxFavoriteReports} of a user`,
  }),
  update: route('PUT /favorite-reports/{id}', {
    ...own,
    params: { id: Id },
    body,
    reply: FavoriteReport,
    spec: 'CALL-173',
    summary: 'Puts another value in the place of a favorite report',
  }),
  delete: route('DELETE /favorite-reports/{id}', { ...own, params: { id: Id }, spec: 'CALL-174', summary: 'Removes a favorite report' }),
};
