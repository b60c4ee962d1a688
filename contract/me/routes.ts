/** Routes of the signed-in user's own data: permissions, keys, layouts, the command log, and the search over all they may see. */

import * as z from 'zod/mini';
import { CompanySlim } from '../companies/entities.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { createEnumListSchema, createListSchema, createNameSchema, createSearchSchema, createTextSchema, Id, Json, Key, PhoneInput } from '../core/schema.ts';
import { Abilities, CommandRun, Keymap, Layout, OwnPhones, Preferences, SearchHit, searchKinds } from './entities.ts';

export const routes = {
  abilities: route('GET /me/abilities', {
    access: 'company.read',
    company: 'header',
    reply: Abilities,
    spec: 'ours',
    summary: 'What the person may do in the selected company',
  }),
  companies: route('GET /me/companies', {
    access: 'session',
    reply: z.object({ data: z.array(CompanySlim) }),
    spec: 'ours',
    summary: 'All companies the person may enter, for the switcher',
  }),
  preferences: route('GET /me/preferences', { access: 'session', reply: Preferences, spec: 'ours', summary: 'Preferences of the person' }),
  savePreferences: route('PUT /me/preferences', {
    access: 'session',
    body: z.partial(Preferences),
    reply: Preferences,
    spec: 'ours',
    summary: 'Changes preferences',
  }),
  phones: route('GET /me/phones', {
    access: 'session',
    reply: OwnPhones,
    spec: 'ours',
    summary: 'The person’s own phones (E.164): who answered a call is known by them, and they ring while the person’s schedule says so',
  }),
  savePhones: route('PUT /me/phones', {
    access: 'session',
    inPerson: true,
    body: z.object({ phones: z.array(PhoneInput).check(z.maxLength(limits.ownPhones, `Up to ${limits.ownPhones} phones`)) }),
    reply: OwnPhones,
    spec: 'ours',
    summary:
      'Replaces the person’s own phones. A phone that may not be rung, a number of a company of theirs, a colleague’s phone and one that numbers ring already are refused',
  }),
  keymap: route('GET /me/keymap', { access: 'session', reply: Keymap, spec: 'ours', summary: 'Keys of the person' }),
  saveKeymap: route('PUT /me/keymap', { access: 'session', body: Keymap, reply: Keymap, spec: 'ours', summary: 'Remaps keys' }),
  layouts: route('GET /me/layouts', { access: 'session', reply: z.object({ data: z.array(Layout) }), spec: 'ours', summary: 'Saved workspaces of the person' }),
  saveLayout: route('PUT /me/layouts/{name}', {
    access: 'session',
    params: { name: createNameSchema(60) },
    body: z.object({ layout: Json }),
    reply: Layout,
    perMinute: 240,
    spec: 'ours',
    summary: 'Saves a workspace',
  }),
  deleteLayout: route('DELETE /me/layouts/{name}', { access: 'session', params: { name: createNameSchema(60) }, spec: 'ours', summary: 'Forgets a workspace' }),
  commandLog: route('GET /me/command-log', {
    access: 'session',
    reply: createListSchema(CommandRun, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'The last commands of the person, newest first',
  }),
  logCommand: route('POST /me/command-log', {
    access: 'session',
    body: z.object({
      key: Key,
      commandId: createTextSchema(80),
      title: createTextSchema(200),
      source: CommandRun.shape.source,
      companyId: z.optional(Id),
      args: z.optional(Json),
      outcome: CommandRun.shape.outcome,
      detail: z.optional(z.string().check(z.maxLength(300))),
    }),
    reply: CommandRun,
    perMinute: 600,
    spec: 'ours',
    summary: 'Adds a command to the log, once a key; while impersonating it is written to the audit log as well',
  }),
  search: route('GET /search', {
    access: 'session',
    query: {
      q: createSearchSchema(100, 'Enter words to search for'),
      kinds: z.optional(createEnumListSchema(searchKinds).check(z.minLength(1, `One of: ${searchKinds.join(', ')}`))),
      companyId: z.optional(Id),
    },
    reply: z.object({ data: z.array(SearchHit) }),
    perMinute: 600,
    spec: 'ours',
    summary:
      'Companies, contacts, numbers and conversations the person may see, ranked; prefixes and small typing errors find too. `kinds` is a comma list; `companyId` narrows contacts, numbers and conversations',
  }),
};
