/** Triggers with which a user sends the events of a flow. A mapped type: a flow's event without an entry does not compile (DESIGN.md section 4). */

/**
 * - `command`: a command sends it; the palette, a key and the tests' driver reach it by the command's title.
 * - `field`: typing into the field with this `data-field` sends it.
 * - `palette`: it is a step of the palette itself.
 */
export type EventTrigger =
  | { readonly command: string }
  | { readonly field: string }
  | { readonly palette: 'open' | 'close' | 'type' | 'choose' | 'back' | 'enter' | 'skip' };

type EventType<E> = E extends { readonly type: infer N extends string } ? N : never;

/** Of each flow each event. */
export type EventTriggers<F extends object> = { readonly [N in keyof F]: { readonly [E in EventType<F[N]>]: EventTrigger } };
