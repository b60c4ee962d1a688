/** Number templates (spec 2.3, 2.7; AMB-50, AMB-98, AMB-100): a routing with a name, put on any number of numbers. */
import * as z from 'zod/mini';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { Count, createListSchema, createNameSchema, Id, Key } from '../core/schema.ts';
import { numberChoice } from '../numbers/entities.ts';
import { RoutingInput } from '../routing/entities.ts';
import { routingLimits } from '../routing/limits.ts';
import { NumberTemplate, TemplatePreview, TemplateRouteInput } from './entities.ts';

const TemplateInput = z.extend(RoutingInput, {
  /** Absent: it keeps its own, and a new one is named `Template 1` and on. */
  name: z.optional(createNameSchema(100)),
  routes: z.array(TemplateRouteInput).check(z.maxLength(routingLimits.routes, `At most ${routingLimits.routes} routes`)),
});

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;

const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;

/** `version`: of the template that was looked at. */
const onNumbers = { version: Count, ...numberChoice };

export const routes = {
  list: route('GET /companies/{companyId}/number-templates', {
    ...ofCompany,
    access: 'numbers.read',
    reply: createListSchema(NumberTemplate, z.object({ total: z.number() })),
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
