/**
 * Types an area adds to those shared by all commands. `commands/<area>/types.ts` declares the types, `shape.ts` beside it adds the facts
 * about each row and scope, and `commands/shapes.ts` lists them. Types only, and nothing of any area.
 */

/** Kinds of types an area may add, each by name. */
export interface AreaTypes {
  /** Its kinds of rows. */
  readonly rows?: object;
  /** Filters of a list of such rows, where a bulk call carries them. */
  readonly filters?: object;
  /** Scopes that can have focus. */
  readonly scopes?: string;
  readonly panes?: string;
  /** Services the area's commands use. */
  readonly services?: object;
  /** Events of a user, by flow. */
  readonly flows?: object;
  /** Context its panes report about themselves, and its data of the open company. */
  readonly context?: object;
  /** Methods of its open panes. */
  readonly handles?: object;
}

type Member<T, K extends keyof AreaTypes> = T extends { readonly [P in K]: infer V } ? V : Record<never, never>;

/** Words for rows of a kind. */
export interface RowDescription<R> {
  readonly nouns: readonly [one: string, many: string];
  /** Returns the name of one row in a sentence. */
  readonly getName: (row: R) => string;
  /** Returns the subject of a row, where it has one. */
  readonly getSubject?: (row: R) => RowSubject;
}

/** Subject of a pane: the object itself, where it can be open in two panes, and the person behind it. */
export interface RowSubject {
  readonly id: number;
  /** False for a line of a list that nothing else shows. */
  readonly isSubject: boolean;
  readonly numbers: readonly string[];
  readonly contactId: number | null;
}

export interface ScopeDescription {
  /** When one key is bound in two active scopes, the higher wins. */
  readonly priority: number;
  /** Why a command of the scope can't run elsewhere, and the command that leads there. */
  readonly unavailable?: readonly [reason: string, commandId?: string];
  /** Escape leaves it. */
  readonly isForm?: true;
  /** Commands in it make no sense elsewhere: the palette leaves them out there, as those of a form. */
  readonly isStep?: true;
  /** Commands worth a place in the bottom line, most wanted first. */
  readonly hints?: readonly (readonly [command: string, word: string])[];
}

export interface AreaShape<T extends AreaTypes> {
  readonly rows: { readonly [K in keyof Member<T, 'rows'>]: RowDescription<Member<T, 'rows'>[K]> };
  readonly scopes: { readonly [S in T extends { readonly scopes: infer N extends string } ? N : never]: ScopeDescription };
  /** Its part of the context where nothing tells it. */
  readonly context: Member<T, 'context'>;
  /** Never there: carries the types. */
  readonly types?: T;
}
