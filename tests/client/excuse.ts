/** A field of a change that no read tells as it was sent. */

/** A reason, the test that shows the effect (file: title), and the fields: route and path, whole or up to a part; `*` is any one part. */
export interface Excuse {
  readonly does: string;
  readonly shownBy: string | null;
  readonly fields: readonly string[];
}
