/** Numbers of the company: what the list shows, and what is done to them. */
import type * as z from 'zod/mini';
import type { CustomField } from '#contract/customFields/entities.ts';
import type { NumberChanges, NumberTrigger, PhoneNumber, RemovalImpact } from '#contract/numbers/entities.ts';
import type { Tag } from '#contract/tags/entities.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import type { Done } from './services.ts';
import type { RowFilters, RowsOf } from './types.ts';

export type NumberFilter = RowFilters['number'];
/** What is made of every chosen number. */
export type NumberSet = z.input<typeof NumberChanges>;
export interface NumberPreview {
  readonly changed: number;
  readonly skipped: readonly { readonly count: number; readonly reason: string }[];
}

export interface NumberServices {
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: { [K in keyof NumberFilter]?: NumberFilter[K] | undefined }): void;
  open(id: number): void;
  /** One by its own call, many as a batch with the count that was shown; both are taken back. `title` names it for undo. */
  change(on: RowsOf<'number'>, set: NumberSet, title: string): Done;
  /** What a change would do, without doing it. */
  preview(on: RowsOf<'number'>, set: NumberSet): Promise<NumberPreview>;
  impact(on: RowsOf<'number'>): Promise<RemovalImpact>;
  remove(on: RowsOf<'number'>): Done;
  rotate(number: PhoneNumber): Done;
  /** Triggers of a number, as they are now. */
  triggers(id: number): Promise<readonly NumberTrigger[]>;
  addTrigger(id: number, trigger: Pick<NumberTrigger, 'event' | 'action' | 'value'>): Done;
  removeTrigger(trigger: NumberTrigger): Done;
}

/** Tags and custom fields of the company. */
export interface TagServices {
  all(): Promise<readonly Tag[]>;
  create(name: string): Done;
  rename(tag: Tag, name: string): Done;
  remove(tag: Tag): Done;
}
/** Custom fields and what is in them, for commands. */
export interface CustomFieldServices {
  /** Of the company and its organization. */
  all(): Promise<readonly CustomField[]>;
  create(field: Pick<CustomField, 'entityType' | 'name' | 'defaultValue'> & { readonly choices: readonly string[]; readonly isShared: boolean }): Done;
  rename(field: CustomField, name: string): Done;
  setChoices(field: CustomField, choices: readonly string[]): Done;
  setDefault(field: CustomField, value: string | null): Done;
  remove(field: CustomField): Done;
  /** What a row has in each field of its kind, defaults included. */
  valuesOf(type: CustomField['entityType'], id: number): Promise<readonly { readonly attributeId: number; readonly value: string | null }[]>;
  /** People of the company. */
  people(): Promise<readonly CompanyUser[]>;
  /** Sets a field of a company, an organization, people or calls; it is taken back row by row. */
  fill(field: CustomField, ids: readonly number[], value: string | null): Done;
}
