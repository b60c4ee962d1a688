/** Phone numbers over HTTP: reading (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listNumbers, pageOfNumbers } from './queries.ts';

export const handlers: Handlers<typeof routes.numbers> = {
  list: ({ seat }) => listNumbers(seat),
  datatable: ({ query, seat }) => pageOfNumbers(seat, query),
};
