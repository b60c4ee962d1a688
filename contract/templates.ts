/** Number templates (spec 2.3, 2.7; AMB-50, AMB-98, AMB-100): a routing with a name, put on any number of numbers. */
import * as z from 'zod/mini';
import { batchReply } from './entities.ts';
import { numberChoice } from './numbers.ts';
import { route } from './route.ts';
import { RingRoute, RouteInput, Routing, RoutingInput, routingLimits } from './routing.ts';
import { Count, Id, Key, list, text } from './schema.ts';

/** A route of a template: a number's, with its id spelled as the spec spells it here. */
export const TemplateRoute = z.extend(z.omit(RingRoute, { id: true }), { _id: RingRoute.shape.id });
export type TemplateRoute = z.output<typeof TemplateRoute>;
/** A route as it is sent; an `_id` is made where there is none. */
export const TemplateRouteInput = z.extend(z.omit(RouteInput, { id: true }), { _id: RouteInput.shape.id });

/** A template (ENT-300, ENT-301): routes by `_id`. The name and what stands beside the routes are ours; a number keeps its own time zone. */
export const NumberTemplate = z.extend(z.omit(Routing, { numberId: true }), {
  id: z.number(),
  name: z.string(),
  routes: z.record(z.string(), TemplateRoute),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type NumberTemplate = z.output<typeof NumberTemplate>;

/** Routes as they are read (RULE-062). */
export const routesById = (routes: readonly RingRoute[]): Record<string, TemplateRoute> =>
  Object.fromEntries(routes.map(({ id, ...route }) => [id, { _id: id, ...route }]));
/** Routes as the app has them, by extension. */
export const routesInOrder = (routes: Readonly<Record<string, TemplateRoute>>): RingRoute[] =>
  Object.values(routes)
    .map(({ _id, ...route }) => ({ id: _id, ...route }))
    .sort((a, b) => a.extension - b.extension);
/** Routes as they are sent: a list (RULE-062). */
export const routesToSend = (routes: readonly RingRoute[]): TemplateRoute[] => Object.values(routesById(routes));

/** Said wherever a template without routes is refused. */
export const noRoutesInTemplate = 'A template needs at least one route: add an extension first';

const TemplateInput = z.extend(RoutingInput, {
  /** Absent: it keeps its own, and a new one is named `Template 1` and on. */
  name: z.optional(text(100)),
  routes: z.array(TemplateRouteInput).check(z.maxLength(routingLimits.routes, `At most ${routingLimits.routes} routes`)),
});

/** What some numbers would become: parts that differ, as lines such as `1 → +1 415-555-0120` or `Hours: mon-fri 9-5`. */
export const TemplateDifference = z.object({
  count: z.number(),
  /** A few of them by name. */
  sample: z.array(z.string()),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type TemplateDifference = z.output<typeof TemplateDifference>;

/** What applying would do. `differences`: alike numbers together, the most first, a few; `changed` counts all. */
export const TemplatePreview = z.object({
  count: z.number(),
  changed: z.number(),
  skipped: z.array(z.object({ count: z.number(), reason: z.string() })),
  differences: z.array(TemplateDifference),
});
export type TemplatePreview = z.output<typeof TemplatePreview>;

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;
const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;
/** `version`: of the template that was looked at. */
const onNumbers = { version: Count, ...numberChoice };

export const templates = {
  list: route('GET /companies/{companyId}/number-templates', {
    ...ofCompany,
    access: 'numbers.read',
    reply: list(NumberTemplate, z.object({ total: z.number() })),
    spec: 'CALL-204',
    summary: 'Number templates of a company by name',
  }),
  get: route('GET /companies/{companyId}/number-templates/{id}', {
    ...one,
    access: 'numbers.read',
    reply: NumberTemplate,
    spec: 'CALL-205',
    summary: 'One number template; its routes by _id',
  }),
  update: route('PUT /companies/{companyId}/number-templates/{id}', {
    ...one,
    access: 'numbers.route',
    body: TemplateInput,
    reply: NumberTemplate,
    spec: 'CALL-206',
    summary: 'Changes a number template as a whole; routes as a list. With `version` of what was read, 409 when it changed in between',
  }),
  create: route('POST /companies/{companyId}/number-templates', {
    ...ofCompany,
    access: 'numbers.route',
    body: TemplateInput,
    reply: NumberTemplate,
    spec: 'CALL-207',
    summary: 'Makes a number template; routes as a list, at least one',
  }),
  remove: route('DELETE /companies/{companyId}/number-templates', {
    ...ofCompany,
    access: 'numbers.route',
    body: z.object({ numberTemplatesToRemove: z.array(Id).check(z.minLength(1, 'Name the templates'), z.maxLength(1_000, 'At most 1,000 templates')) }),
    spec: 'CALL-208',
    summary: 'Removes number templates, all or none; numbers they were put on ring on as they do',
  }),
  preview: route('POST /companies/{companyId}/number-templates/{id}/preview', {
    ...one,
    access: 'numbers.route',
    body: z.object(onNumbers),
    reply: TemplatePreview,
    spec: 'ours',
    summary: 'What putting a template on numbers would change, without doing it',
  }),
  apply: route('POST /companies/{companyId}/number-templates/{id}/apply', {
    ...one,
    access: 'numbers.route',
    body: z.object({ key: Key, ...onNumbers }),
    ...batchReply,
    spec: 'ours',
    summary: 'Puts a template on numbers as a batch; another version or count than the ones shown: 409. Idempotent by key',
  }),
};
