/** All commands of the product and how flows are spoken to, from the faces of the areas. The app takes them in two parts (`src/app/deferredShell.tsx`). */
import * as first from './areas.ts';
import type { EventTriggers } from './core/eventTriggers.ts';
import { createAreaRegistry, type Registry } from './core/registry.ts';
import type { FlowEvents } from './core/types.ts';
import * as later from './laterAreas.ts';

const areas = { ...first, ...later };

/** Every command, by id. Throws when two share an id or a title. */
export const registry: Registry = createAreaRegistry(areas);

/** Panes one can go to. */
export const places = registry.places;

/** Triggers with which a user sends each event of each flow. Each face declares the flows of its area; together they cover all flows. */
export const eventTriggers = Object.assign({}, ...Object.values(areas).map(({ triggers }) => triggers)) as EventTriggers<FlowEvents>;
