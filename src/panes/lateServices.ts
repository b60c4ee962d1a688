/** Services whose code is fetched with their first use, or while nobody waits. */
import { loadWhenIdle } from '../api/startupPhases.ts';

/** Services that can load later: none of their methods returns a value synchronously. */
type Late<S> = {
  readonly [K in keyof S]: S[K] extends (...args: infer A) => infer R
    ? R extends Promise<unknown>
      ? (...args: A) => R
      : R extends NonNullable<unknown> | null
        ? never
        : (...args: A) => R
    : never;
};

/**
 * The services of an area, before their code is there: each call waits for it, and goes straight through from then on. Callers await a method that returns
 * nothing as well: until the code is there it answers with a promise, and rejects with what went wrong.
 */
export function deferServices<S extends Late<S>>(load: () => Promise<S>): S;
export function deferServices(load: () => Promise<object>): object {
  let made: object | null = null;
  let coming: Promise<object> | null = null;
  const come = (): Promise<object> => {
    coming ??= load().then(
      (services) => {
        made = services;
        return services;
      },
      (thrown: unknown) => {
        // The next use asks again.
        coming = null;
        throw thrown;
      },
    );
    return coming;
  };
  loadWhenIdle(come);
  const call = (services: object, name: string, args: unknown[]): unknown => {
    const method: unknown = Reflect.get(services, name);
    if (typeof method !== 'function') throw new Error(`No service ${name}`);
    return Reflect.apply(method, services, args);
  };
  return new Proxy(
    {},
    {
      get: (_, name) => {
        // Whoever awaits the services themselves asks whether they are a promise: they are none.
        if (typeof name === 'symbol' || name === 'then') return undefined;
        return (...args: unknown[]) => (made === null ? come().then((services) => call(services, name, args)) : call(made, name, args));
      },
    },
  );
}
