/** The OpenAPI document, from the same table as everything else. */
import * as z from 'zod/mini';
import { ErrorBody } from '#contract/core/errorBody.ts';
import type { Route } from '#contract/core/route.ts';
import type { Schema } from '#contract/core/schema.ts';
import { isFieldList, toSnakeCase } from '#contract/core/wire.ts';
import { hookPayloads } from '#contract/eventHooks/entities.ts';
import { isForApiKeys } from './authorize.ts';

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of fields that a field may list, as they travel. */
function wireValues(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((entry) => (typeof entry === 'string' ? toSnakeCase(entry) : wireValues(entry)));
  return isJson(node)
    ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, key === 'enum' || isJson(value) ? wireValues(value) : value]))
    : node;
}

/** Property names as they travel. */
function wireNames(node: unknown, printed: readonly string[] = []): unknown {
  const spelt = (name: string) => (printed.includes(name) ? name : toSnakeCase(name));
  if (Array.isArray(node)) return node.map((entry) => wireNames(entry, printed));
  if (!isJson(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'properties' && isJson(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, schema]) => [spelt(name), isFieldList(name) ? wireValues(schema) : wireNames(schema, printed)])),
        ];
      if (key === 'required' && Array.isArray(value)) return [key, value.map((name) => (typeof name === 'string' ? spelt(name) : name))];
      return [key, wireNames(value, printed)];
    }),
  );
}

function toJsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
}

const parameters = (shape: Readonly<Record<string, Schema>> | undefined, place: 'path' | 'query') =>
  Object.entries(shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(schema, undefined).success,
    schema: toJsonSchema(schema, 'input'),
  }));

const refusal = { description: 'A refusal, in words for the person', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };

function operation(name: string, route: Route): Json {
  const header = route.company === 'header' ? [{ name: 'x-company-id', in: 'header', required: false, schema: { type: 'integer' } }] : [];
  const body = route.body ? wireNames(toJsonSchema(route.body, 'input')) : undefined;
  const type = route.multipart ? 'multipart/form-data' : 'application/json';
  const said = route.reply
    ? { 200: { description: route.summary, content: { 'application/json': { schema: wireNames(toJsonSchema(route.reply, 'output'), route.verbatimFields) } } } }
    : { [route.raw ? 200 : 204]: { description: route.summary } };
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: route.summary,
    'x-access': route.access,
    'x-spec': route.spec,
    security: route.access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }, ...(isForApiKeys(route) ? [{ apiKey: [] }] : [])],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...header],
    ...(body === undefined ? {} : { requestBody: { required: true, content: { [type]: { schema: body } } } }),
    responses: { ...said, default: refusal },
  };
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Events that are posted to webhooks of a company. */
const webhooks = (): Json =>
  Object.fromEntries(
    Object.entries(hookPayloads).map(([event, schema]) => [
      event,
      {
        post: {
          operationId: `eventHooks.${event}`,
          tags: ['eventHooks'],
          summary: `What is posted of the event ${event}. Each comes at least once, in any order; repeats have the same webhook-id`,
          parameters: [
            { name: 'webhook-id', in: 'header', required: true, ...text('The same at each attempt') },
            { name: 'webhook-timestamp', in: 'header', required: true, ...text('Seconds since 1970 of this attempt') },
            {
              name: 'webhook-signature',
              in: 'header',
              required: true,
              ...text('`v1,` and the HMAC-SHA256 in base64 of `{webhook-id}.{webhook-timestamp}.{body}`; two with a space between while a secret is replaced'),
            },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: wireNames(toJsonSchema(schema, 'output')) } } },
          responses: {
            '2XX': { description: 'Delivered' },
            410: { description: 'Turns the webhook off' },
            default: { description: 'Sent again after a pause that grows, for a day and a half. Redirects are not followed' },
          },
        },
      },
    ]),
  );

/** The document of OpenAPI 3.1 for these routes. */
export function createOpenApi(named: readonly { readonly name: string; readonly route: Route }[], version: string, cookie: string): Json {
  const paths: Record<string, Json> = {};
  for (const { name, route } of named) paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) };
  return {
    openapi: '3.1.0',
    info: { title: 'Keyline', version },
    servers: [{ url: '/api' }],
    paths,
    webhooks: webhooks(),
    components: {
      schemas: { Error: wireNames(toJsonSchema(ErrorBody, 'output')) },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookie },
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of a person’s session on a device' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'API key of a company, within its role and scope' },
      },
    },
  };
}
