/** The areas as the palette and the keymap list them. */
import * as named from './areas.ts';
import type { CommandArea } from './core/area.ts';
import type { AreaTypes } from './core/shape.ts';

const usual = 50;
const rankOf = ({ rank = usual }: Pick<CommandArea<AreaTypes>, 'rank'>) => rank;

/** By rank, and by name among equals. */
export const areas = Object.values(named).sort((one, other) => rankOf(one) - rankOf(other));
