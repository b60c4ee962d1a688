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
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';

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

/** Owner of a routing. */
export interface RoutingInput {
  companyId: number;
  of: 'number' | 'template';
  id: number;
}
/** Values of a routing, without its owner. */
export type RoutingValues = Omit<Routing, 'numberId'>;

/** Picks the editable values of a routing. */
export const toRoutingValues = ({
  routes: list,
  hours,
  greetingId,
  voicemailGreetingId,
  recordCalls,
  announceRecording,
  version,
}: RoutingValues): RoutingValues => ({
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
  saved: RoutingValues | null;
  routes: readonly RingRoute[];
  hours: BusinessHours | null;
  recordCalls: boolean;
  announceRecording: boolean;
  line: { text: string | null; faults: readonly ParseError[] };
  hoursLine: { text: string | null; faults: readonly ParseError[] };
  error: FlowError | null;
}

const emptyLine = { text: null, faults: [] } as const;
const toLoadedContext = (routing: RoutingValues) => ({
  saved: routing,
  routes: routing.routes,
  hours: routing.hours,
  recordCalls: routing.recordCalls,
  announceRecording: routing.announceRecording,
  line: emptyLine,
  hoursLine: emptyLine,
  error: null,
});
const updateTypes = (routes: readonly RingRoute[], hours: BusinessHours | null) =>
  routes.map((route) => ({ ...route, type: getRouteType(route, hours?.preset ?? 1) }));

/** Counts what differs from what is saved: each extension that is new, changed or gone, the hours, and each switch. */
export function countChanges({ saved, routes, hours, recordCalls, announceRecording, line, hoursLine }: RoutingContext): number {
  if (!saved) return 0;
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const find = (among: readonly RingRoute[], id: string) => among.find((route) => route.id === id);
  const ids = new Set([...saved.routes, ...routes].map(({ id }) => id));
  const changes = [
    ...[...ids].map((id) => differs(find(saved.routes, id), find(routes, id))),
    differs(hours, saved.hours) || hoursLine.faults.length > 0,
    recordCalls !== saved.recordCalls,
    announceRecording !== saved.announceRecording,
  ];
  // A line that can’t be read yet has changed, whatever it comes to mean.
  return Math.max(changes.filter(Boolean).length, line.faults.length > 0 ? 1 : 0);
}

/** Checks whether anything differs from what is saved. */
export const isChanged = (context: RoutingContext): boolean => countChanges(context) > 0;
const isReadable = ({ line, hoursLine }: RoutingContext) => line.faults.length === 0 && hoursLine.faults.length === 0;
/** A template holds a route at least; a number without one sends every caller to voicemail. */
const isEmptyTemplate = ({ of, routes }: RoutingContext) => of === 'template' && routes.length === 0;
const isFree = ({ routes }: RoutingContext, id: string) => routes.length < routingLimits.routes && routes.every((route) => route.id !== id);
const hasExtension = ({ routes }: RoutingContext, extension: number) => routes.some((route) => route.extension === extension);

/** Routing to save, with the version it was made from. */
export interface RoutingSaveInput extends RoutingInput {
  routing: RoutingValues;
}

const base = setup({
  types: { context: {} as RoutingContext, events: {} as UserEvent | InternalEvent, input: {} as RoutingInput },
  actors: {
    /** GET /companies/{companyId}/numbers/{id}/routing, or of a template. */
    loadRouting: fromPromise<RoutingValues, RoutingInput>(rejectMissingActor),
    /** PUT of the same; rejects with 409 when somebody else changed it meanwhile. */
    saveRouting: fromPromise<RoutingValues, RoutingSaveInput>(rejectMissingActor),
  },
  guards: {
    isSavable: ({ context }) => isChanged(context) && isReadable(context) && !isEmptyTemplate(context),
    isChanged: ({ context }) => isChanged(context),
    isUntouched: ({ context }) => !isChanged(context),
    isNewRoute: ({ context }, { id }: { id: string }) => isReadable(context) && isFree(context, id),
    hasRoute: ({ context }, { extension }: { extension: number }) => isReadable(context) && hasExtension(context, extension),
  },
  actions: {
    keepLoaded: assign((_, { routing }: { routing: RoutingValues }) => toLoadedContext(routing)),
    keepLine: assign(({ context }, { text, read }: { text: string; read: ParseResult<RingRoute[]> }) =>
      read.ok
        ? { line: { text, faults: [] }, routes: updateTypes(read.value, context.hours), error: null }
        : { line: { text, faults: read.faults }, error: null },
    ),
    keepHours: assign(({ context }, { text, read }: { text: string; read: ParseResult<BusinessHours> }) =>
      read.ok
        ? { hoursLine: { text, faults: [] }, hours: read.value, routes: updateTypes(context.routes, read.value), error: null }
        : { hoursLine: { text, faults: read.faults }, error: null },
    ),
    addRoute: assign(({ context }, { id }: { id: string }) => ({
      routes: [...context.routes, createRoute(id, context.routes.length === 0 ? 1 : getNextExtension(context.routes.map(({ extension }) => extension)))].sort(
        (a, b) => a.extension - b.extension,
      ),
      line: emptyLine,
      error: null,
    })),
    removeRoute: assign(({ context }, { extension }: { extension: number }) => ({
      routes: context.routes.filter((route) => route.extension !== extension),
      line: emptyLine,
      error: null,
    })),
    switchRoute: assign(({ context }, { extension, what }: { extension: number; what: RouteSwitch }) => ({
      routes: updateTypes(
        context.routes.map((route) => (route.extension === extension ? { ...route, [what]: !route[what] } : route)),
        context.hours,
      ),
      line: emptyLine,
      error: null,
    })),
    switchNumber: assign(({ context }, { what }: { what: NumberSwitch }) => ({ [what]: !context[what], error: null })),
    restore: assign(({ context }) => (context.saved ? toLoadedContext(context.saved) : {})),
    fail: assign((_, { error }: { error: unknown }) => ({ error: toFlowError(error) })),
  },
});

const toEvent = <E extends UserEvent>({ event }: { event: E }) => event;
const toRouting = ({ event }: { event: { output: RoutingValues } }) => ({ routing: event.output });
const toError = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

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
    line: emptyLine,
    hoursLine: emptyLine,
    error: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadRouting',
        src: 'loadRouting',
        input: ({ context: { companyId, of, id } }) => ({ companyId, of, id }),
        onDone: { target: 'editing', actions: { type: 'keepLoaded', params: toRouting } },
        onError: { target: 'failed', actions: { type: 'fail', params: toError } },
      },
    },
    failed: { on: { 'routing.reloaded': { target: 'loading' } } },
    editing: {
      on: {
        'line.typed': { actions: { type: 'keepLine', params: toEvent } },
        'hours.typed': { actions: { type: 'keepHours', params: toEvent } },
        'route.added': { guard: { type: 'isNewRoute', params: toEvent }, actions: { type: 'addRoute', params: toEvent } },
        'route.removed': { guard: { type: 'hasRoute', params: toEvent }, actions: { type: 'removeRoute', params: toEvent } },
        'route.switched': { guard: { type: 'hasRoute', params: toEvent }, actions: { type: 'switchRoute', params: toEvent } },
        'number.switched': { actions: { type: 'switchNumber', params: toEvent } },
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
        input: ({ context }): RoutingSaveInput => ({
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
        onDone: { target: 'editing', actions: { type: 'keepLoaded', params: toRouting } },
        onError: { target: 'editing', actions: { type: 'fail', params: toError } },
      },
    },
  },
});

