/** Number templates. */

import type { PhoneNumber } from '#contract/numbers/entities.ts';
import type { NumberTemplate, TemplatePreview } from '#contract/templates/entities.ts';
import type { Done } from '../core/outcome.ts';
import type { RowsOf } from '../core/types.ts';

/** Number templates, for commands. */
export interface TemplateServices {
  all(): Promise<readonly NumberTemplate[]>;
  /** Opens the editor of a template. */
  open(id: number): void;
  /** Makes a template of a line as the editor reads it, and opens it. Rejects with the fault. */
  create(name: string, line: string): Done;
  /** Makes a template of how a number rings now. */
  saveOf(number: PhoneNumber, name: string): Done;
  rename(template: NumberTemplate, name: string): Done;
  remove(on: RowsOf<'template'>): Done;
  /** What putting it on numbers would change, without doing it. */
  preview(template: NumberTemplate, on: RowsOf<'number'>): Promise<TemplatePreview>;
  /** Puts it on numbers as a batch with the version and the count that were shown; taken back row by row. */
  apply(template: NumberTemplate, on: RowsOf<'number'>): Done;
}
