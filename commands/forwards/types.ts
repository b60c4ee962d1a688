/** Phones that the numbers ring. */
import type { ForwardDestination } from '#contract/forwards/entities.ts';

/** The phones that numbers ring, for commands. */
export interface ForwardServices {
  /** Destinations that have these words in their number or in what rings them, the most used first. */
  find(words: string, signal: AbortSignal): Promise<readonly ForwardDestination[]>;
}

/** Types the area adds to those shared by all commands. */
export interface ForwardsTypes {
  readonly rows: { readonly forward: ForwardDestination };
  readonly scopes: 'forwards';
  readonly panes: 'forwards';
  readonly services: { readonly forwards: ForwardServices };
}
