/** Drafts of a form that opens one thing after another. */

/** Content of a form; `id` null: a new thing. Plain JSON. */
export interface Draft {
  readonly id: number | null;
}

/** A form as it was opened, and as it is. */
interface Form<D extends Draft> {
  readonly before: D;
  readonly draft: D;
}

/** Names the thing a draft is of; a new one too. */
export const toDraftKey = ({ id }: Draft): string => (id === null ? 'new' : String(id));

/** Checks whether something was typed or chosen that is not saved. */
export const isChanged = <D extends Draft>({ before, draft }: Form<D>): boolean => JSON.stringify(before) !== JSON.stringify(draft);

/** Parameters of the action `keep`: the draft that is to be kept as a form is left; null where nothing was changed. */
export const toKept = <D extends Draft>({ context }: { readonly context: Form<D> }): { draft: D | null } => ({
  draft: isChanged(context) ? context.draft : null,
});
