/**
 * Editing how a number rings, or what a template makes of numbers (spec 1.3, 2.3; FLOW-048 to FLOW-055): the routing is read, changed as a line of text or by single switches, and saved as a
 * whole; what somebody else saved meanwhile is never written over. One actor per open editor. Reading text is the caller's: events bring what was read.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { RingRoute, Routing } from '#contract/routing/entities.ts';
import { routingLimits } from '#contract/routing/limits.ts';
import { createRoute, getNextExtension, getRouteType } from '#contract/routing/rules.ts';
import { noRoutesInTemplate } from '#contract/templates/texts.ts';
import { createHours } from '#contract/text/hours.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import type { ParseError, ParseResult } from '#contract/text/parseError.ts';
import { type FlowError, missingActorError, toFlowError } from '../errors.ts';
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'routingEdit';

/** Switches of a route. */
export type RouteSwitch = 'stagger' | 'confirmKey' | 'callerIdPassThru';
/** Switches of the number. */
export type NumberSwitch = 'recordCalls' | 'announceRecording';

/** Events a user may send. `text` as typed, `read` as it was understood. */
export type UserEvent =
  | { type: 'line.typed'; text: string; read: ParseResult<RingRoute[]> }
  | { type: 'hours.typed'; text: string; read: ParseResult<BusinessHours> }
  | { type: 'route.added'; id: string }
  | { type: 'route.removed'; extension: number }
  | { type: 'route.switched'; extension: number; what: RouteSwitch }
  | { type: 'number.switched'; what: NumberSwitch }
  | { type: 'routing.saved' }
  | { type: 'routing.discarded' }
  | { type: 'routing.reloaded' };

/** Somebody else saved. */
export type InternalEvent = { type: 'routing.changed' };

/** Whose routing it is. */
export interface RoutingInput {
  companyId: number;
  of: 'number' | 'template';
  id: number;
}
/** All of a routing but whose it is. */
export type Ringing = Omit<Routing, 'numberId'>;

/** The routing as it is edited, without whose it is. */
export const ringingOf = ({ routes: list, hours, greetingId, voicemailGreetingId, recordCalls, announceRecording, version }: Ringing): Ringing => ({
  routes: list,
  hours,
  greetingId,
  voicemailGreetingId,
  recordCalls,
  announceRecording,
  version,
});
/** `text` of a field is what stands in it while it cannot be read, or while it is typed; null: print what is meant. */
export interface RoutingContext extends RoutingInput {
  saved: Ringing | null;
  routes: readonly RingRoute[];
  hours: BusinessHours | null;
  recordCalls: boolean;
  announceRecording: boolean;
  line: { text: string | null; faults: readonly ParseError[] };
  hoursLine: { text: string | null; faults: readonly ParseError[] };
  error: FlowError | null;
}

const plain = { text: null, faults: [] } as const;
const loaded = (routing: Ringing) => ({
  saved: routing,
  routes: routing.routes,
  hours: routing.hours,
  recordCalls: routing.recordCalls,
  announceRecording: routing.announceRecording,
  line: plain,
  hoursLine: plain,
  error: null,
});
const derived = (routes: readonly RingRoute[], hours: BusinessHours | null) =>
  routes.map((route) => ({ ...route, type: getRouteType(route, hours?.preset ?? 1) }));

/** Checks whether anything differs from what is saved. */
export function isChanged({ saved, routes, hours, recordCalls, announceRecording, line, hoursLine }: RoutingContext): boolean {
  if (!saved) return false;
  const now = { routes, hours, recordCalls, announceRecording };
  const before = { routes: saved.routes, hours: saved.hours, recordCalls: saved.recordCalls, announceRecording: saved.announceRecording };
  return line.faults.length > 0 || hoursLine.faults.length > 0 || JSON.stringify(now) !== JSON.stringify(before);
}
const isReadable = ({ line, hoursLine }: RoutingContext) => line.faults.length === 0 && hoursLine.faults.length === 0;
/** A template holds a route at least; a number without one sends every caller to voicemail. */
const isEmptyTemplate = ({ of, routes }: RoutingContext) => of === 'template' && routes.length === 0;
const isFree = ({ routes }: RoutingContext, id: string) => routes.length < routingLimits.routes && routes.every((route) => route.id !== id);
const has = ({ routes }: RoutingContext, extension: number) => routes.some((route) => route.extension === extension);

/** Routing to save, with the version it was made from. */
export interface Wanted extends RoutingInput {
  routing: Ringing;
}

