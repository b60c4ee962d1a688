/** Rows with somebody at the other end. */
import type { About } from './shape.ts';

interface Called {
  readonly id: number;
  /** The outside number. */
  readonly recipient: string;
  readonly contact: { readonly id: number } | null;
}

/** Reads the subject of such a row. */
export const aboutCaller =
  (isSubject: boolean) =>
  ({ id, recipient, contact }: Called): About => ({ id, isSubject, numbers: [recipient], contactId: contact?.id ?? null });
