/** All commands of the product and how flows are spoken to, from the faces of the areas. */
import { areas } from './areaOrder.ts';
import type { Place } from './core/area.ts';
import { type Command, command } from './core/command.ts';
import type { EventTriggers } from './core/eventTriggers.ts';
import { createRegistry, type Registry } from './core/registry.ts';
import type { FlowEvents } from './core/types.ts';

/** Panes one can go to. */
export const places: readonly Place[] = areas.flatMap((area): readonly Place[] => area.places ?? []);

const createGoCommand = ({ kind, title, icon, keywords, permission }: Place): Command =>
  command({
    id: `go.${kind}`,
    title,
    group: 'Go to',
    keywords,
    icon,
    scopes: ['workspace'],
    ...(permission ? { permission } : {}),
    offline: true,
    quiet: true,
    run: async ({ services }) => services.panes.open(kind, {}, 'reuse'),
  });

/** Every command, by id. Throws when two share an id or a title. */
export const registry: Registry = createRegistry([places.map(createGoCommand), ...areas.map(({ commands }) => commands)]);

/** Triggers with which a user sends each event of each flow. Each face declares the flows of its area; together they cover all flows. */
export const eventTriggers = Object.assign({}, ...areas.map(({ triggers }) => triggers)) as EventTriggers<FlowEvents>;
