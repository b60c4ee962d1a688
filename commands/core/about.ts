/** Rows with somebody at the other end. */
import type { About } from './shape.ts';

interface Called {
  readonly id: number;
  /** The outside number. */
  readonly recipient: string;
  readonly contact: { readonly id: number } | null;
}

/** Who such a row is about. */
export const aboutCaller =
  (isSubject: boolean) =>
  ({ id, recipient, contact }: Called): About => ({ id, isSubject, numbers: [recipient], contactId: contact?.id ?? null });
