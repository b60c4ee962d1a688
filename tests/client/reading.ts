/** Ways to say where a change is read: calls that return the row that was changed. The areas say it of their routes (`tests/areas`). */

import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import type { Input } from '../access/scene.ts';

/** A change that was sent, and what it was answered with. */
interface Sent {
  readonly input: Input;
  readonly reply: unknown;
  readonly companyId: number;
}
interface Read {
  readonly route: Route;
  readonly input?: Input;
  /** The company to ask in, where it is not the sender's. */
  readonly companyId?: unknown;
  /** The row in a list, by a field that it has. */
  readonly row?: { readonly field: string; readonly value: unknown };
}
/** Reads of a change; none where it answers nothing about a row. */
export type ReadsOf = (sent: Sent) => readonly Read[];

/** Returns the value at a place of an answer or an input. */
export function at(record: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined), record);
}

export const paramId = ({ input }: Sent) => at(input, 'params', 'id');
export const replyId = ({ reply }: Sent) => at(reply, 'id');
export const byId =
  (route: Route, idOf: (sent: Sent) => unknown, more: object = {}): ReadsOf =>
  (sent) => [{ route, input: { params: { id: idOf(sent), ...more } } }];
export const rowOf =
  (route: Route, field: string, rowValue: (sent: Sent) => unknown, input: Input = {}): ReadsOf =>
  (sent) => [{ route, input, row: { field, value: rowValue(sent) } }];
export const numberReads =
  (idOf: (sent: Sent) => unknown): ReadsOf =>
  (sent) => [{ route: routes.numbers.get, input: { params: { idOrNumber: String(idOf(sent)) } } }];
export const itemReads: ReadsOf = ({ reply }) => {
  const id = at(reply, 'conversationId');
  return [
    { route: routes.conversations.get, input: { params: { id } } },
    { route: routes.conversations.item, input: { params: { id, itemId: at(reply, 'id') } } },
  ];
};
