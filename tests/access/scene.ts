/** Context from which the input of a call is made: companies, their rows, and who calls. */

import type { Client, FormFile } from '#tests/server/client.ts';
import type { Person, TestServer } from '#tests/server/harness.ts';
import type { Column, Row } from './rule.ts';

/** Whose row, and on which line; `mark` stands in all of its words. */
export interface RowContext {
  readonly server: TestServer;
  readonly owner: TestServer['owner'];
  readonly companyId: number;
  readonly lineId: number;
  readonly mark: string;
}

/** Runs work in a transaction of the row's company, as the server does. */
export const within = <T>({ server, companyId }: RowContext, work: () => Promise<T>): Promise<T> => server.services.tenancy.company([companyId], null, work);

/** Inserts a row as the database's owner; returns its id. */
export type InsertRow = (context: RowContext) => Promise<number>;

/** Inserts a row and those that hang on it at once: another case may delete it in between. */
export const atOnce =
  (insert: InsertRow): InsertRow =>
  (context) =>
    context.owner.transaction().execute((owner) => insert({ ...context, owner }));

/** Inserts a row that is identified by a key of a client; returns the key. */
export type InsertKeyedRow = (context: RowContext) => Promise<string>;

type Line = { readonly id: number; readonly number: string };

/** A company and its rows. Rows are on its first line, which all its people work, or its second, which its `user` does not. */
export interface House {
  readonly company: { readonly id: number };
  readonly organization: { readonly id: number };
  readonly lines: readonly [Line, Line];
  thread(line: 0 | 1, given?: ThreadGiven): Promise<{ readonly id: number; readonly itemId: number }>;
  call(line: 0 | 1): Promise<number>;
  note(line: 0 | 1, given?: { readonly deleted?: boolean }): Promise<number>;
  contact(given?: { readonly deleted?: boolean }): Promise<number>;
  /** A finished batch without rows. */
  batch(type: string, createdBy: number | null): Promise<string>;
  /** A file of a text on the line. */
  file(line?: 0 | 1): Promise<number>;
  /** A row of another kind, on a line where the kind has one. */
  row(insert: InsertRow, line?: 0 | 1): Promise<number>;
  /** A row that is known by a client's key. */
  keyed(insert: InsertKeyedRow): Promise<string>;
}

export interface ThreadGiven {
  readonly state?: 'held' | 'scheduled' | 'failed';
  readonly deletedBy?: string;
  /** A text that came in and sounds like an opt-out. */
  readonly isFlagged?: boolean;
}

/** An id that no row has. */
export const nowhereId = 987_654_321;

/** The company that is not there. */
export const nowhere: House = {
  company: { id: nowhereId },
  organization: { id: nowhereId },
  lines: [
    { id: nowhereId, number: '+12125550999' },
    { id: nowhereId, number: '+12125550998' },
  ],
  thread: async () => ({ id: nowhereId, itemId: nowhereId }),
  call: async () => nowhereId,
  note: async () => nowhereId,
  contact: async () => nowhereId,
  batch: async () => 'a-batch-that-is-nowhere',
  file: async () => nowhereId,
  row: async () => nowhereId,
  keyed: async () => 'a-key-that-is-nowhere',
};

/** Somebody of a column: who they are, and a way to a browser of theirs, signed in anew. */
export interface Actor {
  readonly person: Person | null;
  enter(): Promise<Client>;
}

export interface World {
  readonly server: TestServer;
  readonly a: House;
  readonly b: House;
  readonly c: House;
  readonly actors: Readonly<Record<Column, Actor>>;
}

/** A case: whose rows, which row, who calls. */
export interface Scene {
  readonly world: World;
  /** The company selected. */
  readonly house: House;
  /** Company of the row. */
  readonly rows: House;
  readonly row: Row;
  readonly personId: number | null;
  readonly client: Client;
}

export interface Input {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly files?: readonly FormFile[];
}

export type InputOf = (scene: Scene) => Input | Promise<Input>;
