/** Types of a column when it is read, inserted and updated. */
import type { ColumnType, Generated } from 'kysely';

/** An instant: read as a Date. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Born = ColumnType<Date, Date | string | undefined, Date | string>;
/** jsonb: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Default<T> = ColumnType<T, T | undefined, T>;
export type Id = Generated<number>;
