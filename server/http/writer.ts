/**
 * Writes replies as the wire has them, straight from what a handler answered: a function is made from each schema that checks, renames, drops
 * what the schema does not name and writes JSON in one pass. What it does not know, and every answer that does not fit, goes the plain way
 * (`plainReply`), which is also what it must agree with.
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

/** Shorter strings are looked through letter by letter, which is quicker than asking the pattern. */
const shortText = 42;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that JSON escapes
const escaped = /[\u0000-\u001f"\\\ud800-\udfff]/;

function text(value: unknown): string {
  if (typeof value !== 'string') return fail();
  if (value.length > shortText) return escaped.test(value) ? JSON.stringify(value) : `"${value}"`;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < 32 || code === 34 || code === 92 || (code >= 0xd800 && code <= 0xdfff)) return JSON.stringify(value);
  }
  return `"${value}"`;
}
const number = (value: unknown): string => (typeof value === 'number' && Number.isFinite(value) ? String(value) : fail());
const flag = (value: unknown): string => (value === true ? 'true' : value === false ? 'false' : fail());
const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function listOf(values: unknown, write: (value: unknown) => string): string {
  if (!Array.isArray(values)) return fail();
  let written = '';
  for (let at = 0; at < values.length; at += 1) written += at === 0 ? write(values[at]) : `,${write(values[at])}`;
  return `[${written}]`;
}

/** One of a few values: a table of what each is written as. */
const chosenFrom = (values: readonly unknown[]) => {
  const written = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return (value: unknown): string => written.get(value) ?? fail();
};

/** Read and written the plain way, under the name it stands under: some names carry JSON that is not ours to rename. */
const plainField = (schema: Schema, name: string | null) => (value: unknown) => {
  const read = z.safeParse(schema, value);
  if (!read.success) return fail();
  return JSON.stringify(name === null ? replyToWire(read.data) : snakeField(name, read.data)) ?? fail();
};

type Type = z.core.$ZodTypes;
const isUnchecked = (def: Type['_zod']['def']) => def.checks === undefined || def.checks.length === 0;

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

  /** The expression that writes what stands at `at`; `at` may be evaluated more than once. */
  expression(schema: Schema, at: string, name: string | null): string {
    const { def } = (schema as Type)._zod;
    if (isUnchecked(def)) {
      if (def.type === 'string' && !('format' in def)) return `text(${at})`;
      if (def.type === 'number' && !('format' in def)) return `number(${at})`;
      if (def.type === 'boolean') return `flag(${at})`;
      if (def.type === 'enum') return `${this.keep(chosenFrom(Object.values(def.entries)))}(${at})`;
      if (def.type === 'literal') return `${this.keep(chosenFrom(def.values))}(${at})`;
      if (def.type === 'nullable') return `(${at} === null ? 'null' : ${this.expression(def.innerType, at, name)})`;
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
    const fields = Object.entries(shape).map(([name, field]) => ({ name, field, def: (field as Type)._zod.def }));
    const mayMiss = fields.filter(({ def }) => def.type === 'optional');
    const always = fields.filter(({ def }) => def.type !== 'optional');
    // Something must stand before the first comma; and only plain names may stand in the source.
    if (always.length === 0 || fields.some(({ name }) => !/^[A-Za-z]\w*$/.test(name))) return null;
    const called = this.make((value) => {
      const place = (name: string) => `${value}.${name}`;
      const written = always.map(({ name, field }, index) => `'${index === 0 ? '{' : ','}"${snake(name)}":' + ${this.expression(field, place(name), name)}`);
      const rest = mayMiss.map(({ name, def }) => {
        const inner = 'innerType' in def ? def.innerType : fail();
        return `(${place(name)} === undefined ? '' : ',"${snake(name)}":' + ${this.expression(inner, place(name), name)})`;
      });
      return `if (!isRecord(${value})) fail(); return ${[...written, ...rest].join(' + ')} + '}';`;
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
    if (known.length < cases.length || !/^[A-Za-z]\w*$/.test(discriminator)) return null;
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

function compile(schema: Schema): (reply: unknown) => string {
  const source = new Source();
  const expression = source.expression(schema, 'reply', null);
  // Nothing but names of the contract stands in the source; see the patterns above.
  const made: unknown = new Function(...source.names, `'use strict'; ${source.functions.join('\n')}\nreturn (reply) => ${expression};`)(...source.values);
  return made as (reply: unknown) => string;
}

/** What writes replies of a schema. It is made at the first reply, so that a start does not wait for it. Throws when a reply does not fit. */
export function writerOf(schema: Schema): (reply: unknown) => string {
  let write: ((reply: unknown) => string) | undefined;
  return (reply) => {
    write ??= compile(schema);
    try {
      return write(reply);
    } catch (error) {
      if (error !== misfit) throw error;
      return plainReply(schema, reply);
    }
  };
}
