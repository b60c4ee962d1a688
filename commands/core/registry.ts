/** All commands by id, the panes one can go to and the shipped keys, from the faces of the areas. */
import type { Binding } from '../keymap/binding.ts';
import type { CommandArea, Place } from './area.ts';
import { type Command, command } from './command.ts';
import type { RowMenus } from './menu.ts';
import type { AreaTypes } from './shape.ts';

/** The commands, in the order of their declaration. */
export interface Registry {
  readonly all: readonly Command[];
  /** Panes one can go to. */
  readonly places: readonly Place[];
  /** Keyline's own keys (KEYS.md). */
  readonly bindings: readonly Binding[];
  /** The menu of each kind of row. */
  readonly menus: RowMenus;
  get(id: string): Command | undefined;
  /** Resolves once the commands of all areas are there; null from then on. */
  readonly completed: Promise<void> | null;
}

/** A registry that begins with some areas. */
interface GrowingRegistry extends Registry {
  /** Adds the areas that were still missing: each command is at its place from then on. */
  complete(areas: Areas): void;
}

type AnyArea = CommandArea<AreaTypes>;
/** Areas by their names. */
type Areas = Readonly<Record<string, AnyArea>>;

const idGrammar = /^[a-z][a-zA-Z]*(\.[a-z][a-zA-Z0-9]*)+$/;
const defaultRank = 50;
const getRank = ({ rank = defaultRank }: Pick<AnyArea, 'rank'>) => rank;

const createGoCommand = ({ kind, title, icon, keywords, permission, available }: Place): Command =>
  command({
    id: `go.${kind}`,
    title,
    group: 'Go to',
    keywords,
    icon,
    scopes: ['workspace'],
    ...(permission ? { permission } : {}),
    ...(available ? { available } : {}),
    offline: true,
    quiet: true,
    run: async ({ services }) => services.panes.open(kind, {}, 'reuse'),
  });

/** Puts lists of commands together. Throws on an id or a title given twice, and on an id that is not dotted words. */
export function createRegistry(
  lists: readonly (readonly Command[])[],
  { places, bindings, menus }: Pick<Registry, 'places' | 'bindings' | 'menus'> = { places: [], bindings: [], menus: {} },
): Registry {
  const byId = new Map<string, Command>();
  const titles = new Map<string, string>();
  for (const each of lists.flat()) {
    if (!idGrammar.test(each.id)) throw new Error(`“${each.id}” is not a command id. Use dotted words, such as conversations.archive`);
    if (byId.has(each.id)) throw new Error(`Two commands have the id ${each.id}`);
    const twin = titles.get(each.title.toLowerCase());
    if (twin) throw new Error(`${each.id} and ${twin} have the same title, “${each.title}”`);
    byId.set(each.id, each);
    titles.set(each.title.toLowerCase(), each.id);
  }
  return { all: [...byId.values()], places, bindings, menus, get: (id) => byId.get(id), completed: null };
}

/** Makes the registry of areas: by rank, and by name among equals. */
export function createAreaRegistry(areas: Areas): Registry {
  const ordered = Object.entries(areas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, area]) => area)
    .sort((one, other) => getRank(one) - getRank(other));
  const places = ordered.flatMap((area) => area.places ?? []);
  return createRegistry([places.map(createGoCommand), ...ordered.map(({ commands }) => commands)], {
    places,
    bindings: ordered.flatMap(({ keys }) => keys),
    menus: Object.assign({}, ...ordered.map(({ menus }) => menus)),
  });
}

/** Makes the registry of the areas that are there, for `complete` to add the others. */
export function createGrowingRegistry(first: Areas): GrowingRegistry {
  let made = createAreaRegistry(first);
  const { promise, resolve } = Promise.withResolvers<void>();
  let completed: Promise<void> | null = promise;
  return {
    get all() {
      return made.all;
    },
    get places() {
      return made.places;
    },
    get bindings() {
      return made.bindings;
    },
    get menus() {
      return made.menus;
    },
    get: (id) => made.get(id),
    get completed() {
      return completed;
    },
    complete: (areas) => {
      made = createAreaRegistry({ ...first, ...areas });
      completed = null;
      resolve();
    },
  };
}
