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

/** Up to this length a look at each letter is quicker than a call of the platform. */
const shortText = 48;
/** Up to this many bytes the same holds for a copy. */
const shortPart = 24;
/** Without control characters, quotation marks, backslashes and halves of letters. */
const asItIs = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
/** Bytes a letter of a text takes at most. */
const letterBytes = 3;
const firstBytes = 1 << 16;
/** Below this many bytes a reply is sent as text, in one part with its head; making two parts of it costs more than the walk through it. */
const textBytes = 1 << 14;
/** Bytes above which the place of a long reply is not kept for the next. */
const keptBytes = 1 << 22;

/** The bytes of one reply, as they are written: JSON in UTF-8. Text put together from thousands of parts would be walked through again for its length, and again to be sent. */
class Bytes {
  private buffer = Buffer.allocUnsafe(firstBytes);
  private at = 0;

  get length(): number {
    return this.at;
  }

  private reserve(count: number): void {
    if (this.at + count <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + count));
    this.buffer.copy(grown, 0, 0, this.at);
    this.buffer = grown;
  }

  /** Starts anew. */
  clear(): void {
    this.at = 0;
    if (this.buffer.length > keptBytes) this.buffer = Buffer.allocUnsafe(firstBytes);
  }

  /** Takes out what was written: as text where it is short, else the bytes in a buffer of their own. */
  take(): Buffer | string {
    return this.at < textBytes ? this.buffer.toString('utf8', 0, this.at) : Buffer.from(this.buffer.subarray(0, this.at));
  }

  fixed(part: Uint8Array): void {
    this.reserve(part.length);
    const { buffer } = this;
    if (part.length > shortPart) buffer.set(part, this.at);
    else for (let from = 0, to = this.at; from < part.length; from += 1, to += 1) buffer[to] = part[from] ?? 0;
    this.at += part.length;
  }

  byte(code: number): void {
    this.reserve(1);
    this.buffer[this.at] = code;
    this.at += 1;
  }

  /** Puts another byte where one stands. */
  replace(at: number, code: number): void {
    this.buffer[at] = code;
  }

  /** Writes what is JSON already. */
  raw(value: string): void {
    this.reserve(value.length * letterBytes);
    this.at += this.buffer.write(value, this.at);
  }

  /** Writes text as JSON has it, without the quotation marks: they go with what stands around it. */
  text(value: unknown): void {
    if (typeof value !== 'string') throw misfit;
    const { length } = value;
    if (length > shortText || !this.writeAscii(value)) this.raw(asItIs.test(value) ? value : JSON.stringify(value).slice(1, -1));
  }

  /** Writes text of plain ASCII, letter by letter; false, with nothing written, for any other. */
  private writeAscii(value: string): boolean {
    const { length } = value;
    this.reserve(length);
    const { buffer, at } = this;
    for (let from = 0; from < length; from += 1) {
      const code = value.charCodeAt(from);
      if (code < 0x20 || code > 0x7f || code === 0x22 || code === 0x5c) return false;
      buffer[at + from] = code;
    }
    this.at += length;
    return true;
  }

  number(value: unknown): void {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit;
    const digits = `${value}`;
    this.reserve(digits.length);
    for (let from = 0; from < digits.length; from += 1) this.buffer[this.at + from] = digits.charCodeAt(from);
    this.at += digits.length;
  }
}

/** Replies are written one after the other, each in one go: they share the place. */
const bytes = new Bytes();
const encode = (part: string) => Buffer.from(part);
const [yes, no] = [encode('true'), encode('false')];
const [comma, list, listEnd, record] = [0x2c, 0x5b, 0x5d, 0x7b];

const fixed = (part: Uint8Array) => bytes.fixed(part);
const text = (value: unknown) => bytes.text(value);
const number = (value: unknown) => bytes.number(value);
const flag = (value: unknown) => (value === true ? bytes.fixed(yes) : value === false ? bytes.fixed(no) : fail());
const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function listOf(values: unknown, write: (value: unknown) => void): void {
  if (!Array.isArray(values)) throw misfit;
  const begin = bytes.length;
  for (const value of values) {
    bytes.byte(comma);
    write(value);
  }
  // The first comma was the list’s beginning.
  if (values.length === 0) bytes.byte(list);
  else bytes.replace(begin, list);
  bytes.byte(listEnd);
}

/** Puts the brace of a record at the comma of its first field, or writes it where there is none. */
function openRecord(begin: number): void {
  if (bytes.length === begin) bytes.byte(record);
  else bytes.replace(begin, record);
}

/** One of a few values. */
function oneOf(values: readonly unknown[]) {
  const known = new Map(values.map((value) => [value, encode(JSON.stringify(value))]));
  return (value: unknown) => bytes.fixed(known.get(value) ?? fail());
}

/** Read and renamed the plain way, under the name it stands under: some names carry JSON that is not ours to rename. Empty for what is not written. */
function readPlainly(schema: Schema, name: string | null, value: unknown): string {
  const read = z.safeParse(schema, value);
  if (!read.success) return fail();
  return JSON.stringify(name === null ? replyToWire(read.data) : toWireField(name, read.data)) ?? '';
}
/** Writes it with what stands before it, where there is something to write. */
const plainField = (schema: Schema, name: string, begin: string) => (value: unknown) => {
  const written = readPlainly(schema, name, value);
  if (written !== '') bytes.raw(begin + written);
};
const plainValue = (schema: Schema) => (value: unknown) => bytes.raw(readPlainly(schema, null, value) || 'null');

type Type = z.core.$ZodTypes;
const isUnchecked = (def: Type['_zod']['def']) => def.checks === undefined || def.checks.length === 0;

