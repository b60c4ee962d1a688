/** The columns of a contact that an import fills, by the field of the wire. */
import { sql } from 'kysely';
import { type ImportField, importFieldLabel } from '#contract/contactImports/enums.ts';
import { contactFieldLengths } from '#contract/contacts/fields.ts';
import { optionalColumns } from '../contacts/columns.ts';

/** Fields that are columns. */
const plain = {
  name: 'name',
  ...optionalColumns,
  optinType: 'optin_type',
  optinSource: 'optin_source',
} as const;
/** Fields that stand in the column `custom`. */
const custom = { country: 'country', title: 'title' } as const;

/** Every field but the number, and its key in `import_rows.fields`. */
export const fieldColumns = { ...plain, ...custom } as const satisfies Record<Exclude<ImportField, 'number'>, string>;
type TextField = keyof typeof fieldColumns;
export const textFields = Object.keys(fieldColumns) as TextField[];

/** The value a contact has in a field, in SQL; `contact` names its table. */
export const contactValue = (field: TextField, contact: string) =>
  field in custom
    ? sql<string | null>`${sql.ref(`${contact}.custom`)} ->> ${sql.lit(fieldColumns[field])}`
    : sql<string | null>`${sql.ref(`${contact}.${fieldColumns[field]}`)}`;

/** The value a row brings for a field, in SQL; null for none. `fields` names the column with the row's values. */
export const givenValue = (field: TextField, fields: string) => sql<string | null>`${sql.ref(fields)} ->> ${sql.lit(fieldColumns[field])}`;

/** Fragments for each field, joined. */
export const eachField = (toSql: (field: TextField) => ReturnType<typeof givenValue>, separator: string) => sql.join(textFields.map(toSql), sql.raw(separator));

/** `set` of an update of `c` with what `fields` says: what it does not say stays. */
export const setGiven = (fields: string) => sql`
  ${sql.join(
    Object.entries(plain).map(([field, column]) => sql`${sql.raw(column)} = coalesce(${givenValue(field as TextField, fields)}, ${sql.ref(`c.${column}`)})`),
    sql.raw(', '),
  )},
  custom = c.custom || jsonb_strip_nulls(jsonb_build_object('country', ${givenValue('country', fields)}, 'title', ${givenValue('title', fields)}))`;

/** Says in words why the values of a row can’t be saved; null when they can. */
export function findProblem(values: Readonly<Partial<Record<TextField, string>>>): string | null {
  for (const field of textFields) {
    const value = values[field];
    if (value !== undefined && value.length > contactFieldLengths[field])
      return `${importFieldLabel[field]} is longer than ${contactFieldLengths[field]} characters`;
    if (value?.includes('\0')) return `${importFieldLabel[field]} has a character that can’t be stored`;
  }
  return null;
}

/** The values as `import_rows.fields` keeps them: trimmed, without blank ones. */
export function toFields(values: Readonly<Partial<Record<TextField, string>>>): Record<string, string> {
  return Object.fromEntries(
    textFields.flatMap((field) => {
      const value = values[field]?.replaceAll('\0', '').trim() ?? '';
      return value === '' ? [] : [[fieldColumns[field], value]];
    }),
  );
}
