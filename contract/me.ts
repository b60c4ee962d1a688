/** What belongs to the person signed in: what they may do, keys, layouts, the command log, and the search over all they may see. */
import * as z from 'zod/mini';
import { CompanySlim } from './entities.ts';
import { limits } from './limits.ts';
import { permissions, roles } from './permissions.ts';
import { route } from './route.ts';
import { Flag, Id, Json, Key, list, PhoneInput, text } from './schema.ts';

const permissionNames = Object.keys(permissions) as [keyof typeof permissions, ...(keyof typeof permissions)[]];

/** What the person may do in a company, and for how long it holds: until a `membership-changed` event. */
export const Abilities = z.object({
  companyId: z.number(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissionNames)),
  /** Numbers the person works; null: all of the company. */
  numberIds: z.nullable(z.array(z.number())),
});
export type Abilities = z.output<typeof Abilities>;

/** Keys a person remapped, the preset beneath, and whether single-character keys work (WCAG 2.1.4). */
export const Keymap = z.object({
  preset: z.enum(['keyline', 'superhuman', 'linear', 'none']),
  singleKeys: Flag,
  /** command id → key sequences such as `e` or `g i`; [] takes its keys away. */
  overrides: z.record(z.string().check(z.maxLength(80)), z.array(z.string().check(z.maxLength(40))).check(z.maxLength(5))),
});
export type Keymap = z.output<typeof Keymap>;

/** A saved workspace: `layout` is the app's own JSON, ≤ 32 KB. `name` is `current` for the one restored at sign-in. */
export const Layout = z.object({ name: z.string(), layout: Json, updatedAt: z.string() });

/** A row of the command log. `args` is what it ran with, so that "again" can. */
export const CommandRun = z.object({
  id: z.number(),
  commandId: z.string(),
  title: z.string(),
  source: z.enum(['key', 'palette', 'menu', 'button', 'url', 'again', 'undo']),
  companyId: z.nullable(z.number()),
  args: Json,
  outcome: z.enum(['done', 'failed', 'undone']),
  detail: z.nullable(z.string()),
  ranAt: z.string(),
});
export type CommandRun = z.output<typeof CommandRun>;

/** A hit of the search. `rank` falls from 1; `detail` is the muted text beside the title. */
export const SearchHit = z.object({
  kind: z.enum(['company', 'contact', 'number', 'conversation']),
  id: z.number(),
  companyId: z.number(),
  title: z.string(),
  detail: z.string(),
  rank: z.number(),
});
export type SearchHit = z.output<typeof SearchHit>;

/** Preferences that follow the person. `holdSeconds`: how long a send is held back. */
export const Preferences = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.enum(['compact', 'normal', 'roomy']),
  holdSeconds: z.number().check(z.gte(0), z.lte(limits.holdSecondsMax)),
  pinnedCompanyIds: z.array(z.number()).check(z.maxLength(9)),
  lastCompanyId: z.nullable(z.number()),
});
export type Preferences = z.output<typeof Preferences>;

/** The phones of a person, E.164, in their order. */
export const OwnPhones = z.object({ phones: z.array(z.string()) });

export const me = {
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
    params: { name: text(60) },
    body: z.object({ layout: Json }),
    reply: Layout,
    perMinute: 240,
    spec: 'ours',
    summary: 'Saves a workspace',
  }),
  deleteLayout: route('DELETE /me/layouts/{name}', { access: 'session', params: { name: text(60) }, spec: 'ours', summary: 'Forgets a workspace' }),
  commandLog: route('GET /me/command-log', {
    access: 'session',
    reply: list(CommandRun, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'The last commands of the person, newest first',
  }),
  logCommand: route('POST /me/command-log', {
    access: 'session',
    body: z.object({
      key: Key,
      commandId: text(80),
      title: text(200),
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
      q: z.string().check(z.minLength(1), z.maxLength(100)),
      kinds: z.optional(z.string().check(z.maxLength(60))),
      companyId: z.optional(z.string().check(z.maxLength(20))),
    },
    reply: z.object({ data: z.array(SearchHit) }),
    perMinute: 600,
    spec: 'ours',
    summary:
      'Companies, contacts, numbers and conversations the person may see, ranked; prefixes and small typing errors find too. `kinds` is a comma list; `companyId` narrows contacts, numbers and conversations',
  }),
};
