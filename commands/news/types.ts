/** What’s new: dated entries on what the product can do now. */

interface NewsServices {
  /** Moves among the entries. */
  move(to: 'next' | 'previous' | 'first' | 'last'): void;
}

/** Types the area adds to those shared by all commands. */
export interface NewsTypes {
  readonly scopes: 'news';
  readonly panes: 'news';
  readonly services: { readonly news: NewsServices };
  readonly context: {
    /** The entry with the keyboard: the command it is about; null where no entry has it. */
    readonly newsEntry: { readonly commandId: string } | null;
  };
  readonly handles: { readonly news: { readonly move: (to: 'next' | 'previous' | 'first' | 'last') => void } };
}