const base = setup({
  types: { context: {} as RoutingContext, events: {} as UserEvent | InternalEvent, input: {} as RoutingInput },
  actors: {
    /** GET /companies/{companyId}/numbers/{id}/routing, or of a template. */
    loadRouting: fromPromise<Ringing, RoutingInput>(missingActorError),
    /** PUT of the same; rejects with 409 when somebody else changed it meanwhile. */
    saveRouting: fromPromise<Ringing, Wanted>(missingActorError),
  },
  guards: {
    isSavable: ({ context }) => isChanged(context) && isReadable(context) && !isEmptyTemplate(context),
    isChanged: ({ context }) => isChanged(context),
    isUntouched: ({ context }) => !isChanged(context),
    isNewRoute: ({ context }, { id }: { id: string }) => isReadable(context) && isFree(context, id),
    hasRoute: ({ context }, { extension }: { extension: number }) => isReadable(context) && has(context, extension),
  },
  actions: {
    keepLoaded: assign((_, { routing }: { routing: Ringing }) => loaded(routing)),
    keepLine: assign(({ context }, { text, read }: { text: string; read: ParseResult<RingRoute[]> }) =>
      read.ok ? { line: { text, faults: [] }, routes: derived(read.value, context.hours), error: null } : { line: { text, faults: read.faults }, error: null },
    ),
    keepHours: assign(({ context }, { text, read }: { text: string; read: ParseResult<BusinessHours> }) =>
      read.ok
        ? { hoursLine: { text, faults: [] }, hours: read.value, routes: derived(context.routes, read.value), error: null }
        : { hoursLine: { text, faults: read.faults }, error: null },
    ),
    addRoute: assign(({ context }, { id }: { id: string }) => ({
      routes: [...context.routes, createRoute(id, context.routes.length === 0 ? 1 : getNextExtension(context.routes.map(({ extension }) => extension)))].sort(
        (a, b) => a.extension - b.extension,
      ),
      line: plain,
      error: null,
    })),
    removeRoute: assign(({ context }, { extension }: { extension: number }) => ({
      routes: context.routes.filter((route) => route.extension !== extension),
      line: plain,
      error: null,
    })),
    switchRoute: assign(({ context }, { extension, what }: { extension: number; what: RouteSwitch }) => ({
      routes: derived(
        context.routes.map((route) => (route.extension === extension ? { ...route, [what]: !route[what] } : route)),
        context.hours,
      ),
      line: plain,
      error: null,
    })),
    switchNumber: assign(({ context }, { what }: { what: NumberSwitch }) => ({ [what]: !context[what], error: null })),
    restore: assign(({ context }) => (context.saved ? loaded(context.saved) : {})),
    fail: assign((_, { error }: { error: unknown }) => ({ error: toFlowError(error) })),
  },
});

const said = <E extends UserEvent>({ event }: { event: E }) => event;
const answered = ({ event }: { event: { output: Ringing } }) => ({ routing: event.output });
const refused = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/** The routing edit machine. */
export const machine = base.createMachine({
  id: flowId,
  context: ({ input }) => ({
    ...input,
    saved: null,
    routes: [],
    hours: null,
    recordCalls: false,
    announceRecording: true,
    line: plain,
    hoursLine: plain,
    error: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadRouting',
        src: 'loadRouting',
        input: ({ context: { companyId, of, id } }) => ({ companyId, of, id }),
        onDone: { target: 'editing', actions: { type: 'keepLoaded', params: answered } },
        onError: { target: 'failed', actions: { type: 'fail', params: refused } },
      },
    },
    failed: { on: { 'routing.reloaded': { target: 'loading' } } },
    editing: {
      on: {
        'line.typed': { actions: { type: 'keepLine', params: said } },
        'hours.typed': { actions: { type: 'keepHours', params: said } },
        'route.added': { guard: { type: 'isNewRoute', params: said }, actions: { type: 'addRoute', params: said } },
        'route.removed': { guard: { type: 'hasRoute', params: said }, actions: { type: 'removeRoute', params: said } },
        'route.switched': { guard: { type: 'hasRoute', params: said }, actions: { type: 'switchRoute', params: said } },
        'number.switched': { actions: { type: 'switchNumber', params: said } },
        'routing.saved': { guard: 'isSavable', target: 'saving' },
        'routing.discarded': { guard: 'isChanged', actions: 'restore' },
        'routing.reloaded': { target: 'loading' },
        'routing.changed': { guard: 'isUntouched', target: 'loading' },
      },
    },
    saving: {
      invoke: {
        id: 'saveRouting',
        src: 'saveRouting',
        input: ({ context }): Wanted => ({
          companyId: context.companyId,
          of: context.of,
          id: context.id,
          routing: {
            ...(context.saved ?? { greetingId: null, voicemailGreetingId: null, version: 0 }),
            routes: [...context.routes],
            hours: context.hours ?? createHours('UTC'),
            recordCalls: context.recordCalls,
            announceRecording: context.announceRecording,
          },
        }),
        onDone: { target: 'editing', actions: { type: 'keepLoaded', params: answered } },
        onError: { target: 'editing', actions: { type: 'fail', params: refused } },
      },
    },
  },
});

/** State of an editor at one moment. */
export type RoutingSnapshot = SnapshotFrom<typeof machine>;

type Refusal = Reason<RoutingSnapshot, UserEvent>;
const notReady: readonly Refusal[] = [
  [inside('failed'), 'Couldn’t load call routing. Reload it first.'],
  [inside('saving'), 'Saving…'],
  [outside('editing'), 'Loading call routing…'],
];
const unreadable: Refusal = [({ context }) => !isReadable(context), 'Fix the error in the routing text first'];
const unchanged: Refusal = [({ context }) => !isChanged(context), 'No changes'];
const emptyTemplate: Refusal = [({ context }) => isEmptyTemplate(context), noRoutesInTemplate];
const noRoute: Refusal = [
  ({ context }, event) => (event?.type === 'route.removed' || event?.type === 'route.switched') && !has(context, event.extension),
  'Extension not found',
];
const taken: Refusal = [({ context }, event) => event?.type === 'route.added' && !isFree(context, event.id), 'This extension already exists'];
const noRoutes: Refusal = [({ context }) => context.routes.length === 0, 'No extensions yet. Add one first.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<RoutingSnapshot, UserEvent> = {
  'line.typed': notReady,
  'hours.typed': notReady,
  'route.added': [...notReady, unreadable, taken],
  'route.removed': [...notReady, unreadable, noRoutes, noRoute],
  'route.switched': [...notReady, unreadable, noRoutes, noRoute],
  'number.switched': notReady,
  'routing.saved': [...notReady, unchanged, unreadable, emptyTemplate],
  'routing.discarded': [...notReady, unchanged],
  'routing.reloaded': [
    [inside('saving'), 'Saving…'],
    [inside('loading'), 'Loading call routing…'],
  ],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
