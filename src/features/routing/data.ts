/** Queries of the editor and the simulator. */
import { queryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/listViewStore.ts';

/** Input of the simulator. `at` in milliseconds since the epoch; undefined: now. */
interface SimulationInput {
  readonly numberId: number | undefined;
  readonly from: string | undefined;
  readonly at: number | undefined;
  readonly keys: string | undefined;
}
export const simulations = createViews<SimulationInput>('simulator', { numberId: undefined, from: undefined, at: undefined, keys: undefined });

/** A simulated call. Every change of a number plays it again. */
export const createSimulationQuery = (app: App, companyId: number, input: SimulationInput) =>
  queryOptions({
    queryKey: keys.of(companyId, 'numbers', 'simulation', input),
    queryFn: ({ signal }) =>
      app.api.call('routing.simulate', {
        companyId,
        body: {
          numberId: input.numberId ?? 0,
          ...(input.from === undefined ? {} : { from: input.from }),
          ...(input.at === undefined ? {} : { at: new Date(input.at).toISOString() }),
          ...(input.keys === undefined ? {} : { keys: input.keys }),
        },
        signal,
      }),
    staleTime: 0,
  });

/** Query of the faults in the routing of any number. */
export const createLintsQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'numbers', 'lints'),
    queryFn: ({ signal }) => app.api.call('routing.lints', { companyId, signal }),
    staleTime: 0,
  });
