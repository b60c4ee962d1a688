/** Saved views of the signed-in user in a company. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, Id, Json } from '../core/schema.ts';
import { SavedView } from './entities.ts';
import { savedLists } from './enums.ts';

const own = { access: 'company.read', company: 'path.companyId', isPersonal: true, spec: 'ours' } as const;
const one = { companyId: Id, id: Id };
const Name = createNameSchema(60);

/** Views a user may save in a company. */
export const maxSavedViews = 100;

export const routes = {
  list: route('GET /companies/{companyId}/saved-views', {
    ...own,
    params: { companyId: Id },
    reply: createListSchema(SavedView, z.object({ total: z.number() })),
    summary: 'The user’s saved views, by place and name',
  }),
  create: route('POST /companies/{companyId}/saved-views', {
    ...own,
    params: { companyId: Id },
    body: z.object({ list: z.enum(savedLists), name: Name, view: Json }),
    reply: SavedView,
    summary: `Saves a view under a name that no other one has, whatever its case; up to ${maxSavedViews} of a user`,
  }),
  update: route('PUT /companies/{companyId}/saved-views/{id}', {
    ...own,
    params: one,
    body: z.object({ name: z.optional(Name), list: z.optional(z.enum(savedLists)), view: z.optional(Json) }),
    reply: SavedView,
    summary: 'Renames a view, or puts what a list shows now in its place',
  }),
  setPlace: route('PUT /companies/{companyId}/saved-views/{id}/place', {
    ...own,
    params: one,
    body: z.object({ place: z.optional(z.int('Use a digit from 1 to 9').check(z.gte(1, 'Use a digit from 1 to 9'), z.lte(9, 'Use a digit from 1 to 9'))) }),
    reply: SavedView,
    summary: 'Gives a view the digit that opens it; the view that had it has none then. Without a place it has none',
  }),
  delete: route('DELETE /companies/{companyId}/saved-views/{id}', { ...own, params: one, summary: 'Deletes a view' }),
};
