/** Rows with somebody at the other end. */
import type { RowSubject } from './shape.ts';

interface CallerRow {
  readonly id: number;
  /** The outside number. */
  readonly recipient: string;
  readonly contact: { readonly id: number } | null;
}

/** Reads the subject of such a row. */
export const createSubjectReader =
  (isSubject: boolean) =>
  ({ id, recipient, contact }: CallerRow): RowSubject => ({ id, isSubject, numbers: [recipient], contactId: contact?.id ?? null });
