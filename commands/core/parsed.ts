/** A value read from text, or the words that tell how to write it. */
export type Parsed<V> = { readonly ok: true; readonly value: V } | { readonly ok: false; readonly error: string };
