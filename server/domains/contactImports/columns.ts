/** The columns of a contact that an import fills, by the field of the wire. */
import { type RawBuilder, sql } from 'kysely';
import { type ImportField, importFieldLabel } from '#contract/contactImports/enums.ts';
import { contactFieldLengths } from '#contract/contacts/fields.ts';
import { tidyLine } from '#contract/text/tidyName.ts';
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
const givenValue = (field: TextField, fields: string) => sql<string | null>`${sql.ref(fields)} ->> ${sql.lit(fieldColumns[field])}`;

/** Fragments for each field, joined. */
export const eachField = (toSql: (field: TextField) => RawBuilder<unknown>, separator: string) => sql.join(textFields.map(toSql), sql.raw(separator));

/** Fields that record a consent. Of someone who opted out they stay as they are: a file proves no consent after the opt-out (COMPLIANCE.md). */
const consentFields: readonly TextField[] = ['optinType', 'optinSource'];
/** A row's values, by column, without those of a consent. */
export const withoutConsent = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([column]) => !consentFields.some((field) => fieldColumns[field] === column)));
/** Checks, in SQL, whether the number of a row or contact is among those that opted out. */
export const isInOptOuts = (of: 'r' | 'c') =>
  sql<boolean>`exists (select from opt_outs o where o.company_id = ${sql.ref(`${of}.company_id`)} and o.number = ${sql.ref(`${of}.number`)})`;
/** Checks, in SQL, whether the number of the row `r` has opted out; `c` is the contact that has it. */
export const isOptedOut = sql<boolean>`(coalesce(c.is_unsubscribed, false) or ${isInOptOuts('r')})`;

/** Checks, in SQL, whether what the row `r` brings for a field leaves the contact `c` as it is. */
export function isSameField(field: TextField) {
  const given = givenValue(field, 'r.fields');
  const isSame = sql<boolean>`coalesce(${given} = ${contactValue(field, 'c')}, ${given} is null)`;
  return consentFields.includes(field) ? sql<boolean>`(${isSame} or ${isOptedOut})` : isSame;
}

/** `set` of an update of the contact `c` with what the row `r` says: what it does not say stays, and so does the consent of someone who opted out. */
export const setGiven = () => sql`
  ${sql.join(
    Object.entries(plain).map(([name, column]) => {
      const field = name as TextField;
      const kept = sql.ref(`c.${column}`);
      const value = sql`coalesce(${givenValue(field, 'r.fields')}, ${kept})`;
      return sql`${sql.raw(column)} = ${consentFields.includes(field) ? sql`case when ${isOptedOut} then ${kept} else ${value} end` : value}`;
    }),
    sql.raw(', '),
  )},
  custom = c.custom || jsonb_strip_nulls(jsonb_build_object('country', ${givenValue('country', 'r.fields')}, 'title', ${givenValue('title', 'r.fields')}))`;

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

/** The values as `import_rows.fields` keeps them: as the contact's own calls read them (notes may have several lines), without blank ones. */
export function toFields(values: Readonly<Partial<Record<TextField, string>>>): Record<string, string> {
  return Object.fromEntries(
    textFields.flatMap((field) => {
      const text = values[field]?.replaceAll('\0', '') ?? '';
      const value = field === 'notes' ? text.trim() : tidyLine(text);
      return value === '' ? [] : [[fieldColumns[field], value]];
    }),
  );
}
