/** Number templates: saved call routing (spec 2.3). */
import * as z from 'zod/mini';
import { RingRoute, RouteInput, Routing } from '../routing/entities.ts';

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

/** Future values of some numbers: parts that differ, as lines such as `1 → +1 415-555-0120` or `Hours: mon-fri 9-5`. */
export const TemplateDifference = z.object({
  count: z.number(),
  /** A few of them by name. */
  sample: z.array(z.string()),
  before: z.array(z.string()),
  after: z.array(z.string()),
});

export type TemplateDifference = z.output<typeof TemplateDifference>;

/** Effects of applying the template. `differences`: alike numbers together, the most first, a few; `changed` counts all. */
export const TemplatePreview = z.object({
  count: z.number(),
  changed: z.number(),
  skipped: z.array(z.object({ count: z.number(), reason: z.string() })),
  differences: z.array(TemplateDifference),
});

export type TemplatePreview = z.output<typeof TemplatePreview>;
