/** Custom fields, as commands reach them. */
import type { CustomField } from '#contract/customFields/entities.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Custom fields and what is in them, for commands. */
export interface CustomFieldServices {
  /** Of the company and its organization. */
  all(): Promise<readonly CustomField[]>;
  create(
    field: Pick<CustomField, 'entityType' | 'name' | 'defaultValue'> & { readonly choices: readonly string[]; readonly isShared: boolean },
  ): CommandOutcomePromise;
  rename(field: CustomField, name: string): CommandOutcomePromise;
  setChoices(field: CustomField, choices: readonly string[]): CommandOutcomePromise;
  setDefault(field: CustomField, value: string | null): CommandOutcomePromise;
  remove(field: CustomField): CommandOutcomePromise;
  /** Returns the values of a row in each field of its kind, defaults included. */
  valuesOf(type: CustomField['entityType'], id: number): Promise<readonly { readonly attributeId: number; readonly value: string | null }[]>;
  /** People of the company. */
  people(): Promise<readonly CompanyUser[]>;
  /** Sets a field of a company, an organization, people or calls; it is taken back row by row. */
  fill(field: CustomField, ids: readonly number[], value: string | null): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface CustomFieldsTypes {
  readonly rows: { readonly customField: CustomField };
  readonly scopes: 'customFields';
  readonly panes: 'customFields';
  readonly services: { readonly customFields: CustomFieldServices };
}
