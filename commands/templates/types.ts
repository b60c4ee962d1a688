/** Number templates. */

import type { PhoneNumber } from '#contract/numbers/entities.ts';
import type { NumberTemplate, TemplatePreview } from '#contract/templates/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';
import type { NumberSelection } from '../numbers/types.ts';

/** Number templates, for commands. */
export interface TemplateServices {
  all(): Promise<readonly NumberTemplate[]>;
  /** Opens the editor of a template. */
  open(id: number): void;
  /** Makes a template of a line as the editor reads it, and opens it. Rejects with the fault. */
  create(name: string, line: string): CommandOutcomePromise;
  /** Makes a template of how a number rings now. */
  saveOf(number: PhoneNumber, name: string): CommandOutcomePromise;
  rename(template: NumberTemplate, name: string): CommandOutcomePromise;
  remove(on: Selection<'template', NumberTemplate>): CommandOutcomePromise;
  /** Returns the changes that applying the template to numbers would make, without making them. */
  preview(template: NumberTemplate, on: NumberSelection): Promise<TemplatePreview>;
  /** Puts it on numbers as a batch with the version and the count that were shown; taken back row by row. */
  apply(template: NumberTemplate, on: NumberSelection): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface TemplatesTypes {
  readonly rows: { readonly template: NumberTemplate };
  readonly scopes: 'templates';
  readonly panes: 'templates' | 'template';
  readonly services: { readonly templates: TemplateServices };
}
