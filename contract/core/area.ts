/** The face of an area on the wire: its calls, and the kinds of changes it publishes. `contract/areas.ts` lists the faces. */
import type { Route } from './route.ts';

interface AreaSpec {
  /** Its calls by name: `greetings.list` is the call `list` of the area `greetings`. */
  readonly routes: Readonly<Record<string, Route>>;
  /** Kinds of changes it publishes on a company's channel, such as `greeting-updated`. */
  readonly changes?: readonly string[];
}

/** Declares the face of an area. */
export const area = <const A extends AreaSpec>(spec: A): A => spec;
