/** What the list of numbers shows. */
import type { PhoneNumber } from '#contract/entities.ts';

export interface NumberFilter {
  readonly q?: string | undefined;
  readonly status?: PhoneNumber['status'] | undefined;
}

export interface NumberServices {
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: NumberFilter): void;
}
