/**
 * Writes replies as the wire has them: from each schema a function is made that checks, renames, drops what the schema does not name and writes,
 * in one pass. What it does not know, and every answer that does not fit, goes the plain way (`plainReply`), with which it must agree.
 */
import * as z from 'zod/mini';
import type { Schema } from '#contract/core/schema.ts';
import { replyToWire, toSnakeCase, toWireField } from '#contract/core/wire.ts';

/** The reply as its schema has it: unknown fields dropped. Throws when the handler answered something else, which is our fault: a plain 500. */
function readReply(schema: Schema, reply: unknown): unknown {
  const result = z.safeParse(schema, reply);
  if (result.success) return result.data;
  const where = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The reply does not fit its schema: ${where.join('; ')}`);
}

/** The reply read by its schema, renamed, and written as JSON. Throws when it does not fit. */
export const serializeSlow = (schema: Schema, reply: unknown, printed: readonly string[] = []): string =>
  JSON.stringify(replyToWire(readReply(schema, reply), printed));

/** Writes replies some of whose names travel as the specification prints them (`Route.verbatimFields`). Throws when a reply does not fit. */
export const createPrintedSerializer = (schema: Schema, printed: readonly string[]) => (reply: unknown) => serializeSlow(schema, reply, printed);

/** Thrown inside of a writer, for nobody to read: the plain way then says what is wrong. */
const misfit = new Error('The reply does not fit its schema');
const fail = (): never => {
  throw misfit;
};

/** Up to this length a look at each letter is quicker than an expression. */
const shortText = 48;
/** Without control characters, quotation marks, backslashes and halves of letters. */
const asItIs = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const isEscaped = (code: number) => code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff);

/** Text as JSON has it, without the quotation marks: they go with what stands around it. */
function text(value: unknown): string {
  if (typeof value !== 'string') return fail();
  if (value.length > shortText) return asItIs.test(value) ? value : JSON.stringify(value).slice(1, -1);
  for (let at = 0; at < value.length; at += 1) if (isEscaped(value.charCodeAt(at))) return JSON.stringify(value).slice(1, -1);
  return value;
}
const number = (value: unknown): string => (typeof value === 'number' && Number.isFinite(value) ? `${value}` : fail());
const flag = (value: unknown): string => (value === true ? 'true' : value === false ? 'false' : fail());
const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function listOf(values: unknown, write: (value: unknown) => string): string {
  if (!Array.isArray(values)) return fail();
  let written = '';
  for (const value of values) written += written === '' ? write(value) : `,${write(value)}`;
  return `[${written}]`;
}

/** One of a few values. */
function oneOf(values: readonly unknown[]) {
  const known = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return (value: unknown) => known.get(value) ?? fail();
}

/** Read and renamed the plain way, under the name it stands under: some names carry JSON that is not ours to rename. Empty for what is not written. */
const plainField = (schema: Schema, name: string | null) => (value: unknown) => {
  const read = z.safeParse(schema, value);
  if (!read.success) return fail();
  return JSON.stringify(name === null ? replyToWire(read.data) : toWireField(name, read.data)) ?? '';
};

type Type = z.core.$ZodTypes;
const isUnchecked = (def: Type['_zod']['def']) => def.checks === undefined || def.checks.length === 0;

const plainName = /^[A-Za-z]\w*$/;

/** A part of what is written: as it stands, or by an expression. */
type Part = string | { readonly code: string };

/** One expression for parts that follow one another; what stands together is one constant. */
function joined(parts: readonly Part[]): string {
  const terms: Part[] = [];
  for (const part of parts) {
    const last = terms.at(-1);
    if (typeof part === 'string' && typeof last === 'string') terms.splice(-1, 1, last + part);
    else terms.push(part);
  }
  return terms.map((term) => (typeof term === 'string' ? JSON.stringify(term) : term.code)).join(' + ') || "''";
}

/** The source of one writer: expressions that make JSON, and what they call by name. */
class Source {
  readonly names: string[] = ['fail', 'text', 'number', 'flag', 'isRecord', 'listOf'];
  readonly values: unknown[] = [fail, text, number, flag, isRecord, listOf];
  readonly functions: string[] = [];

  /** Gives a value a name that expressions can use. */
  keep(value: unknown): string {
    this.values.push(value);
    this.names.push(`k${this.names.length}`);
    return `k${this.names.length - 1}`;
  }

  /** Makes a function of one value and gives its name. */
  make(body: (value: string) => string): string {
    // Its place is taken first: the body may make others.
    const place = this.functions.push('') - 1;
    this.functions[place] = `function f${place}(v) { ${body('v')} }`;
    return `f${place}`;
  }

  /** The parts that write what stands at `at`, which may be evaluated more than once. Null where only the plain way knows how. */
  #known(schema: Schema, at: string): readonly Part[] | null {
    const { def } = (schema as Type)._zod;
    const by = (name: string): readonly Part[] => [{ code: `${name}(${at})` }];
    if (!isUnchecked(def)) return null;
    if (def.type === 'string' && !('format' in def)) return ['"', ...by('text'), '"'];
    if (def.type === 'number' && !('format' in def)) return by('number');
    if (def.type === 'boolean') return by('flag');
    if (def.type === 'enum') return by(this.keep(oneOf(Object.values(def.entries))));
    if (def.type === 'literal') return by(this.keep(oneOf(def.values)));
    if (def.type === 'array') return [{ code: `listOf(${at}, ${this.make((value) => `return ${this.expression(def.element, value)};`)})` }];
    if (def.type === 'object' && def.catchall === undefined) return this.#object(def.shape, at);
    if (def.type === 'union' && 'discriminator' in def) return this.#union(String(def.discriminator), def.options, at);
    if (def.type !== 'nullable') return null;
    const inner = this.#known(def.innerType, at);
    return inner && [{ code: `(${at} === null ? 'null' : ${joined(inner)})` }];
  }

  /** Writes what stands in a list, or alone. */
  expression(schema: Schema, at: string): string {
    const known = this.#known(schema, at);
    return known ? joined(known) : `(${this.keep(plainField(schema, null))}(${at}) || 'null')`;
  }

  /** Writes a field with its name, and `mark` before it; what is undefined is not written, so that it is not sure that something is. */
  #field([name, field]: readonly [string, Schema], value: string, mark: string): { readonly parts: readonly Part[]; readonly isSure: boolean } {
    const at = `${value}.${name}`;
    const { def } = (field as Type)._zod;
    const begin = `${mark}"${toSnakeCase(name)}":`;
    const inner = def.type === 'optional' ? def.innerType : field;
    const known = this.#known(inner, at);
    const plainly = () => `((s) => s && ${JSON.stringify(begin)} + s)(${this.keep(plainField(inner, name))}(${at}))`;
    const parts: readonly Part[] = known ? [begin, ...known] : [{ code: plainly() }];
    if (def.type !== 'optional') return { parts, isSure: known !== null };
    return { parts: [{ code: `(${at} === undefined ? '' : ${joined(parts)})` }], isSure: false };
  }

  #object(shape: Readonly<Record<string, Schema>>, at: string): readonly Part[] | null {
    const fields = Object.entries(shape);
    // Only plain names may stand in the source.
    if (fields.some(([name]) => !plainName.test(name))) return null;
    const called = this.make((value) => {
      const [first, ...rest] = fields;
      if (first === undefined) return `if (!isRecord(${value})) fail(); return '{}';`;
      const begin = this.#field(first, value, '');
      const others = rest.flatMap((field) => this.#field(field, value, ',').parts);
      // If the first field may be left out, each brings its own comma.
      const all = begin.isSure
        ? joined(['{', ...begin.parts, ...others, '}'])
        : `'{' + (${joined([...this.#field(first, value, ',').parts, ...others])}).slice(1) + '}'`;
      return `if (!isRecord(${value})) fail(); return ${all};`;
    });
    return [{ code: `${called}(${at})` }];
  }

  #union(discriminator: string, options: readonly Schema[], at: string): readonly Part[] | null {
    const cases = options.map((option) => {
      const { def } = (option as Type)._zod;
      const kind = def.type === 'object' ? (def.shape[discriminator] as Type | undefined)?._zod.def : undefined;
      return kind?.type === 'literal' ? { option, values: kind.values } : null;
    });
    const known = cases.filter((one) => one !== null);
    if (known.length < cases.length || !plainName.test(discriminator)) return null;
    const called = this.make((value) => {
      const lines = known.map(({ option, values }) => {
        const labels = values.map((one) => `case ${JSON.stringify(one)}:`).join(' ');
        return `${labels} return ${this.expression(option, value)};`;
      });
      return `if (!isRecord(${value})) fail(); switch (${value}.${discriminator}) { ${lines.join(' ')} default: return fail(); }`;
    });
    return [{ code: `${called}(${at})` }];
  }
}

function compile(schema: Schema): (reply: unknown) => string {
  const source = new Source();
  const expression = source.expression(schema, 'reply');
  // Nothing but names of the contract stands in the source.
  const made: unknown = new Function(...source.names, `'use strict'; ${source.functions.join('\n')}\nreturn (reply) => ${expression};`)(...source.values);
  return made as (reply: unknown) => string;
}

/**
 * Creates the function that serializes replies of a schema. It is made at the first reply, so that a start does not wait for it. Throws when a reply does not
 * fit.
 */
export function createSerializer(schema: Schema): (reply: unknown) => string {
  let write: ((reply: unknown) => string) | undefined;
  return (reply) => {
    write ??= compile(schema);
    try {
      return write(reply);
    } catch (error) {
      if (error !== misfit) throw error;
      return serializeSlow(schema, reply);
    }
  };
}
