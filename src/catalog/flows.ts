/** The flows of an account: the choice of its active numbers, and one for each number. They live as long as the account is on the screen. */
import { createContext, useContext } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { machine as activationMachine, type Offer, type Owned } from '#machines/catalogActivation/index.ts';
import { machine as numberMachine } from '#machines/catalogNumber/index.ts';
import { rejectWithPlainError } from '../api/errors.ts';
import type { Catalog } from './catalog.ts';
import { keys } from './data.ts';

type NumberFlow = ActorRefFrom<typeof numberMachine>;

interface AccountFlows {
  readonly activation: ActorRefFrom<typeof activationMachine>;
  /** The flow of a number; undefined for one that is not there. */
  getNumber(id: number): NumberFlow | undefined;
  /** Tells the flows what the server says. */
  read(numbers: readonly Owned[], offers: readonly Offer[]): void;
}

/** Makes a number active again, beside those that are active now: they are read first, since the call is one for the whole set. */
async function keepNumber({ api, caller }: Catalog, id: number): Promise<Owned> {
  const now = await api.call('catalog.numbers', caller());
  const active = now.data.filter(({ isActive, state }) => isActive && state !== 'failed').map((each) => each.id);
  const kept = await api.call('catalog.activate', { ...caller(), body: { ids: [...active, id] } });
  const number = kept.data.find((each) => each.id === id);
  if (!number) throw new Error('This number is no longer yours');
  return number;
}

/** Makes the flows. */
export function createAccountFlows(catalog: Catalog): AccountFlows {
  const { api, caller, queries } = catalog;
  const refresh = () => void queries.invalidateQueries({ queryKey: keys.all });
  const activation = createActor(
    activationMachine.provide({
      actors: {
        activateNumbers: fromPromise<readonly Owned[], { ids: readonly number[]; count: number }>(({ input }) =>
          rejectWithPlainError(api.call('catalog.activate', { ...caller(), body: { ids: [...input.ids], count: input.count } }).then(({ data }) => data)),
        ),
      },
      actions: { announce: refresh },
    }),
  );
  activation.start();
  const provided = numberMachine.provide({
    actors: {
      keepNumber: fromPromise<Owned, { id: number }>(({ input }) => rejectWithPlainError(keepNumber(catalog, input.id))),
      releaseNumber: fromPromise<unknown, { id: number }>(({ input }) =>
        rejectWithPlainError(api.call('catalog.removeNumber', { ...caller(), params: input })),
      ),
    },
    actions: { announce: refresh },
  });
  const numbers = new Map<number, NumberFlow>();
  return {
    activation,
    getNumber: (id) => numbers.get(id),
    read: (owned, offers) => {
      for (const number of owned) {
        const flow = numbers.get(number.id);
        if (flow) flow.send({ type: 'number.read', number });
        else numbers.set(number.id, createActor(provided, { input: { number } }).start());
      }
      for (const [id, flow] of numbers) {
        if (owned.some((each) => each.id === id)) continue;
        flow.send({ type: 'number.vanished' });
        flow.stop();
        numbers.delete(id);
      }
      activation.send({ type: 'numbers.read', numbers: owned, offers });
    },
  };
}

const FlowsContext = createContext<AccountFlows | null>(null);
export const FlowsProvider = FlowsContext.Provider;

/** The flows of the account. Throws where nobody is signed in. */
export function useFlows(): AccountFlows {
  const flows = useContext(FlowsContext);
  if (!flows) throw new Error('No account above');
  return flows;
}