/** State of an editor at one moment. */
export type RoutingSnapshot = SnapshotFrom<typeof machine>;

type RoutingReason = Reason<RoutingSnapshot, UserEvent>;
const notReadyReasons: readonly RoutingReason[] = [
  [isInside('failed'), 'Couldn’t load call routing. Reload it first.'],
  [isInside('saving'), 'Saving…'],
  [isOutside('editing'), 'Loading call routing…'],
];
const unreadableReason: RoutingReason = [({ context }) => !isReadable(context), 'Fix the error in the routing text first'];
const unchangedReason: RoutingReason = [({ context }) => !isChanged(context), 'No changes'];
const emptyTemplateReason: RoutingReason = [({ context }) => isEmptyTemplate(context), noRoutesInTemplate];
const noRouteReason: RoutingReason = [
  ({ context }, event) => (event?.type === 'route.removed' || event?.type === 'route.switched') && !hasExtension(context, event.extension),
  'Extension not found',
];
const takenReason: RoutingReason = [({ context }, event) => event?.type === 'route.added' && !isFree(context, event.id), 'This extension already exists'];
const noRoutesReason: RoutingReason = [({ context }) => context.routes.length === 0, 'No extensions yet. Add one first.'];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<RoutingSnapshot, UserEvent> = {
  'line.typed': notReadyReasons,
  'hours.typed': notReadyReasons,
  'route.added': [...notReadyReasons, unreadableReason, takenReason],
  'route.removed': [...notReadyReasons, unreadableReason, noRoutesReason, noRouteReason],
  'route.switched': [...notReadyReasons, unreadableReason, noRoutesReason, noRouteReason],
  'number.switched': notReadyReasons,
  'routing.saved': [...notReadyReasons, unchangedReason, unreadableReason, emptyTemplateReason],
  'routing.discarded': [...notReadyReasons, unchangedReason],
  'routing.reloaded': [
    [isInside('saving'), 'Saving…'],
    [isInside('loading'), 'Loading call routing…'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
