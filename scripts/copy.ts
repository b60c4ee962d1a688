/** Loads rows by COPY, in text format. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Chunk } from '#sandbox/world/rows.ts';

const special = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function formatField(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return special.test(value) ? value.replace(special, (letter) => escapes[letter] ?? letter) : value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value);
}

/** A row as a line; by name, so that rows may be written in any order of columns. */
function lineOf<T extends object>(row: T, columns: readonly (keyof T)[]): string {
  let line = '';
  for (const column of columns) line += `\t${formatField(row[column])}`;
  return `${line.slice(1)}\n`;
}

/** Parts of about this many rows travel at a time. */
const partRows = 2_000;

function* parts<T extends object>(rows: readonly T[], columns: readonly (keyof T)[]): Generator<string> {
  for (let at = 0; at < rows.length; at += partRows) {
    let part = '';
    for (const row of rows.slice(at, at + partRows)) part += lineOf(row, columns);
    yield part;
  }
}

function columnsOf<T extends object>(row: T): (keyof T & string)[] {
  return Object.keys(row).filter((name): name is keyof T & string => Object.hasOwn(row, name));
}

async function copyInto<T extends object>(client: Client, table: string, rows: readonly T[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = columnsOf(first);
  const names = columns.map((name) => `"${name}"`).join(', ');
  await pipeline(Readable.from(parts(rows, columns)), client.query(copyFrom(`copy ${table} (${names}) from stdin`)));
}

/** Copies a piece into its table. Every row has the columns of the first. */
export const copyRows = (client: Client, { table, rows }: Chunk): Promise<void> => copyInto<object>(client, table, rows);
