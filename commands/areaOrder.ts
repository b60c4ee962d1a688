/** The areas as the palette and the keymap list them. */
import * as named from './areas.ts';
import type { CommandArea } from './core/area.ts';
import type { AreaTypes } from './core/shape.ts';

const defaultRank = 50;
const getRank = ({ rank = defaultRank }: Pick<CommandArea<AreaTypes>, 'rank'>) => rank;

/** By rank, and by name among equals. */
export const areas = Object.values(named).sort((one, other) => getRank(one) - getRank(other));
