/** Data the product keeps of the signed-in user: keymap, layouts, command log, preferences. */

import * as z from 'zod/mini';
import { limits } from '../core/limits.ts';
import { permissions, roles } from '../core/permissions.ts';
import { Flag, Json } from '../core/schema.ts';
import { channelTypes } from '../notifications/enums.ts';

const permissionNames = Object.keys(permissions) as [keyof typeof permissions, ...(keyof typeof permissions)[]];

/** Permissions of the user in a company. They hold until a `membership-changed` event. */
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

/** Kinds of hits of the search over everything. */
export const searchKinds = ['company', 'contact', 'number', 'conversation'] as const;

/** A hit of the search. `rank` falls from 1; `detail` is the muted text beside the title. */
export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.number(),
  companyId: z.number(),
  title: z.string(),
  detail: z.string(),
  rank: z.number(),
});
export type SearchHit = z.output<typeof SearchHit>;

const AlertTypes = z.array(z.enum(channelTypes)).check(z.maxLength(channelTypes.length));

/** First things a newcomer to the demo data tries. */
const firstSteps = ['palette', 'inbox', 'reply', 'archive', 'undo', 'keys'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Ways in which the list of first steps is shown. */
const firstStepsViews = ['open', 'folded', 'hidden'] as const;

/** Preferences that follow the person. `holdSeconds`: how long a send is held back. */
export const Preferences = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.enum(['compact', 'normal', 'roomy']),
  holdSeconds: z.number().check(z.gte(0), z.lte(limits.holdSecondsMax)),
  pinnedCompanyIds: z.array(z.number()).check(z.maxLength(9)),
  lastCompanyId: z.nullable(z.number()),
  /** Kinds of arrivals that show a desktop notification, where the browser of the device may, and that play a sound. */
  desktopTypes: AlertTypes,
  soundTypes: AlertTypes,
  /** Numbers whose arrivals do neither. Their unread items count all the same; muted numbers (notification blocks) do nothing at all. */
  quietNumberIds: z.array(z.number()).check(z.maxLength(limits.quietNumbers)),
  /** The first steps a newcomer to the demo data has taken, and how their list is shown. */
  firstSteps: z.object({ done: z.array(z.enum(firstSteps)).check(z.maxLength(firstSteps.length)), view: z.enum(firstStepsViews) }),
});
export type Preferences = z.output<typeof Preferences>;

/** The phones of a person, E.164, in their order. */
export const OwnPhones = z.object({ phones: z.array(z.string()) });
