/** "Region = West": a custom field and the value it gets, as one types it. */

import type { CustomField } from '#contract/customFields/entities.ts';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { arg } from '../core/args.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

/** A field by its name, and what goes into it. */
export interface Assignment {
  readonly name: string;
  /** Empty: the field is emptied. */
  readonly value: string;
}

/** Reads one; null when there is no field before an equals sign. */
export function parseAssignment(text: string): Assignment | null {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim();
  return at < 0 || name === '' ? null : { name, value: text.slice(at + 1).trim() };
}

/** In a sentence: `Region = West`, `Region = nothing`. */
export const formatAssignment = ({ name, value }: Assignment): string => `${name} = ${value || 'empty'}`;

/** Entities that have custom fields, in the user's words. */
export const rowNouns: Readonly<Record<EavEntityType, string>> = {
  Number: 'Numbers',
  Company: 'Companies',
  TrackingPool: 'Tracking pools',
  Organization: 'Organizations',
  User: 'Users',
  Call: 'Calls',
};

/** The field an assignment means, and what it is set to; null empties it. Rejects when there is no such field, or no such choice. */
export async function loadField(
  type: EavEntityType,
  { name, value }: Assignment,
  services: Services,
): Promise<{ readonly field: CustomField; readonly value: string | null }> {
  const fields = (await services.customFields.all()).filter(({ entityType }) => entityType === type);
  const field = fields.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!field)
    throw new Error(
      fields.length === 0
        ? `${rowNouns[type]} have no custom fields yet`
        : `No custom field named “${name}”. Available: ${fields.map((each) => each.name).join(', ')}`,
    );
  if (value === '') return { field, value: null };
  const choice = field.choices.find((each) => each.value.toLowerCase() === value.toLowerCase());
  if (field.choices.length > 0 && !choice) throw new Error(`${field.name} must be one of: ${field.choices.map((each) => each.value).join(', ')}`);
  return { field, value: choice?.value ?? value };
}

/** Asks for an assignment. */
export const assignmentArg = arg.text({
  label: 'Field = value',
  hint: 'For example, Region = West. Leave the value blank to clear the field.',
  parse: (text) => {
    const value = parseAssignment(text);
    return value ? { ok: true, value } : { ok: false, error: 'Use the form Region = West' };
  },
});

/** The organization of the open company. */
export const findOrganizationId = ({ company, companies }: Context): number | null => companies.find(({ id }) => id === company?.id)?.organizationId ?? null;
