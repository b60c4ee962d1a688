/**
 * Writes replies as the wire has them: from each schema a function is made that checks, renames and drops what the schema does not name, in one
 * pass. What it does not know, and every answer that does not fit, goes the plain way (`plainReply`), with which it must agree.
 */
import * as z from 'zod/mini';
import type { Schema } from '#contract/schema.ts';
import { replyToWire, snake, snakeField } from '#contract/wire.ts';

/** The reply as its schema has it: unknown fields dropped. Throws when the handler answered something else, which is our fault: a plain 500. */
function readReply(schema: Schema, reply: unknown): unknown {
  const result = z.safeParse(schema, reply);
  if (result.success) return result.data;
  const where = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The reply does not fit its schema: ${where.join('; ')}`);
}

/** The reply read by its schema, renamed, and written as JSON. Throws when it does not fit. */
export const plainReply = (schema: Schema, reply: unknown): string => JSON.stringify(replyToWire(readReply(schema, reply)));

/** Thrown inside of a writer, for nobody to read: the plain way then says what is wrong. */
const misfit = new Error('The reply does not fit its schema');
const fail = (): never => {
  throw misfit;
};

const text = (value: unknown) => (typeof value === 'string' ? value : fail());
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : fail());
const flag = (value: unknown) => (typeof value === 'boolean' ? value : fail());
const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (values: unknown, read: (value: unknown) => unknown) => (Array.isArray(values) ? values.map(read) : fail());

/** One of a few values. */
const oneOf = (values: readonly unknown[]) => {
  const known = new Set(values);
  return (value: unknown) => (known.has(value) ? value : fail());
};

/** Read and renamed the plain way, under the name it stands under: some names carry JSON that is not ours to rename. */
const plainField = (schema: Schema, name: string | null) => (value: unknown) => {
  const read = z.safeParse(schema, value);
  if (!read.success) return fail();
  return name === null ? replyToWire(read.data) : snakeField(name, read.data);
};

type Type = z.core.$ZodTypes;
const isUnchecked = (def: Type['_zod']['def']) => def.checks === undefined || def.checks.length === 0;

const plainName = /^[A-Za-z]\w*$/;

/** The source of one writer: expressions, and what they call by name. */
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

  /** The expression that reads what stands at `at`; `at` may be evaluated more than once. */
  expression(schema: Schema, at: string, name: string | null): string {
    const { def } = (schema as Type)._zod;
    if (isUnchecked(def)) {
      if (def.type === 'string' && !('format' in def)) return `text(${at})`;
      if (def.type === 'number' && !('format' in def)) return `number(${at})`;
      if (def.type === 'boolean') return `flag(${at})`;
      if (def.type === 'enum') return `${this.keep(oneOf(Object.values(def.entries)))}(${at})`;
      if (def.type === 'literal') return `${this.keep(oneOf(def.values))}(${at})`;
      if (def.type === 'nullable') return `(${at} === null ? null : ${this.expression(def.innerType, at, name)})`;
      if (def.type === 'array') return `listOf(${at}, ${this.make((value) => `return ${this.expression(def.element, value, null)};`)})`;
      if (def.type === 'object' && def.catchall === undefined) return this.#object(def.shape, at) ?? this.#plain(schema, at, name);
      if (def.type === 'union' && 'discriminator' in def) return this.#union(String(def.discriminator), def.options, at) ?? this.#plain(schema, at, name);
    }
    return this.#plain(schema, at, name);
  }

  #plain(schema: Schema, at: string, name: string | null): string {
    return `${this.keep(plainField(schema, name))}(${at})`;
  }

  #object(shape: Readonly<Record<string, Schema>>, at: string): string | null {
    const fields = Object.entries(shape);
    // Only plain names may stand in the source.
    if (fields.some(([name]) => !plainName.test(name))) return null;
    const called = this.make((value) => {
      const written = fields.map(([name, field]) => {
        const place = `${value}.${name}`;
        const { def } = (field as Type)._zod;
        // What is undefined is not written.
        if (def.type === 'optional') return `${snake(name)}: ${place} === undefined ? undefined : ${this.expression(def.innerType, place, name)}`;
        return `${snake(name)}: ${this.expression(field, place, name)}`;
      });
      return `if (!isRecord(${value})) fail(); return { ${written.join(', ')} };`;
    });
    return `${called}(${at})`;
  }

  #union(discriminator: string, options: readonly Schema[], at: string): string | null {
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
        return `${labels} return ${this.expression(option, value, null)};`;
      });
      return `if (!isRecord(${value})) fail(); switch (${value}.${discriminator}) { ${lines.join(' ')} default: return fail(); }`;
    });
    return `${called}(${at})`;
  }
}

function compile(schema: Schema): (reply: unknown) => unknown {
  const source = new Source();
  const expression = source.expression(schema, 'reply', null);
  // Nothing but names of the contract stands in the source.
  const made: unknown = new Function(...source.names, `'use strict'; ${source.functions.join('\n')}\nreturn (reply) => ${expression};`)(...source.values);
  return made as (reply: unknown) => unknown;
}

/** What writes replies of a schema. It is made at the first reply, so that a start does not wait for it. Throws when a reply does not fit. */
export function writerOf(schema: Schema): (reply: unknown) => string {
  let read: ((reply: unknown) => unknown) | undefined;
  return (reply) => {
    read ??= compile(schema);
    try {
      return JSON.stringify(read(reply));
    } catch (error) {
      if (error !== misfit) throw error;
      return plainReply(schema, reply);
    }
  };
}
