/**
 * What an area adds to the words all commands are written in. `commands/<area>/types.ts` says it in types, `shape.ts` beside it adds what is
 * known of each row and scope, and `commands/shapes.ts` lists them. Types only, and nothing of any area.
 */

/** What an area may add, each by name. */
export interface AreaTypes {
  /** Its kinds of rows. */
  readonly rows?: object;
  /** What narrows a list of them, where a bulk call carries it. */
  readonly filters?: object;
  /** Where focus can be. */
  readonly scopes?: string;
  readonly panes?: string;
  /** What its commands do things with. */
  readonly services?: object;
  /** Events of a user, by flow. */
  readonly flows?: object;
  /** What its panes tell of themselves, and what it knows of the open company. */
  readonly context?: object;
  /** What its open panes can be asked to do. */
  readonly handles?: object;
}

type Named<T, K extends keyof AreaTypes> = T extends { readonly [P in K]: infer V } ? V : Record<never, never>;

/** How rows of a kind are spoken of. */
export interface RowFace<R> {
  readonly words: readonly [one: string, many: string];
  /** How one row is called in a sentence. */
  readonly nameOf: (row: R) => string;
  /** Who a row is about, where it is about somebody. */
  readonly about?: (row: R) => About;
}

/** Who a pane shows: the thing itself, where it can be open in two panes, and the person behind it. */
export interface About {
  readonly id: number;
  /** False for a line of a list that nothing else shows. */
  readonly isSubject: boolean;
  readonly numbers: readonly string[];
  readonly contactId: number | null;
}

export interface ScopeFace {
  /** When one key is bound in two active scopes, the higher wins. */
  readonly priority: number;
  /** Why a command of the scope can't run elsewhere, and the command that leads there. */
  readonly elsewhere?: readonly [reason: string, commandId?: string];
  /** Escape leaves it. */
  readonly isForm?: true;
  /** Commands worth a place in the bottom line, most wanted first. */
  readonly hints?: readonly (readonly [command: string, word: string])[];
}

export interface AreaShape<T extends AreaTypes> {
  readonly rows: { readonly [K in keyof Named<T, 'rows'>]: RowFace<Named<T, 'rows'>[K]> };
  readonly scopes: { readonly [S in T extends { readonly scopes: infer N extends string } ? N : never]: ScopeFace };
  /** Its part of the context where nothing tells it. */
  readonly context: Named<T, 'context'>;
  /** Never there: carries the types. */
  readonly types?: T;
}
