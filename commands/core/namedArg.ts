/** A thing of the company as an argument: a tag, a label, a group. Found by its words, named by its id or by itself, made where none has the name. */

import type { Permission } from '#contract/core/permissions.ts';
import { tidyName } from '#contract/text/tidyName.ts';
import { arg } from './args.ts';
import type { CommandOutcomePromise } from './outcome.ts';
import type { Services } from './services.ts';
import type { Context } from './types.ts';

interface NamedThings<T> {
  /** Asks for it: "Which tag". */
  readonly label: string;
  readonly noun: string;
  readonly icon: string;
  readonly all: (services: Services) => Promise<readonly T[]>;
  readonly getName: (thing: T) => string;
  readonly getDetail: (thing: T) => string;
  /** Why one can't be chosen now. */
  readonly getReason?: (thing: T, context: Context) => string | undefined;
  /** Offers to make one that is typed and does not exist. */
  readonly create?: {
    readonly permission: Permission;
    readonly maxName: number;
    readonly run: (name: string, services: Services) => CommandOutcomePromise;
  };
}

const toKey = (name: string) => tidyName(name).toLowerCase();

/** Asks for one of the things. */
export function createNamedArg<T extends { readonly id: number }>({ label, noun, icon, all, getName, getDetail, getReason, create }: NamedThings<T>) {
  const findByName = async (name: string, services: Services): Promise<T | null> =>
    (await all(services)).find((thing) => toKey(getName(thing)) === toKey(name)) ?? null;
  return arg.search<T>({
    label,
    ...(create
      ? {
          create: {
            isAllowed: ({ permissions }: Context) => permissions.has(create.permission),
            getTitle: (text: string) => `Create ${noun} “${text.slice(0, create.maxName)}”`,
            run: async (text: string, services: Services) => {
              const name = text.slice(0, create.maxName);
              await create.run(name, services);
              const made = await findByName(name, services);
              if (!made) throw new Error(`The ${noun} was not created`);
              return String(made.id);
            },
          },
        }
      : {}),
    search: async (context, services, query) =>
      (await all(services))
        .filter((thing) => toKey(getName(thing)).includes(toKey(query)))
        .map((thing) => {
          const reason = getReason?.(thing, context);
          return { value: thing, id: String(thing.id), title: getName(thing), detail: getDetail(thing), icon, ...(reason === undefined ? {} : { reason }) };
        }),
    find: async (id, _context, services) => (await all(services)).find((thing) => String(thing.id) === id) ?? findByName(id, services),
  });
}
