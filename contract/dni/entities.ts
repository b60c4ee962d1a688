/** Pools of numbers for visitors of a website, their visits, and reports over the calls they made (spec 2.3 DNI pool, 2.7). */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import { AttributeValue } from '../customFields/entities.ts';
import { deviceTypes, dniReportScopes, dniSourceIds, dniSourceSteps, timelineEventTypes } from './enums.ts';

/** A source a pool can be for. `parameters`: those of an address that tell it. `needsValue`: it is chosen with a parameter or a site; `canHaveValue`: it may be. */
export const DniSource = z.object({
  id: z.enum(dniSourceIds),
  name: z.string(),
  step: z.enum(dniSourceSteps),
  /** Place in the precedence, from 1. */
  precedence: z.number(),
  parameters: z.array(z.string()),
  needsValue: z.boolean(),
  canHaveValue: z.boolean(),
});
export type DniSource = z.output<typeof DniSource>;

/** A number of a pool. `isHeld`: a visitor has it now. */
const PoolNumber = z.object({ id, number: z.string(), label: z.string(), isHeld: z.boolean(), lastUsedAt: z.nullable(instant) });

/** A pool: of a company, or (`businessUnitId`) of an organization, each of whose companies shows numbers of its own. `numbers` are those of the company that asks. */
export const DniPool = z.object({
  id,
  /** The same as `id`, by the spec's name. */
  poolId: id,
  name: z.string(),
  companyId: z.nullable(id),
  businessUnitId: z.nullable(id),
  isActive: z.boolean(),
  source: z.enum(dniSourceIds),
  sourceValue: z.nullable(z.string()),
  /** Sites it is for: a host with its subdomains (`example.com`), or an exact origin. */
  origins: z.array(z.string()),
  /** Numbers on the site that are replaced, in E.164. */
  targetNumbers: z.array(z.string()),
  /** The template its numbers are routed by; null: each keeps its own routing. */
  templateId: z.nullable(id),
  sessionMinutes: z.number(),
  holdMinutes: z.number(),
  /** Shown where no number is free; null: the site's own number stays. */
  fallbackNumber: z.nullable(z.object({ id, number: z.string() })),
  numbers: z.array(PoolNumber),
  /** Reasons to doubt its results, in words. */
  warnings: z.array(z.string()),
  eavAttributeValues: z.array(AttributeValue),
  createdAt: instant,
  updatedAt: instant,
});
export type DniPool = z.output<typeof DniPool>;

/** The company's script. `script` is the tag to put into pages; `integrity` is the hash of the file that `url` leads to. */
export const DniScript = z.object({ script: z.string(), url: z.string(), publicKey: z.string(), integrity: z.string(), bytes: z.number() });
export type DniScript = z.output<typeof DniScript>;

/** A visitor session (AMB-119). `source` is of this visit, `firstSource` of the visitor's first one. */
export const DniActivity = z.object({
  id,
  poolId: z.nullable(id),
  poolName: z.nullable(z.string()),
  number: z.nullable(z.object({ id, number: z.string() })),
  source: z.string(),
  sourceDetail: z.nullable(z.string()),
  firstSource: z.string(),
  isFirstVisit: z.boolean(),
  medium: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
  term: z.nullable(z.string()),
  landingPage: z.string(),
  currentPage: z.string(),
  pages: z.number(),
  referrer: z.nullable(z.string()),
  deviceType: z.enum(deviceTypes),
  startedAt: instant,
  lastSeenAt: instant,
  /** Its page is open, or was within the last two beats. */
  isOnline: z.boolean(),
  calls: z.number(),
});
export type DniActivity = z.output<typeof DniActivity>;

/** An event of a visitor session. `callId`: of type `call`. */
export const TimelineEvent = z.object({
  type: z.enum(timelineEventTypes),
  at: instant,
  title: z.string(),
  detail: z.nullable(z.string()),
  callId: z.nullable(id),
});
export type TimelineEvent = z.output<typeof TimelineEvent>;

/** A visitor who may have made a call. `share` of 1: the chance that it was this one. */
const CallVisitor = z.object({
  /** Null once the session was deleted, 90 days later unless the installation says otherwise. */
  activityId: z.nullable(id),
  share: z.number(),
  source: z.string(),
  sourceDetail: z.nullable(z.string()),
  firstSource: z.string(),
  medium: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
  landingPage: z.string(),
  lastPage: z.string(),
  lastSeenAt: instant,
  deviceType: z.enum(deviceTypes),
});

/** Source of a call. `visitors`, the likeliest first: several where more than one had the number of late. */
export const CallSource = z.object({
  callId: id,
  source: z.nullable(z.string()),
  pool: z.nullable(z.object({ id, name: z.nullable(z.string()) })),
  visitors: z.array(CallVisitor),
});
export type CallSource = z.output<typeof CallSource>;

/**
 * A size of a pool and what it does. `without` of 1: the share of visitor sessions of the last days that finds no number free, by Erlang B for each hour; `replayed`:
 * sessions of the replayed day without a number. `extraCost`: US dollars a month beside what the pool costs now; null where the carrier names no price.
 */
const PoolSize = z.object({ numbers: z.number(), without: z.number(), replayed: z.number(), extraCost: z.nullable(z.number()), isCurrent: z.boolean() });
export type PoolSize = z.output<typeof PoolSize>;

/** Sizes of a pool compared by the sessions it had. `data`: the smallest first. */
export const PoolSizes = z.object({
  poolId: id,
  timezone: z.string(),
  /** Days looked back on, and the sessions in them. */
  days: z.number(),
  sessions: z.number(),
  /** Hour with the most numbers in use at a time, on average; null without sessions. */
  busiest: z.nullable(z.object({ at: instant, inUse: z.number() })),
  /** Day that is replayed and its sessions; null where no day has any. */
  replay: z.nullable(z.object({ day: z.string(), sessions: z.number() })),
  data: z.array(PoolSize),
});
export type PoolSizes = z.output<typeof PoolSizes>;

const counts = { calls: z.number(), answered: z.number(), missed: z.number(), firstTime: z.number(), leads: z.number(), value: z.number() };

/** Calls of a source in a pool of a company. `sessions`: its visits in the same days, while they are kept. */
export const DniReportRow = z.object({
  companyId: id,
  companyName: z.string(),
  poolId: z.nullable(id),
  poolName: z.string(),
  source: z.string(),
  sessions: z.number(),
  ...counts,
});
export type DniReportRow = z.output<typeof DniReportRow>;

/** A report over the calls of pools, as it was when it was made. Days are in `timezone`. */
export const DniReport = z.object({
  id,
  scope: z.enum(dniReportScopes),
  scopeName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  timezone: z.string(),
  createdBy: z.nullable(z.string()),
  createdAt: instant,
  totals: z.object({ sessions: z.number(), ...counts }),
  rows: z.array(DniReportRow),
});
export type DniReport = z.output<typeof DniReport>;
