/** The face of an area on the wire: its calls, the kinds of changes it publishes, and words for what it does. `contract/areas.ts` lists the faces. */
import type { Route } from './route.ts';

export interface AreaFace {
  /** Its calls by name: `greetings.list` is the call `list` of the area `greetings`. */
  readonly routes: Readonly<Record<string, Route>>;
  /** Kinds of changes it publishes on a company's channel, such as `greeting-updated`. */
  readonly changes?: readonly string[];
  /** Part of the company its calls are about, as customers read it in the audit log: “Changed *call routing*”. */
  readonly about: string;
  /** Words of the audit log for calls whose method says something else than what they do, and for those a customer looks for. */
  readonly acts?: Readonly<Record<string, string>>;
}

/** Declares the face of an area. */
export const area = <const A extends AreaFace>(spec: A): A => spec;
