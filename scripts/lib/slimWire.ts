/**
 * Takes out of the browser's copy of the contract what only the server reads. A call in the browser needs its method, its path and how it
 * carries the company; schemas, permissions and words of the OpenAPI document would be a sixth of the first load.
 */
import type { Plugin } from 'vite';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Fields of a descriptor that the client never reads; of `body` it reads only whether there is one. */
const serverOnly = new Set(['params', 'query', 'reply', 'spec', 'summary', 'perMinute', 'raw', 'tokens', 'access']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const nameOf = (node: unknown): string | null => (isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null);

const types = new Set(['typeAnnotation', 'returnType', 'typeArguments', 'typeParameters']);
/** Children that are evaluated: the name of a property or a member is none, and neither is a type. */
function childrenOf(node: Node): Node[] {
  const named = node.computed !== true && (node.type === 'Property' ? 'key' : node.type === 'MemberExpression' ? 'property' : '');
  return Object.entries(node).flatMap(([field, value]) => (field === named || types.has(field) ? [] : nodesIn(value)));
}
const namesIn = (node: Node): string[] => {
  const name = nameOf(node);
  return name === null ? childrenOf(node).flatMap(namesIn) : [name];
};
const calls = (node: Node): boolean => node.type === 'CallExpression' || childrenOf(node).some(calls);

function descriptorEdits(descriptor: Node): Edit[] {
  const fields = nodesIn(descriptor.properties);
  return fields.flatMap((field, at) => {
    const name = nameOf(field.key);
    if (name === 'body' && isNode(field.value)) return [{ start: field.value.start, end: field.value.end, text: 'true' }];
    if (name === null || !serverOnly.has(name)) return [];
    return [{ start: field.start, end: fields[at + 1]?.start ?? field.end, text: '' }];
  });
}

/** By these an object is known as a descriptor, or as a part that several share: what a call takes, or in a word where and for whom it is. */
const taken = new Set(['params', 'query']);
const said = new Set(['access', 'company', 'spec']);
const isTelling = ({ key, value }: Node): boolean => {
  const name = nameOf(key) ?? '';
  return taken.has(name) || (said.has(name) && isNode(value) && value.type === 'Literal');
};
const isDescriptor = (node: Node) => node.type === 'ObjectExpression' && nodesIn(node.properties).some(isTelling);

/** Calls of `route`, and the fields that several of them share. */
function routeEdits(node: Node): Edit[] {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'route') return nodesIn(node.arguments).slice(1).flatMap(descriptorEdits);
  return isDescriptor(node) ? descriptorEdits(node) : childrenOf(node).flatMap(routeEdits);
}

const applied = (code: string, edits: readonly Edit[]) =>
  [...edits].sort((a, b) => b.start - a.start || b.end - a.end).reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);

/** The constants of a module, with the statement each stands in. */
const constantsOf = (program: Node) =>
  nodesIn(program.body).flatMap((statement) => {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    return nodesIn(declaration.declarations).flatMap(({ id, init }) => {
      const name = nameOf(id);
      return name !== null && isNode(init) ? [{ statement, name, init }] : [];
    });
  });

const importsOf = (program: Node) =>
  nodesIn(program.body)
    .filter(({ type }) => type === 'ImportDeclaration')
    .map((statement) => ({ statement, from: isNode(statement.source) ? String(statement.source.value) : '', specifiers: nodesIn(statement.specifiers) }));
const localOf = (specifier: Node) => nameOf(specifier.local) ?? '';

/** Schemas: what is made with Zod, from the building blocks, or from another schema. They are written with a capital. */
function schemaEdits(program: Node): Edit[] {
  const schemas = new Set(
    importsOf(program).flatMap(({ from, specifiers }) =>
      specifiers.map(localOf).filter((name) => name === 'z' || from.endsWith('/schema.ts') || /^[A-Z]/.test(name)),
    ),
  );
  return constantsOf(program).flatMap(({ statement, name, init }) => {
    if (!namesIn(init).some((used) => schemas.has(used))) return [];
    schemas.add(name);
    return [{ start: statement.start, end: statement.end, text: '' }];
  });
}

/** Imports that nothing reads any more, and a mark on what is made by calling: left out where nobody reads it. */
function finishingEdits(program: Node): Edit[] {
  const used = new Set(
    nodesIn(program.body)
      .filter(({ type }) => type !== 'ImportDeclaration')
      .flatMap(namesIn),
  );
  const unused = importsOf(program).filter(({ specifiers }) => !specifiers.some((specifier) => used.has(localOf(specifier))));
  const made = constantsOf(program).filter(({ init }) => calls(init));
  return [
    ...unused.map(({ statement: { start, end } }) => ({ start, end, text: '' })),
    ...made.flatMap(({ init: { start, end } }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]),
  ];
}

/** What the client reads of a descriptor, as text. */
function inlined(area: unknown, name: unknown): string | null {
  const table: unknown = typeof area === 'string' && Object.hasOwn(routes, area) ? Reflect.get(routes, area) : null;
  if (typeof table !== 'object' || table === null || typeof name !== 'string' || !Object.hasOwn(table, name)) return null;
  const { method, path, company, multipart, changes, keepsSession, body }: Route = Reflect.get(table, name);
  return `(${JSON.stringify({ method, path, company, multipart, changes, keepsSession, ...(body === undefined ? {} : { body: true }) })})`;
}

/**
 * `routes.contacts.list` in the app becomes the descriptor itself, so that a chunk carries the calls it makes and no others. The index of all
 * calls would stand in the first load whole.
 */
function inlineEdits(node: Node): Edit[] {
  const inner = node.type === 'MemberExpression' && isNode(node.object) && node.object.type === 'MemberExpression' ? node.object : null;
  if (inner === null || nameOf(inner.object) !== 'routes') return childrenOf(node).flatMap(inlineEdits);
  const text = inlined(nameOf(inner.property), nameOf(node.property));
  return text === null ? [] : [{ start: node.start, end: node.end, text }];
}

/** The import of the index, where nothing is left that reads it: the module is not in the app then, nor is any area that nobody calls. */
function indexEdits(program: Node): Edit[] {
  const isCall = (node: Node): boolean =>
    node.type === 'MemberExpression' && isNode(node.object) && node.object.type === 'MemberExpression' && nameOf(node.object.object) === 'routes';
  const reads = (node: Node): boolean => !isCall(node) && (nameOf(node) === 'routes' || childrenOf(node).some(reads));
  const isRead = nodesIn(program.body).some((statement) => statement.type !== 'ImportDeclaration' && reads(statement));
  if (isRead) return [];
  return importsOf(program).flatMap(({ statement: { start, end }, from }) => (from.endsWith('contract/index.ts') ? [{ start, end, text: '' }] : []));
}

/** The plugin; for builds alone, so that development runs what is written. What comes over the socket is read by its schemas, so `realtime` keeps them. */
export function slimWire(): Plugin {
  return {
    name: 'keyline:slim-wire',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/\/src\/[^?]+\.tsx?$/.test(id) && code.includes('#contract/index.ts')) {
        const program: unknown = this.parse(code);
        return isNode(program) ? { code: applied(code, [...inlineEdits(program), ...indexEdits(program)]), map: null } : null;
      }
      if (!/\/contract\/(?!core\/(?:realtime|schema)|[\w/]*entities)[\w/]+\.ts$/.test(id)) return null;
      const passes = [routeEdits, schemaEdits, finishingEdits];
      const slim = passes.reduce((text, edits) => {
        const program: unknown = this.parse(text);
        return isNode(program) ? applied(text, edits(program)) : text;
      }, code);
      return { code: slim, map: null };
    },
  };
}