const plainName = /^[A-Za-z]\w*$/;

/** A part of what is written: as it stands, or by a statement. */
type Part = string | { readonly code: string };

/** The source of one writer: statements that write JSON, and what they call by name. */
class Source {
  readonly names: string[] = ['fail', 'fixed', 'text', 'number', 'flag', 'isRecord', 'listOf', 'begin', 'opened'];
  readonly values: unknown[] = [fail, fixed, text, number, flag, isRecord, listOf, () => bytes.length, openRecord];
  readonly functions: string[] = [];

  /** Gives a value a name that statements can use. */
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

  /** Statements for parts that follow one another; what stands together is one constant. */
  joined(parts: readonly Part[]): string {
    const terms: Part[] = [];
    for (const part of parts) {
      const last = terms.at(-1);
      if (typeof part === 'string' && typeof last === 'string') terms.splice(-1, 1, last + part);
      else terms.push(part);
    }
    return terms.map((term) => (typeof term === 'string' ? `fixed(${this.keep(encode(term))});` : term.code)).join(' ');
  }

  /** The parts that write what stands at `at`, which may be evaluated more than once. Null where only the plain way knows how. */
  #known(schema: Schema, at: string): readonly Part[] | null {
    const { def } = (schema as Type)._zod;
    const by = (name: string): readonly Part[] => [{ code: `${name}(${at});` }];
    if (!isUnchecked(def)) return null;
    if (def.type === 'string' && !('format' in def)) return ['"', ...by('text'), '"'];
    if (def.type === 'number' && !('format' in def)) return by('number');
    if (def.type === 'boolean') return by('flag');
    if (def.type === 'enum') return by(this.keep(oneOf(Object.values(def.entries))));
    if (def.type === 'literal') return by(this.keep(oneOf(def.values)));
    if (def.type === 'array') return [{ code: `listOf(${at}, ${this.make((value) => this.statement(def.element, value))});` }];
    if (def.type === 'object' && def.catchall === undefined) return this.#object(def.shape, at);
    if (def.type === 'union' && 'discriminator' in def) return this.#union(String(def.discriminator), def.options, at);
    if (def.type !== 'nullable') return null;
    const inner = this.#known(def.innerType, at);
    return inner && [{ code: `if (${at} === null) { ${this.joined(['null'])} } else { ${this.joined(inner)} }` }];
  }

  /** Writes what stands in a list, or alone. */
  statement(schema: Schema, at: string): string {
    const known = this.#known(schema, at);
    return known ? this.joined(known) : `${this.keep(plainValue(schema))}(${at});`;
  }

  /** Writes a field with its name, and `mark` before it; what is undefined is not written, so that it is not sure that something is. */
  #field([name, field]: readonly [string, Schema], value: string, mark: string): { readonly parts: readonly Part[]; readonly isSure: boolean } {
    const at = `${value}.${name}`;
    const { def } = (field as Type)._zod;
    const begin = `${mark}"${toSnakeCase(name)}":`;
    const inner = def.type === 'optional' ? def.innerType : field;
    const known = this.#known(inner, at);
    const parts: readonly Part[] = known ? [begin, ...known] : [{ code: `${this.keep(plainField(inner, name, begin))}(${at});` }];
    if (def.type !== 'optional') return { parts, isSure: known !== null };
    return { parts: [{ code: `if (${at} !== undefined) { ${this.joined(parts)} }` }], isSure: false };
  }

  #object(shape: Readonly<Record<string, Schema>>, at: string): readonly Part[] | null {
    const fields = Object.entries(shape);
    // Only plain names may stand in the source.
    if (fields.some(([name]) => !plainName.test(name))) return null;
    const called = this.make((value) => {
      const [first, ...rest] = fields;
      const check = `if (!isRecord(${value})) fail();`;
      if (first === undefined) return `${check} ${this.joined(['{}'])}`;
      const others = rest.flatMap((field) => this.#field(field, value, ',').parts);
      const sure = this.#field(first, value, '{');
      if (sure.isSure) return `${check} ${this.joined([...sure.parts, ...others, '}'])}`;
      // If the first field may be left out, each brings its own comma, and the first of them becomes the beginning.
      return `${check} const at = begin(); ${this.joined([...this.#field(first, value, ',').parts, ...others])} opened(at); ${this.joined(['}'])}`;
    });
    return [{ code: `${called}(${at});` }];
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
        return `${labels} ${this.statement(option, value)} break;`;
      });
      return `if (!isRecord(${value})) fail(); switch (${value}.${discriminator}) { ${lines.join(' ')} default: fail(); }`;
    });
    return [{ code: `${called}(${at});` }];
  }
}

function compile(schema: Schema): (reply: unknown) => void {
  const source = new Source();
  const statement = source.statement(schema, 'reply');
  // Nothing but names of the contract stands in the source.
  const made: unknown = new Function(...source.names, `'use strict'; ${source.functions.join('\n')}\nreturn (reply) => { ${statement} };`)(...source.values);
  return made as (reply: unknown) => void;
}

/**
 * Creates the function that serializes replies of a schema, as JSON in UTF-8. It is made at the first reply, so that a start does not wait for it. Throws when
 * a reply does not fit.
 */
export function createSerializer(schema: Schema): (reply: unknown) => Buffer | string {
  let write: ((reply: unknown) => void) | undefined;
  return (reply) => {
    write ??= compile(schema);
    bytes.clear();
    try {
      write(reply);
    } catch (error) {
      if (error !== misfit) throw error;
      return serializeSlow(schema, reply);
    }
    return bytes.take();
  };
}
